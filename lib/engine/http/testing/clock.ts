import type { Clock } from '../patience.ts'

/** A clock on which waiting takes no time. */
export function simulatedClock(): Clock {
  let time = 0
  return { now: () => time, pause: async (ms) => void (time += ms) }
}
