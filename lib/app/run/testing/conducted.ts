import type { CaseOutcome } from '../../../engine/case/outcome.ts'
import type { Exchange } from '../../../engine/http/exchange.ts'
import { Ledger } from '../../../engine/http/ledger.ts'
import type { Finding } from '../../../engine/judge/finding.ts'
import type { Verdict } from '../../../engine/judge/verdict.ts'
import type { Conducted } from '../conduct.ts'
import { caseOf } from '../../../engine/case/testing/run-case.ts'
import { Tally } from '../conduct/tally.ts'

/** The outcome of a case that verifies these requirements. */
export function outcomeOf(
  verdict: Verdict,
  requirements: readonly [string, ...string[]],
  more: Partial<CaseOutcome> = {},
): CaseOutcome {
  return {
    definition: caseOf(() => Promise.resolve(), { requirements }),
    verdict,
    exchanges: [],
    requests: 0,
    durationMs: 0,
    ...more,
  }
}

/** A finding of a requirement, each at a place of its own. */
export function findingOf(requirement: string, more: Partial<Finding> = {}): Finding {
  return {
    requirement,
    where: 'GET /me',
    expected: 'this',
    received: 'that',
    exchanges: [],
    count: 1,
    proof: true,
    ...more,
  }
}

interface Given extends Partial<Omit<Conducted, 'tally'>> {
  readonly findings?: readonly Finding[]
  /** Requirements that oracles saw hold, each in these exchanges. */
  readonly held?: Readonly<Record<string, readonly number[]>>
  readonly faults?: readonly string[]
  readonly exchanges?: readonly Exchange[]
}

/** The results of a run; empty by default. */
export function conductedOf({
  findings = [],
  held = {},
  faults = [],
  exchanges = [],
  ...more
}: Given = {}): Conducted {
  const tally = new Tally('https://api.example/v1')
  for (const finding of findings) tally.found.add({ finding, pass: 1 })
  tally.faults.push(...faults)
  tally.exchanges.push(...exchanges)
  for (const [id, evidence] of Object.entries(held))
    tally.held.set(id, { count: evidence.length, evidence: [...evidence] })
  return {
    outcomes: [],
    tally,
    ledger: new Ledger({ budget: 100, floor: 0 }),
    patience: { waited: [], isOver: false },
    footprint: [],
    observed: () => [],
    ...more,
  }
}
