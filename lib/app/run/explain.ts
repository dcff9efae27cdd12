import type { Mutant } from '../../../fixtures/mutants/mutant.ts'
import { CLIENT_CATALOGUE } from '../../../suites/client.ts'
import { NEEDS } from '../../engine/case/needs.ts'
import type { CaseDefinition } from '../../engine/case/suite.ts'
import type { Exchange } from '../../engine/http/exchange.ts'
import type { Requirement } from '../../engine/judge/requirement.ts'
import { exampleLines, faultOf } from '../report/example.ts'
import type { ShownLine } from '../report/view/body.ts'
import { listAlterations } from './alterations.ts'
import { frozenClock, inProcessTarget } from './in-process.ts'
import { type RunOutcome, verifyTarget } from './index.ts'
import { completeOptions, type Profile, type RunOptions } from './options.ts'
import { SCOPE } from './scope.ts'

/** The explanation of one requirement, from the catalogue, the cases and the mutants. */
export interface Explanation {
  readonly requirement: Requirement
  /** Whether it is required of clients, and judged in their requests. */
  readonly ofClients: boolean
  /** The cases that verify it; none if oracles judge it on every answer. */
  readonly cases: readonly ExplainedCase[]
  /** Mutants of the reference service that break it, the commonest mistake first. */
  readonly mistakes: readonly { readonly mutant: string; readonly how: string }[]
  /** The requirement broken and kept; absent where no mutant breaks it. */
  readonly example?: Example
}

interface ExplainedCase {
  readonly id: string
  readonly title: string
  /** What the operator has to supply, in words. */
  readonly needs: readonly string[]
  /** Whether it creates or changes data. */
  readonly writes: boolean
  /** The smallest profile that runs it. */
  readonly profile: Profile
}

/** A violation of a requirement by a mutant, and the same exchange with the reference service. */
interface Example {
  /** Absent if no exchange is alike. */
  readonly right?: readonly ShownLine[]
  readonly wrong: {
    readonly mutant: string
    readonly how: string
    readonly expected: string
    readonly received: string
    readonly lines: readonly ShownLine[]
  }
}

/** Explains a requirement on the target or on clients. Throws for an unknown id. */
export async function explainRequirement(id: string): Promise<Explanation> {
  const ofClients = CLIENT_CATALOGUE.has(id)
  const mutants = (await listAlterations()).mutants.filter(({ breaks }) => breaks.includes(id))
  return {
    requirement: (ofClients ? CLIENT_CATALOGUE : SCOPE.catalogue).get(id),
    ofClients,
    cases: SCOPE.cases.filter(({ requirements }) => requirements.includes(id)).map(explainedCase),
    mistakes: mutants.map(({ id: mutant, how }) => ({ mutant, how })),
    example: await exampleOf(id, mutants),
  }
}

/** The smallest profile that runs a case. */
function smallestProfile({ smoke, deep }: CaseDefinition): Profile {
  if (smoke) return 'smoke'
  return deep ? 'full' : 'standard'
}

function explainedCase(definition: CaseDefinition): ExplainedCase {
  const { id, title, needs } = definition
  return {
    id,
    title,
    needs: [...new Set(needs.map((need) => NEEDS[need].missing))],
    writes: needs.includes('writes'),
    profile: smallestProfile(definition),
  }
}

/** What a violation looks like: the cases of the requirement run in process against the first mutant that shows it. */
async function exampleOf(id: string, mutants: readonly Mutant[]): Promise<Example | undefined> {
  // What the cases of a requirement do not meet, another case does.
  for (const asked of [{ only: [id], profile: 'full' }, { profile: 'standard' }] as const)
    for (const mutant of mutants) {
      const broken = await verified(asked, mutant)
      const [finding] = broken.record.requirements.find((row) => row.id === id)?.findings ?? []
      const wrong = finding && broken.exchanges.find((exchange) => exchange.id === finding.exchanges[0])
      if (finding === undefined || wrong === undefined) continue
      const right = counterpart(wrong, broken, await verified(asked))
      const { how } = mutant
      const { expected, received } = finding
      const fault = faultOf(finding, wrong, right)
      return {
        right: right && exampleLines(right, fault),
        wrong: { mutant: mutant.id, how, expected, received, lines: exampleLines(wrong, fault) },
      }
    }
  return undefined
}

/** A run for some requirements against the reference service or a mutant of it: answers of two such runs differ by the fault alone. */
async function verified(asked: Pick<RunOptions, 'only' | 'profile'>, mutant?: Mutant): Promise<RunOutcome> {
  const target = inProcessTarget({ now: frozenClock, seams: mutant?.seams() })
  const options = completeOptions({ ...asked, budget: 5000, floor: 0 })
  try {
    return await verifyTarget(target, SCOPE, options)
  } finally {
    await target.close()
  }
}

/** The exchange of another run that asks the same: the same request, or the first of the same case to the same operation. */
function counterpart(wanted: Exchange, own: RunOutcome, other: RunOutcome): Exchange | undefined {
  const { method, url, body } = wanted.request
  const alike = other.exchanges.filter(
    ({ operation, key }) => operation === wanted.operation && key === wanted.key,
  )
  const sender = own.record.cases.find(({ exchanges }) => exchanges.includes(wanted.id))
  const sent = other.record.cases.find(({ id }) => id === sender?.id)?.exchanges ?? []
  return (
    alike.find(({ request }) => request.method === method && request.url === url && request.body === body) ??
    alike.find(({ id }) => sent.includes(id))
  )
}
