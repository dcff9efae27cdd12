import { type Exchange, wasTurnedAway } from '../http/exchange.ts'
import type { FootprintEntry } from '../judge/footprint.ts'

/** Where cases record what they changed and how to undo it. */
export interface Keeper {
  /** Something that cannot be undone, because there is no DELETE. */
  readonly created: (resource: string, id: string, note: string) => void
  /** Something that is restored at the end in any event. The first promise for a key wins. */
  readonly restore: (key: string, undo: () => Promise<FootprintEntry | undefined>) => void
}

/** Collects the footprint of a run and undoes what can be undone. */
export class Footprint implements Keeper {
  private readonly entries = new Map<string, FootprintEntry>()
  private readonly undos = new Map<string, () => Promise<FootprintEntry | undefined>>()

  created = (resource: string, id: string, note: string): void => {
    this.entries.set(`${resource} ${id}`, { kind: 'created', resource, id, note })
  }

  restore = (key: string, undo: () => Promise<FootprintEntry | undefined>): void => {
    if (!this.undos.has(key)) this.undos.set(key, undo)
  }

  /** Undoes everything side by side; never throws. What could not be undone becomes part of the footprint. */
  async undo(): Promise<void> {
    const pending = [...this.undos.entries()]
    this.undos.clear()
    await Promise.all(
      pending.map(async ([key, undo]) => {
        try {
          const left = await undo()
          if (left !== undefined) this.entries.set(key, left)
        } catch {
          this.entries.set(key, {
            kind: 'changed',
            resource: key.split(' ')[0] ?? key,
            id: key.split(' ')[1] ?? '',
            note: 'could not be restored',
          })
        }
      }),
    )
  }

  /**
   * Adds what may have been created unnoticed: creating requests with a lost answer or a server error. Such a request
   * may have been retried.
   * @param exchanges - all exchanges of the run
   */
  suspect(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) {
      const { id, operation, request, response, failure } = exchange
      const status = response?.status ?? 0
      if (request.method !== 'POST' || operation === undefined) continue
      if (failure === undefined && status < 500) continue
      if (id === 0 || wasTurnedAway(exchange)) continue
      const resource = (operation.split('/').findLast((part) => /^[a-z]/.test(part)) ?? operation).replace(
        /s$/,
        '',
      )
      this.entries.set(`perhaps ${id}`, {
        kind: 'perhaps created',
        resource,
        id: 'unknown',
        note:
          failure === undefined
            ? `${operation} in exchange ${id} was answered ${status}, and may have been carried out`
            : `the answer to ${operation} in exchange ${id} never came: ${failure.message}`,
      })
    }
  }

  list(): readonly FootprintEntry[] {
    return [...this.entries.values()]
  }
}
