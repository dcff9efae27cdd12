import type { CaseDefinition } from '../harness/context.ts'
import type { Catalogue } from '../judge/requirement.ts'
import { LISTS, OPERATIONS } from '../spec/operations.ts'
import type { RunOptions } from './options.ts'
import type { Scope } from './scope.ts'

type Selection = Pick<RunOptions, 'profile' | 'only' | 'cases' | 'parts'>

/**
 * The cases of a run: those of the profile, or those that show the selected requirements. Added are cases that send what a selected one reviews.
 */
export function selectCases(
  { cases, catalogue }: Pick<Scope, 'cases' | 'catalogue'>,
  { profile, only, cases: named, parts }: Selection,
): CaseDefinition[] {
  const possible = cases.filter(
    ({ smoke, deep }) => (profile !== 'smoke' || smoke) && (profile === 'full' || !deep),
  )
  const ofPart = (id: string): boolean => isSelected(id, { parts }, catalogue)
  if (named !== undefined) {
    const wanted = cases.filter(({ id }) => named.includes(id))
    return withSenders(wanted, cases, catalogue)
  }
  if (only !== undefined) {
    const wanted = only.filter((id) => ofPart(id) && catalogue.get(id).excluded === undefined)
    const showing = wanted.flatMap((id) => casesFor(id, possible, catalogue))
    return withSenders(showing, possible, catalogue)
  }
  if (parts === undefined) return possible
  const ofParts = possible.filter(({ requirements }) => requirements.some(ofPart))
  return withSenders(ofParts, possible, catalogue)
}

/** Whether a requirement is in the operator's selection. */
export function isSelected(
  id: string,
  { only, parts }: Pick<RunOptions, 'only' | 'parts'>,
  catalogue: Catalogue,
): boolean {
  if (only !== undefined && !only.includes(id)) return false
  return parts === undefined || parts.includes(catalogue.get(id).part)
}

/** The selected requirements that no case names: each answer to their operations shows them. */
export function judgedByEveryAnswer(
  { cases, catalogue }: Pick<Scope, 'cases' | 'catalogue'>,
  { only = [] }: Pick<RunOptions, 'only'>,
): readonly string[] {
  const named = new Set(cases.flatMap(({ requirements }) => requirements))
  return only.filter((id) => !named.has(id) && catalogue.get(id).excluded === undefined)
}

/**
 * The cases that show one requirement: those that verify it or, where no case names it, the cheapest for each of its
 * operations that discovery does not ask anyway, for its family, and for what rests on it. A key is spent for a
 * requirement that nothing else shows.
 */
function casesFor(id: string, possible: readonly CaseDefinition[], catalogue: Catalogue): CaseDefinition[] {
  const own = possible.filter(({ requirements }) => requirements.includes(id))
  const frugal = own.filter((one) => !spends(one))
  if (own.length > 0) return frugal.length > 0 ? frugal : own
  const { endpoint } = catalogue.get(id)
  const [operations, each] = endpoint === '*' ? [UNDISCOVERED, 1] : [[endpoint], 2]
  const cheapest = (isNear: (other: string) => boolean): CaseDefinition[] =>
    possible
      .filter((one) => !spends(one) && one.requirements.some(isNear))
      .toSorted(byCost)
      .slice(0, 1)
  return [
    ...operations.flatMap((operation) => asking(possible, operation, catalogue).slice(0, each)),
    ...cheapest((other) => areKin(id, other)),
    ...cheapest((other) => catalogue.restsOn(other).includes(id)),
  ]
}

/** The operations that a run does not ask before its first case. */
const UNDISCOVERED = OPERATIONS.filter((key) => key !== 'GET /me' && !LISTS.some((list) => list === key))

function areKin(one: string, other: string): boolean {
  return one.replace(/\d+$/, '') === other.replace(/\d+$/, '')
}

function spends({ needs }: CaseDefinition): boolean {
  return needs.includes('exhaustibleKey')
}

/**
 * The cases that ask an operation to do what it does, the cheapest first: those without a cost of their own live on what
 * others send.
 */
function asking(
  cases: readonly CaseDefinition[],
  operation: string,
  catalogue: Catalogue,
  phase: CaseDefinition['phase'] = operation.startsWith('GET ') ? 'read' : 'write',
): CaseDefinition[] {
  const own = cases.filter(
    (one) =>
      one.phase === phase &&
      one.cost > 0 &&
      one.requirements.some((id) => catalogue.get(id).endpoint === operation),
  )
  return own.toSorted(byCost)
}

/** How many cases send what one reviews: not all of them create something. */
const WRITERS = 3

/** Cases with what they review: for each operation the cheapest that write there, and one that is refused. */
function withSenders(
  chosen: readonly CaseDefinition[],
  cases: readonly CaseDefinition[],
  catalogue: Catalogue,
): CaseDefinition[] {
  const operations = [...new Set(chosen.flatMap(({ reviews = [] }) => reviews))]
  const senders = operations.flatMap((operation) => [
    ...asking(cases, operation, catalogue, 'write').slice(0, WRITERS),
    ...asking(cases, operation, catalogue, 'refuse').slice(0, 1),
  ])
  const taken = new Set([...chosen, ...senders])
  return cases.filter((definition) => taken.has(definition))
}

/** Cases that only read first, then the cheapest. */
function byCost(one: CaseDefinition, other: CaseDefinition): number {
  const writes = ({ phase }: CaseDefinition): number => (phase === 'read' || phase === 'first' ? 0 : 1)
  return writes(one) - writes(other) || one.cost - other.cost
}
