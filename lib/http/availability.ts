import type { Pause } from './pace.ts'

/**
 * Whether the service answers, as far as the run knows:
 * - `unknown`: it has not answered yet, so nothing suggests that it is a matter of a moment
 * - `up`: it answered
 * - `away`: it did not answer when the run looked, and the run goes on looking
 * - `gone`: it did not answer for as long as a restart takes; nobody waits for it until it answers again
 *
 * ```
 * unknown ──answered──▶ up ◀──────answered──────┐
 *                       │                       │
 *                  look, no answer ──▶ away ─11 s──▶ gone
 * ```
 */
export type State = 'unknown' | 'up' | 'away' | 'gone'

export interface Availability {
  readonly state: State
  /** To be called for each answer of the service. */
  answered(): void
  /** Finds out whether the service is up; one look serves all who ask meanwhile. */
  look(): Promise<Look>
}

/** What a look found. Each look is an object of its own: losses of the same look have the same cause. */
export interface Look {
  readonly isUp: boolean
  /** How long the service was waited for. */
  readonly waitedMs: number
}

/**
 * The pauses before each look at a service that may be away. They add up to eleven seconds: a restart takes a few, and
 * nginx sends nothing for ten to a service that failed once.
 */
const PAUSES_MS = [250, 500, 750, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1500]

/** @param probe - asks something that was answered before, and gives whether it is answered again */
export function createAvailability(pause: Pause, probe: () => Promise<boolean>): Availability {
  let state: State = 'unknown'
  let answers = 0
  let looking: Promise<Look> | undefined

  const watch = async (): Promise<Look> => {
    const before = answers
    let waitedMs = 0
    for (const ms of PAUSES_MS) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await pause(ms)
      waitedMs += ms
      // oxlint-disable-next-line no-await-in-loop
      if (answers > before || (await probe())) {
        state = 'up'
        return { isUp: true, waitedMs }
      }
      state = 'away'
    }
    state = 'gone'
    return { isUp: false, waitedMs }
  }

  return {
    get state() {
      return state
    },
    answered() {
      answers += 1
      state = 'up'
    },
    look() {
      if (state === 'unknown' || state === 'gone') return Promise.resolve({ isUp: false, waitedMs: 0 })
      looking ??= watch().finally(() => {
        looking = undefined
      })
      return looking
    },
  }
}
