/**
 * The only wait of a run for its own writes. The specification does not say how fresh a read is: replicas,
 * indexes and caches of some seconds are legitimate. So no case waits: values that no read shows yet are
 * requested again here, all together.
 */
import { capChars } from '../util/text.ts'
import { Actor, type Query } from './actor.ts'
import { LATE_MS } from './certainty.ts'
import type { Client } from '../http/client.ts'
import type { Patience } from '../http/patience.ts'

/** A written value that no read shows yet, and the request that would show it. */
export interface Late {
  /** The value in words: `` `tags` of conversation 3xK ``. */
  readonly what: string
  readonly path: string
  readonly query?: Query
}

interface Waiting {
  readonly late: () => readonly Late[]
  readonly client: Client
  readonly patience: Patience
}

/** The times of the looks, in milliseconds after the last write: what the last one does not show is missing. */
const LOOKS_MS = [500, 1500, 3000, 5000, 7500, LATE_MS + 50] as const

/** The most requests of one look: if a few of many items do not show a value, the others need no look. */
const MOST_ASKED = 10

/**
 * Asks again for late values, at growing pauses, until all show or ten seconds have passed since the last
 * write.
 * @param written - when the last write had ended, by the clock of the run
 */
export async function waitForWrites({ late, client, patience }: Waiting, written: number): Promise<void> {
  const { clock } = patience
  const api = new Actor((spec) => client.send(spec), { key: 'main' })
  const last = LOOKS_MS[LOOKS_MS.length - 1] ?? 0
  for (const after of LOOKS_MS) {
    const left = written + after - clock.now()
    // Of several looks whose time has passed, only the last is made.
    if (left < 0 && after !== last) continue
    const missing = late()
    if (missing.length === 0) return
    // oxlint-disable-next-line no-await-in-loop -- each look shows what is left for the next one
    if (left > 0 && !(await patience.wait(left, inWords(missing)))) return
    const asked = new Map(missing.map(({ path, query }) => [JSON.stringify([path, query]), { path, query }]))
    // oxlint-disable-next-line no-await-in-loop -- as above
    await Promise.all([...asked.values()].slice(0, MOST_ASKED).map(({ path, query }) => api.get(path, query)))
  }
}

function inWords(missing: readonly Late[]): string {
  const all = [...new Set(missing.map(({ what }) => what))]
  const more = all.length > 1 ? ` and ${all.length - 1} more` : ''
  return `${capChars(all[0] ?? '', 60)}${more}, which no read shows yet`
}
