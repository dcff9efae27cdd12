import type { Mutant } from '../../../fixtures/mutants/mutant.ts'
import { CLIENT_CATALOGUE } from '../../../suites/client.ts'
import { NEEDS } from '../../engine/case/needs.ts'
import type { CaseDefinition } from '../../engine/case/suite.ts'
import type { Exchange } from '../../engine/http/exchange.ts'
import type { Finding } from '../../engine/judge/finding.ts'
import type { Requirement } from '../../engine/judge/requirement.ts'
import { askedLines, type Compared, compared, isSameRequest, saidLines } from '../report/example.ts'
import type { ShownLine } from '../report/view/body.ts'
import { listAlterations } from './alterations.ts'
import { frozenClock, inProcessTarget } from './in-process.ts'
import { type RunOutcome, verifyTarget } from './index.ts'
import { completeOptions, type Profile, type RunOptions } from './options.ts'
import { SCOPE } from './scope.ts'

/** The explanation of one requirement, from the catalogue, the cases and the mutants. */
export interface Explanation {
  readonly requirement: Requirement
  /** Whether it is a requirement on clients, judged in their requests. */
  readonly ofClients: boolean
  /** The cases that verify it; none if oracles judge it on every answer. */
  readonly cases: readonly ExplainedCase[]
  /** Mutants of the reference service that break it, the commonest mistake first. */
  readonly mistakes: readonly { readonly mutant: string; readonly how: string }[]
  /** The requirement broken and kept; absent if no mutant breaks it. */
  readonly example?: ViolationExample
}

interface ExplainedCase {
  readonly id: string
  readonly title: string
  /** The prerequisites that the operator must supply, in words. */
  readonly needs: readonly string[]
  readonly writes: boolean
  readonly profile: Profile
}

/** A violation of a requirement by a mutant, and the same exchange with the reference service. */
interface ViolationExample {
  /** Absent if no exchange matches. */
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

/** A sample violation: the cases of the requirement run in process against the first mutant that shows it. */
async function exampleOf(id: string, mutants: readonly Mutant[]): Promise<ViolationExample | undefined> {
  // If the cases of a requirement do not meet the fault, another case does.
  for (const asked of [{ only: [id], profile: 'full' }, { profile: 'standard' }] as const)
    for (const mutant of mutants) {
      const broken = await verified(asked, mutant)
      const findings = broken.record.requirements.find((row) => row.id === id)?.findings ?? []
      const [first, ...others] = findings
      if (first !== undefined)
        return shownBy([first, ...others], mutant, { broken, right: await verified(asked) })
    }
  return undefined
}

/** Two runs of the same cases: against a mutant, and against the service without a fault. */
interface Runs {
  readonly broken: RunOutcome
  readonly right: RunOutcome
}

function shownBy(
  findings: readonly [Finding, ...Finding[]],
  { id: mutant, how }: Mutant,
  runs: Runs,
): ViolationExample {
  const { finding, right, wrong } = mostTelling(findings, runs) ?? inWords(findings[0], runs)
  const { expected, received } = finding
  return { right, wrong: { mutant, how, expected, received, lines: wrong } }
}

interface SideBySide extends Pick<Compared, 'right' | 'wrong'> {
  readonly finding: Finding
}

/**
 * The exchange that shows a violation best, next to the right one: the first that differs from it at the
 * place that the finding names. Undefined if no single exchange shows it.
 */
function mostTelling(findings: readonly Finding[], runs: Runs): SideBySide | undefined {
  const pairs = findings.flatMap((finding) => {
    const exchanges = exchangesOf(finding, runs)
    return exchanges.flatMap((wrong) => {
      const right = counterpart(wrong, runs)
      const pair = right && compared(finding, wrong, right)
      return pair === undefined ? [] : [{ ...pair, finding, written: writtenBefore(wrong, exchanges) }]
    })
  })
  const best = pairs.find(({ isTelling }) => isTelling) ?? pairs[0]
  if (best === undefined) return undefined
  const { finding, written } = best
  return {
    finding,
    right: [...askedFirst(written && counterpart(written, runs)), ...best.right],
    wrong: [...askedFirst(written), ...best.wrong],
  }
}

/** Several answers together show the violation, or a delivery does: words describe it below a related request. */
function inWords(finding: Finding, runs: Runs): SideBySide {
  const asked = askedFirst(exchangesOf(finding, runs)[0])
  return {
    finding,
    right: [...asked, ...saidLines(finding.expected)],
    wrong: [...asked, ...saidLines(finding.received)],
  }
}

function exchangesOf({ exchanges }: Finding, { broken }: Runs): readonly Exchange[] {
  return exchanges.flatMap((id) => broken.exchanges.find((one) => one.id === id) ?? [])
}

/** For a finding that a read decides: the write among its exchanges, whose value the read shows. */
function writtenBefore({ request }: Exchange, all: readonly Exchange[]): Exchange | undefined {
  return request.method === 'GET' ? all.find((one) => one.request.method !== 'GET') : undefined
}

function askedFirst(exchange: Exchange | undefined): readonly ShownLine[] {
  return exchange === undefined ? [] : [...askedLines(exchange), { text: '', marked: false }]
}

/**
 * A run for some requirements against the reference service or one of its mutants: the answers of two such
 * runs differ only by the fault.
 */
async function verified(asked: Pick<RunOptions, 'only' | 'profile'>, mutant?: Mutant): Promise<RunOutcome> {
  const target = inProcessTarget({ now: frozenClock, seams: mutant?.seams() })
  const options = completeOptions({ ...asked, budget: 5000, floor: 0 })
  try {
    return await verifyTarget(target, SCOPE, options)
  } finally {
    await target.close()
  }
}

/**
 * The exchange of the run without a fault that matches one of the other run: the same request of the same
 * case, after the same number of repetitions; otherwise a request of the case to the same operation.
 */
function counterpart(wanted: Exchange, { broken, right }: Runs): Exchange | undefined {
  const sender = broken.record.cases.find(({ exchanges }) => exchanges.includes(wanted.id))?.id
  const before = sentBy(sender, broken)
  for (const isLike of [isSame, isOfOperation])
    for (const candidates of [sentBy(sender, right), right.exchanges]) {
      const alike = candidates.filter((one) => isLike(one, wanted))
      const repetition = before.filter((one) => isLike(one, wanted)).indexOf(wanted)
      const found = alike[repetition] ?? alike.at(-1)
      if (found !== undefined) return found
    }
  return undefined
}

function sentBy(caseId: string | undefined, { record, exchanges }: RunOutcome): readonly Exchange[] {
  const ids = new Set(record.cases.find(({ id }) => id === caseId)?.exchanges)
  return exchanges.filter(({ id }) => ids.has(id))
}

/** Whether two requests are to the same operation, with the same key. */
function isOfOperation(one: Exchange, other: Exchange): boolean {
  return (
    one.operation === other.operation && one.key === other.key && one.request.method === other.request.method
  )
}

function isSame(one: Exchange, other: Exchange): boolean {
  return isOfOperation(one, other) && isSameRequest(one, other)
}
