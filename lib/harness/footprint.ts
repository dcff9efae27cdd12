import type { RequestSpec, Send } from '../http/client.ts'
import { type Exchange, wasTurnedAway } from '../http/exchange.ts'

/** Something that the run created or changed on the target and could not undo. */
export interface FootprintEntry {
  /** `perhaps created`: the request was sent and its answer is missing. */
  readonly kind: 'created' | 'changed' | 'perhaps created'
  readonly resource: string
  readonly id: string
  readonly note: string
}

/** Where cases record what they changed and how to undo it. */
export interface Cleanup {
  /** Something that cannot be undone, because there is no DELETE. */
  readonly created: (resource: string, id: string, note: string) => void
  /** Something that is restored at the end in any event. The first promise for a key wins. */
  readonly restore: (key: string, undo: () => Promise<FootprintEntry | undefined>) => void
}

/** Where something can be found that was created without an answer. */
export interface Trace {
  /** The request whose answer would show it. */
  readonly spec: RequestSpec
  /** The ids of the resources in that answer that may be it. */
  readonly find: (answer: Exchange) => readonly string[]
}

/** The most places that are searched for what was created without an answer. */
const MOST_LOOKS = 8

/** Whether a request may have created something although no success was reported. */
function isDoubtful(exchange: Exchange): boolean {
  const { id, operation, request, response, failure } = exchange
  if (request.method !== 'POST' || operation === undefined || id === 0) return false
  return (failure !== undefined || (response?.status ?? 0) >= 500) && !wasTurnedAway(exchange)
}

/** Collects the footprint of a run and undoes what can be undone. */
export class Footprint implements Cleanup {
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
   * Adds what may have been created without a usable answer: the request got no answer, or a server error. Resources
   * that can be found afterwards are listed with their ids.
   * @param exchanges - all exchanges of the run
   */
  async suspect(
    exchanges: readonly Exchange[],
    traceOf: (exchange: Exchange) => Trace | undefined = () => undefined,
    send?: Send,
  ): Promise<void> {
    const known = new Set(this.list().map(({ id }) => id))
    const looks = new Map<string, Promise<Exchange>>()
    for (const exchange of exchanges.filter(isDoubtful)) {
      const { id, operation = '', response, failure } = exchange
      const resource = (operation.split('/').findLast((part) => /^[a-z]/.test(part)) ?? operation).replace(
        /s$/,
        '',
      )
      const trace = traceOf(exchange)
      const question = JSON.stringify(trace?.spec)
      if (trace !== undefined && send !== undefined && looks.size < MOST_LOOKS && !looks.has(question))
        looks.set(question, send(trace.spec))
      // oxlint-disable-next-line no-await-in-loop -- the same thing is not found twice
      const answer = await looks.get(question)
      const found = answer === undefined ? undefined : trace?.find(answer).find((one) => !known.has(one))
      if (found === undefined) {
        const why =
          failure === undefined
            ? `${operation} in exchange ${id} got ${response?.status}, and may have been carried out`
            : `the answer to ${operation} in exchange ${id} never came: ${failure.message}`
        const searched = answer?.response?.status === 200 ? `${why}; not found in exchange ${answer.id}` : why
        this.entries.set(`perhaps ${id}`, {
          kind: 'perhaps created',
          resource,
          id: 'unknown',
          note: searched.replace('.; ', '; '),
        })
        continue
      }
      known.add(found)
      this.created(
        resource,
        found,
        `in exchange ${id}, without a usable answer; found in exchange ${answer?.id}`,
      )
    }
  }

  list(): readonly FootprintEntry[] {
    return [...this.entries.values()]
  }
}
