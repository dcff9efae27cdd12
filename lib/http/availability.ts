import type { Pause } from './pace.ts'

/**
 * Whether the service answers, as far as the run knows:
 * - `unknown`: it has not answered yet, so nothing suggests that the outage is temporary
 * - `up`: it answered
 * - `away`: it did not answer a check, and the run keeps checking
 * - `gone`: it did not answer for as long as a restart takes; requests no longer wait for it
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
  /** Resolves with whether the service is up, and waits for one that is away; concurrent callers share one check. */
  look(): Promise<boolean>
}

/**
 * The pauses before each check of a service that may be down, eleven seconds in all: a restart takes a few seconds,
 * and nginx sends nothing for ten seconds to a service that failed once.
 */
const PAUSES_MS = [250, 500, 750, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1500]

/**
 * @param probe - repeats a request that got an answer before; resolves with whether it gets one again
 * @param onAway - called when the service is found to be away
 */
export function createAvailability(
  pause: Pause,
  probe: () => Promise<boolean>,
  onAway: () => void = () => {},
): Availability {
  let state: State = 'unknown'
  let answers = 0
  let looking: Promise<boolean> | undefined

  const watch = async (): Promise<boolean> => {
    const before = answers
    for (const ms of PAUSES_MS) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await pause(ms)
      // oxlint-disable-next-line no-await-in-loop
      if (answers > before || (await probe())) {
        state = 'up'
        return true
      }
      if (state !== 'away') onAway()
      state = 'away'
    }
    state = 'gone'
    return false
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
      if (state === 'unknown' || state === 'gone') return Promise.resolve(false)
      looking ??= watch().finally(() => {
        looking = undefined
      })
      return looking
    },
  }
}
