import type { CaseDefinition } from '../harness/case.ts'
import type { RunOptions } from '../run/options.ts'
import { PROFILE_DEFAULTS } from '../run/profiles.ts'

/** The moment at which every proof takes place: what a service answers is then the same each time. */
const MOMENT = new Date('2026-11-20T12:00:00Z')

/** A clock that stands still. */
export function frozenClock(): Date {
  return MOMENT
}

/** How the cases are run for a proof: everything allowed, nothing spared. */
export function proofOptions(seed: number, fuzzRuns = 5): RunOptions {
  return {
    writes: true,
    budget: 900,
    floor: 0,
    wait: false,
    profile: 'standard',
    seed,
    fuzzRuns,
    concurrency: 8,
    requestTimeoutMs: 5000,
    runTimeoutMs: 60_000,
    verifyTls: true,
    strict: false,
  }
}

/** How the cases are run for what a full run alone has to find. */
export function fullOptions(seed: number): RunOptions {
  const { budget, fuzzRuns } = PROFILE_DEFAULTS.full
  return { ...proofOptions(seed, fuzzRuns), budget, profile: 'full' }
}

/** Generated inputs take time; where a fault has nothing to do with them one of each kind is enough to see that none is blamed. */
export function fuzzRunsFor(breaks: string): number {
  return breaks.startsWith('INPUT-') ? 5 : 1
}

/** A thousand requests that spend a key tell only of the rate limit and of how errors look; elsewhere they are left out. */
const NEEDS_SPENDING = /^(?:RATE|ERROR)-/

/** The cases that a fault in one requirement can touch. */
export function casesFor(breaks: string, cases: readonly CaseDefinition[]): readonly CaseDefinition[] {
  return NEEDS_SPENDING.test(breaks) ? cases : cases.filter((one) => !spends(one))
}

/** Freedoms that show in a list, in a body or in what is delivered, and not in how an answer to a spent key looks. */
const SAYS_NOTHING_OF_ERRORS = /^(?:description|filters|ids|limits|order|vocabulary|webhooks|writes)\//

/** The cases that a freedom can touch. */
export function casesForFreedom(id: string, cases: readonly CaseDefinition[]): readonly CaseDefinition[] {
  return SAYS_NOTHING_OF_ERRORS.test(id) && !id.includes(' + ') ? cases.filter((one) => !spends(one)) : cases
}

/** Whether a case sends a thousand requests. */
export function spends({ needs }: CaseDefinition): boolean {
  return needs.includes('exhaustibleKey')
}
