import type { Mutant } from '../../fixtures/mutants/tools/mutant.ts'
import { type Example, exchangeLines } from '../report/explain/exchange.ts'
import { decisiveExchange, lookup } from '../report/view/evidence.ts'
import type { RecordedExchange, RunRecord } from '../report/record.ts'
import { groupBy } from '../util/collections.ts'
import { completeOptions } from './complete.ts'
import { verifyTarget } from './index.ts'
import { inProcessTarget } from './in-process.ts'
import { listAlterations } from './sandbox.ts'
import type { Scope } from './scope.ts'

/** The most mutants that are tried until one shows the violation in an exchange. */
const MOST_TRIED = 3

/**
 * Requirements broken and kept, by id: their cases run in process against the reference service, and against a mutant
 * that breaks each. A requirement that no mutant breaks in an exchange has none.
 */
export async function examplesOf(
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Example>> {
  const kept = await recordOf(scope, ids, 'full')
  const examples = new Map<string, Example>()
  const mutants = groupBy((await listAlterations()).mutants, ({ breaks }) => breaks)
  for (const id of ids) {
    // The simplest mistake has the shortest sentence.
    const simplest = (mutants.get(id) ?? []).toSorted((a, b) => a.how.length - b.how.length)
    const example = await firstExample(scope, id, simplest.slice(0, MOST_TRIED), kept)
    if (example !== undefined) examples.set(id, example)
  }
  return examples
}

async function firstExample(
  scope: Scope,
  id: string,
  mutants: readonly Mutant[],
  kept: RunRecord,
): Promise<Example | undefined> {
  for (const mutant of mutants) {
    const record = await recordOf(scope, [id], 'standard', mutant)
    const [finding] = record.requirements.find((row) => row.id === id)?.findings ?? []
    const wrong = finding && decisiveExchange(finding, lookup(record))
    if (finding === undefined || wrong === undefined) continue
    const right = alike(wrong, kept, id)
    return {
      right: right && exchangeLines(right, finding, wrong),
      wrong: {
        mutant: mutant.id,
        how: mutant.how,
        expected: finding.expected,
        received: finding.received,
        lines: exchangeLines(wrong, finding, right),
      },
    }
  }
  return undefined
}

/** A run for some requirements against the reference service or a mutant of it. */
async function recordOf(
  scope: Scope,
  only: readonly string[],
  profile: 'standard' | 'full',
  mutant?: Mutant,
): Promise<RunRecord> {
  const target = inProcessTarget({ seams: mutant?.seams() })
  try {
    const options = completeOptions({ only, profile, seed: 1, fuzzRuns: 3, budget: 5000, floor: 0 })
    const { record } = await verifyTarget(target, scope, options)
    return record
  } finally {
    await target.close()
  }
}

/** The exchange of a record that asks the same: the same request, or else one of the operation, as evidence first. */
function alike(wanted: RecordedExchange, record: RunRecord, id: string): RecordedExchange | undefined {
  const evidence = record.requirements.find((row) => row.id === id)?.evidence ?? []
  const candidates = record.exchanges
    .filter(({ operation, key }) => operation === wanted.operation && key === wanted.key)
    .toSorted((a, b) => Number(evidence.includes(b.id)) - Number(evidence.includes(a.id)))
  const isSame = ({ request: { method, url, body } }: RecordedExchange): boolean =>
    method === wanted.request.method && url === wanted.request.url && body === wanted.request.body
  return candidates.find(isSame) ?? candidates.find(({ id: one }) => evidence.includes(one))
}
