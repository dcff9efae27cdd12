import type { Mutant } from '../../../fixtures/mutants/mutant.ts'
import type { Exchange } from '../../engine/http/exchange.ts'
import { type Example, exampleLines } from '../report/explain/example.ts'
import { completeOptions } from './complete.ts'
import { type RunOutcome, verifyTarget } from './index.ts'
import { inProcessTarget } from './in-process.ts'
import { listAlterations } from './alterations.ts'
import type { Scope } from './scope.ts'

/**
 * Requirements broken and kept, by id: their cases run in process against the reference service, and against a mutant
 * that breaks each. A requirement that no mutant breaks in an exchange has none.
 */
export async function examplesOf(
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Example>> {
  const kept = await verified(scope, ids, 'full')
  const examples = new Map<string, Example>()
  const { mutants } = await listAlterations()
  for (const id of ids) {
    // The simplest mistake has the shortest sentence.
    const simplest = mutants
      .filter(({ breaks }) => breaks.includes(id))
      .toSorted((a, b) => a.how.length - b.how.length)
    const example = await firstExample(scope, id, simplest, kept)
    if (example !== undefined) examples.set(id, example)
  }
  return examples
}

async function firstExample(
  scope: Scope,
  id: string,
  mutants: readonly Mutant[],
  kept: RunOutcome,
): Promise<Example | undefined> {
  for (const mutant of mutants) {
    const broken = await verified(scope, [id], 'standard', mutant)
    const [finding] = broken.record.requirements.find((row) => row.id === id)?.findings ?? []
    const wrong = finding && broken.exchanges.find((exchange) => exchange.id === finding.exchanges[0])
    if (finding === undefined || wrong === undefined) continue
    const right = counterpart(wrong, broken, kept)
    return {
      right: right && exampleLines(right, finding),
      wrong: {
        mutant: mutant.id,
        how: mutant.how,
        expected: finding.expected,
        received: finding.received,
        lines: exampleLines(wrong, finding),
      },
    }
  }
  return undefined
}

/** A run for some requirements against the reference service or a mutant of it. */
async function verified(
  scope: Scope,
  only: readonly string[],
  profile: 'standard' | 'full',
  mutant?: Mutant,
): Promise<RunOutcome> {
  const target = inProcessTarget({ seams: mutant?.seams() })
  try {
    const options = completeOptions({ only, profile, seed: 1, budget: 5000, floor: 0 })
    return await verifyTarget(target, scope, options)
  } finally {
    await target.close()
  }
}

/** The exchange of another run that asks the same: the same request, or the one in its place of the same case. */
function counterpart(wanted: Exchange, own: RunOutcome, other: RunOutcome): Exchange | undefined {
  const { method, url, body } = wanted.request
  const same = other.exchanges.find(
    ({ request, key }) =>
      key === wanted.key && request.method === method && request.url === url && request.body === body,
  )
  if (same !== undefined) return same
  const sender = own.record.cases.find(({ exchanges }) => exchanges.includes(wanted.id))
  if (sender === undefined) return undefined
  const place = sentBy(sender.id, wanted, own).findIndex(({ id }) => id === wanted.id)
  const sent = sentBy(sender.id, wanted, other)
  return sent[place] ?? sent[0]
}

/** What a case asked of the same operation with the same key, in order. */
function sentBy(id: string, { operation, key }: Exchange, { record, exchanges }: RunOutcome): Exchange[] {
  const ids = record.cases.find((one) => one.id === id)?.exchanges ?? []
  return exchanges.filter(
    (exchange) => ids.includes(exchange.id) && exchange.operation === operation && exchange.key === key,
  )
}
