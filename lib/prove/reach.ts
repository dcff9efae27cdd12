import { isFunctionOfService } from './steps.ts'

/** How far it goes where a step says something else: no further than this one answer, into what is delivered, or into what is kept or counted. */
export type Reach = 'answer' | 'delivery' | 'state'

/** Steps that have a say in one answer and in nothing else. */
const SPEAKS = /^(?:respond|rateHeaders|refusalHeaders|envelope|wrap|serialize|describe|apex)\b/

/** Steps that decide what is served, and whose key is charged for it. */
const DECIDES_WHOSE = /^(?:receive|authenticate)\b/

/** Steps that do something, which is not to be done twice. */
const ACTS = /^(?:charge|writes|dedup|events)\b/

/** Values that are looked at as soon as a step is through. */
const LOOKED_AT_AFTER: readonly (readonly [path: RegExp, step: string])[] = [[/^rules\b/, 'readBody']]

/** Where what is at a path shows: at which step, and whether the step can be tried there beside the usual one. */
export interface Showing {
  readonly step: string
  readonly canBeTried: boolean
}

/**
 * Nothing where nobody can say who looks at it. The timestamp is left alone too: where it is watched, the service writes
 * every row anew.
 */
export function showingOf(path: string): Showing | undefined {
  const after = LOOKED_AT_AFTER.find(([pattern]) => pattern.test(path))
  if (after !== undefined) return { step: after[1], canBeTried: false }
  if (!isFunctionOfService(path) || path === 'timestamp') return undefined
  return { step: path, canBeTried: !ACTS.test(path) }
}

/** @param writes whether the request that is answered wants to change something */
export function reachOf(path: string, given: readonly unknown[], writes: boolean): Reach {
  if (path.startsWith('events.')) return path === 'events.teamMove' ? 'state' : 'delivery'
  if (path.startsWith('serialize.') && given[1] === 'event') return 'delivery'
  if (SPEAKS.test(path)) return 'answer'
  return writes || ACTS.test(path) || DECIDES_WHOSE.test(path) ? 'state' : 'answer'
}
