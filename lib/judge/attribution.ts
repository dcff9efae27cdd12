import { FIELDS, PLAIN } from '../api/catalogue/index.ts'
import type { Finding } from './finding.ts'
import { origins } from './origins.ts'
import { groupBy } from '../util/group-by.ts'
import { merge } from './merge.ts'

/** Rules for whole statuses: where a case knows better what a request should get, its word counts. */
const GENERAL = new Set(['STATUS-01', 'STATUS-02', 'STATUS-03'])

/** Rules on the form of an answer. What is concluded from a malformed answer is a consequence, not a second defect. */
const FORM = new Set(['JSON-02', 'JSON-03', 'JSON-04', 'TIME-01', 'ERROR-04', ...FIELDS.map(({ id }) => id)])

export interface Attribution {
  /** What is told: one finding for each requirement and place, with how often it was seen. */
  readonly roots: Finding[]
  /** What follows from another violation, with the requirements that explain it. */
  readonly explained: Finding[]
}

/** How many requirements a wrong status has to meet before it is told as such: one cause rather than many consequences. */
const MANY = 3

/**
 * Leaves the root causes: sets aside each finding that goes back to another violation of the same run, be it through others, and merges
 * what was seen again and again. One defect is to be told once, by the requirement that it breaks.
 */
export function rootCauses(findings: readonly Finding[]): Attribution {
  const specific = findings.filter((f) => !GENERAL.has(f.requirement))
  const general = findings.filter((f) => GENERAL.has(f.requirement))
  const traces = traced(specific)
  const lone = specific.filter((f) => traces.get(f)?.length === 0)
  const widespread = general.filter((f) => isWidespread(f, lone))
  const better = new Map(
    general.map((f) => [f, widespread.includes(f) ? [] : specific.filter((s) => tells(s, f))]),
  )
  const all = traced([...specific, ...general.filter((f) => better.get(f)?.length === 0)], (f) =>
    widespread.filter((g) => isLike(f, g)).map((g) => g.requirement),
  )
  return {
    roots: merge([...all].flatMap(([f, by]) => (by.length === 0 ? [f] : []))),
    explained: merge([
      ...[...all].flatMap(([f, by]) => explained(f, by)),
      ...[...better].flatMap(([f, by]) =>
        explained(
          f,
          by.map((s) => s.requirement),
        ),
      ),
    ]),
  }
}

function explained(finding: Finding, by: readonly string[]): Finding[] {
  return by.length === 0 ? [] : [{ ...finding, explainedBy: [...new Set(by)] }]
}

/** For each finding the violations that it goes back to; none where it is told itself. */
function traced(
  candidates: readonly Finding[],
  further: (finding: Finding) => readonly string[] = () => [],
): ReadonlyMap<Finding, readonly string[]> {
  const malformed = formByExchange(candidates)
  const violated = new Set(candidates.map((f) => f.requirement))
  const causesOf = (f: Finding): string[] => {
    const named = (f.explainedBy ?? []).filter((id) => violated.has(id))
    const form =
      FORM.has(f.requirement) || statusOf(f) !== undefined
        ? []
        : f.exchanges.flatMap((id) => malformed.get(id) ?? [])
    const all = [
      ...named,
      ...plainCauses(f, candidates),
      ...misplacedCauses(f, candidates),
      ...form,
      ...further(f),
    ]
    return [...new Set(all)].filter((id) => id !== f.requirement)
  }
  const causes = candidates.map((f) => [f, causesOf(f)] as const)
  const byRequirement = groupBy(causes, ([f]) => f.requirement)
  const ends = origins(new Map([...byRequirement].map(([id, some]) => [id, some.map(([, by]) => by)])))
  // A cause that may itself come from this requirement explains nothing of it.
  const origin = (cause: string, { requirement }: Finding): string[] => {
    const found = ends.get(cause)
    return found === undefined || found.has(requirement) ? [] : [...found]
  }
  return new Map(causes.map(([f, some]) => [f, [...new Set(some.flatMap((cause) => origin(cause, f)))]]))
}

/** Whether a wrong status was met by so many requirements that none of them is what it is about. */
function isWidespread(general: Finding, specific: readonly Finding[]): boolean {
  return new Set(specific.filter((f) => isLike(f, general)).map((f) => f.requirement)).size >= MANY
}

/** Whether two findings tell of the same wrong status at the same place. */
function isLike(one: Finding, other: Finding): boolean {
  const status = statusOf(one)
  return status !== undefined && one !== other && one.where === other.where && status === statusOf(other)
}

const ANSWERS = new Set<string | undefined>(Object.values(PLAIN).map(({ answer }) => answer))
const PLAINEST = new Set([...ANSWERS, ...Object.values(PLAIN).map(({ refusal }) => refusal)])

/**
 * A wrong status that the operation gives its plainest request, or its plainest refusal, too: then it is that one defect, and not as many
 * as there are cases. Of the refusal itself only a 404 is explained by the request: what is not found cannot be refused otherwise.
 */
function plainCauses(finding: Finding, all: readonly Finding[]): string[] {
  const status = statusOf(finding)
  const isPlain = PLAINEST.has(finding.requirement)
  if (status === undefined || ANSWERS.has(finding.requirement) || (isPlain && status !== 'status 404'))
    return []
  const plain = isPlain ? ANSWERS : PLAINEST
  const same = all.filter(
    (other) => plain.has(other.requirement) && other.where === finding.where && statusOf(other) === status,
  )
  return same.map((other) => other.requirement)
}

/**
 * An error that came with the status of a success lacks what such an answer holds: where a case knows that the request was to be refused, its
 * word counts.
 */
function misplacedCauses(finding: Finding, all: readonly Finding[]): string[] {
  if (finding.case !== undefined || !FORM.has(finding.requirement)) return []
  return all
    .filter((other) => other.case !== undefined && isLike(other, finding))
    .map((other) => other.requirement)
}

/** The wrong status that a finding tells of, where it tells of one. */
function statusOf({ received }: Finding): string | undefined {
  return /^status \d{3}/.exec(received)?.[0]
}

/** Whether what a case found tells of the same status as a general finding: the same exchange, or the same place with the same status. */
function tells(specific: Finding, general: Finding): boolean {
  if (specific.case === undefined) return false
  return specific.exchanges[0] === general.exchanges[0] || isLike(specific, general)
}

/** Requirements on the form that an exchange violates, by the exchange. */
function formByExchange(findings: readonly Finding[]): ReadonlyMap<number | undefined, readonly string[]> {
  const form = groupBy(
    findings.filter(({ requirement }) => FORM.has(requirement)),
    ({ exchanges }) => exchanges[0],
  )
  return new Map([...form].map(([exchange, some]) => [exchange, some.map((f) => f.requirement)]))
}
