import type { CaseDefinition } from '../../engine/case/suite.ts'
import { type Finding, mergeFindings } from '../../engine/judge/finding.ts'
import type { Catalogue } from '../../engine/judge/requirement.ts'
import { conduct } from '../run/conduct.ts'
import { groupBy } from '../../engine/util/collections.ts'
import { frozenClock, inProcessTarget } from '../run/in-process.ts'
import type { RunOptions } from '../run/options.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import type { ReferenceOptions } from '../../../fixtures/reference/index.ts'
import type { Scope } from '../run/scope.ts'

/** Run options of a proof: writes allowed, no limits on requests. */
export function proofOptions(seed: number): RunOptions {
  return {
    writes: true,
    budget: 1_000,
    floor: 0,
    wait: false,
    profile: 'standard',
    seed,
    concurrency: 8,
    timeout: 5,
    // Time is simulated for the service; a busy machine must end no trial early.
    runTimeout: 600,
    insecure: false,
    strict: false,
  }
}

/** The result of some cases against one service: the part of a run that a proof needs, without a record. */
export interface Trial {
  /** The first finding on each violated requirement. */
  readonly violations: ReadonlyMap<string, Finding>
  /** Why nothing was judged or the run was cut short, and faults of the tool: a trial with one proves nothing. */
  readonly problems: readonly string[]
  readonly durationMs: number
}

/** Runs cases against the reference service in process, with a change applied. */
export async function tryReference(
  { catalogue }: Scope,
  change: ReferenceOptions,
  cases: readonly CaseDefinition[],
  options: RunOptions,
): Promise<Trial> {
  const started = performance.now()
  const target = inProcessTarget({ now: frozenClock, ...change })
  const timed = (trial: Omit<Trial, 'durationMs'>): Trial => ({
    ...trial,
    durationMs: performance.now() - started,
  })
  try {
    const conducted = await conduct(target, cases, options)
    const { outcomes, ended, tally } = conducted
    const faults = outcomes.filter(({ verdict }) => verdict === 'error')
    return timed({
      violations: violationsOf(catalogue, tally.found.certain),
      problems: [
        ended?.reason ?? [],
        ...faults.map(({ definition, reason }) => `${definition.id}: ${reason}`),
      ].flat(),
    })
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return timed({ violations: new Map(), problems: [error.message] })
  } finally {
    await target.close()
  }
}

/** The first finding of each violated requirement, in the order of the catalogue. */
function violationsOf(catalogue: Catalogue, findings: readonly Finding[]): ReadonlyMap<string, Finding> {
  const byRequirement = groupBy(mergeFindings(findings), ({ requirement }) => requirement)
  return new Map(
    catalogue.rows.flatMap(({ id, strength, excluded }) => {
      const [first] = strength === 'open' || excluded !== undefined ? [] : (byRequirement.get(id) ?? [])
      return first === undefined ? [] : [[id, first] as const]
    }),
  )
}
