import type { Mutant } from '../../../fixtures/mutants/mutant.ts'
import { CLIENT_CATALOGUE } from '../../../suites/client.ts'
import { NEEDS } from '../../engine/case/needs.ts'
import type { CaseDefinition } from '../../engine/case/suite.ts'
import type { Exchange } from '../../engine/http/exchange.ts'
import { type Example, exampleLines, faultOf } from '../report/explain/example.ts'
import type { Explanation } from '../report/explain/explanation.ts'
import { listAlterations } from './alterations.ts'
import { completeOptions } from './complete.ts'
import { inProcessTarget } from './in-process.ts'
import { type RunOutcome, verifyTarget } from './index.ts'
import type { Scope } from './scope.ts'
import type { RunOptions } from './options.ts'

/** The explanations of some requirements, on the target or on clients. Throws for an unknown id. */
export async function explanationsOf(
  { catalogue, cases }: Scope,
  ids: readonly string[],
): Promise<Explanation[]> {
  const { mutants } = await listAlterations()
  return ids.map((id) => {
    const ofClients = CLIENT_CATALOGUE.has(id)
    const requirement = (ofClients ? CLIENT_CATALOGUE : catalogue).get(id)
    return {
      requirement,
      ofClients,
      cases: cases
        .filter(({ requirements }) => requirements.includes(id))
        .map((one) => ({
          id: one.id,
          title: one.title,
          needs: [...new Set(one.needs.map((need) => NEEDS[need].missing))],
          writes: one.needs.includes('writes'),
          profile: profileOf(one),
        })),
      mistakes: mutants
        .filter(({ breaks }) => breaks.includes(id))
        .map(({ id: mutant, how }) => ({ mutant, how })),
    }
  })
}

/** The smallest profile that runs a case. */
function profileOf({ smoke, deep }: CaseDefinition): Explanation['cases'][number]['profile'] {
  if (smoke) return 'smoke'
  return deep ? 'full' : 'standard'
}

/**
 * The explanations with what a violation looks like: the cases of each requirement run in process against the reference
 * service, and against its mutants, of which the first, the commonest mistake, is shown.
 */
export async function explainWithExamples(scope: Scope, ids: readonly string[]): Promise<Explanation[]> {
  const explanations = await explanationsOf(scope, ids)
  const { mutants } = await listAlterations()
  const broken = explanations.filter(({ mistakes }) => mistakes.length > 0)
  if (broken.length === 0) return explanations
  const only = broken.map(({ requirement }) => requirement.id)
  const kept = await verified(scope, { only, profile: 'full' })
  const shown: Explanation[] = []
  for (const one of explanations) {
    const { id } = one.requirement
    // oxlint-disable-next-line no-await-in-loop -- one run after the other keeps a single service in memory
    const example = await firstExample(
      scope,
      id,
      mutants.filter(({ breaks }) => breaks.includes(id)),
      kept,
    )
    shown.push({ ...one, example })
  }
  return shown
}

async function firstExample(
  scope: Scope,
  id: string,
  mutants: readonly Mutant[],
  kept: RunOutcome,
): Promise<Example | undefined> {
  // What the cases of a requirement do not meet, another case does.
  const attempts = [{ only: [id], profile: 'full' }, { profile: 'standard' }] as const
  for (const attempt of attempts)
    for (const mutant of mutants) {
      const broken = await verified(scope, attempt, mutant)
      const [finding] = broken.record.requirements.find((row) => row.id === id)?.findings ?? []
      const wrong = finding && broken.exchanges.find((exchange) => exchange.id === finding.exchanges[0])
      if (finding === undefined || wrong === undefined) continue
      const right = counterpart(wrong, broken, kept)
      const fault = faultOf(finding, wrong, right)
      return {
        right: right && exampleLines(right, fault),
        wrong: {
          mutant: mutant.id,
          how: mutant.how,
          expected: finding.expected,
          received: finding.received,
          lines: exampleLines(wrong, fault),
        },
      }
    }
  return undefined
}

/** Time stands still, so that answers of two runs differ by the fault alone. */
const MOMENT = new Date('2026-11-20T12:00:00Z')

/** The seed of a proof, unless it is given: with it, every mutant is known to be found. */
export const PROOF_SEED = 20_261_120

/** A run for some requirements against the reference service or a mutant of it. */
async function verified(
  scope: Scope,
  asked: Pick<RunOptions, 'only' | 'profile'>,
  mutant?: Mutant,
): Promise<RunOutcome> {
  const target = inProcessTarget({ now: () => MOMENT, seams: mutant?.seams() })
  try {
    return await verifyTarget(
      target,
      scope,
      completeOptions({ ...asked, seed: PROOF_SEED, budget: 5000, floor: 0 }),
    )
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
