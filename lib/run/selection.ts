import type { CaseDefinition } from '../harness/context.ts'
import type { Catalogue } from '../judge/requirement.ts'
import type { RunOptions } from './options.ts'
import type { Scope } from './scope.ts'

/**
 * The cases of a run: those of the profile, for the selected requirements and parts. Added are cases that a verdict
 * depends on: senders of what a selected case reviews and, for a requirement that only oracles judge, the cheapest
 * cases that show it. A case that spends the allowance of a key is taken for its own requirement alone.
 */
export function selectCases(
  { cases, catalogue }: Pick<Scope, 'cases' | 'catalogue'>,
  options: Pick<RunOptions, 'profile' | 'only' | 'cases' | 'parts'>,
): CaseDefinition[] {
  if (options.cases !== undefined) return namedCases(cases, options.cases, catalogue)
  const possible = cases.filter(
    ({ smoke, deep }) => (options.profile !== 'smoke' || smoke) && (options.profile === 'full' || !deep),
  )
  if (options.only === undefined && options.parts === undefined) return possible
  const isWanted = (id: string): boolean => isSelected(id, options, catalogue)
  const chosen = possible.filter(({ requirements, needs }) =>
    (needs.includes('exhaustibleKey') ? requirements.slice(0, 1) : requirements).some(isWanted),
  )
  const showing = endpointsWithoutCases(cases, options.only ?? [], catalogue).flatMap((endpoint) =>
    cheapestFor(endpoint, possible, catalogue),
  )
  const senders = sendersFor(chosen, possible, catalogue, MOST_SHOWING)
  const taken = new Set([...chosen, ...showing, ...senders])
  return possible.filter((definition) => taken.has(definition))
}

/** The most cases for a requirement of one operation that every answer shows. */
const MOST_SHOWING = 3

/** The cheapest cases whose answers show what holds for every answer: of one operation, or one case of each for all. */
function cheapestFor(
  endpoint: string,
  cases: readonly CaseDefinition[],
  catalogue: Catalogue,
): readonly CaseDefinition[] {
  const all = new Set(catalogue.rows.map((row) => row.endpoint).filter((one) => one !== '*'))
  const [endpoints, most] = endpoint === '*' ? [[...all], 1] : [[endpoint], MOST_SHOWING]
  const plain = cheapestFirst(
    cases.filter(({ phase, reviews }) => phase !== 'spend' && reviews === undefined),
  )
  return endpoints.flatMap((one) =>
    plain.filter((definition) => concerns(definition, one, catalogue)).slice(0, most),
  )
}

/** The cases with these ids, and those that send what they review. */
function namedCases(
  cases: readonly CaseDefinition[],
  ids: readonly string[],
  catalogue: Catalogue,
): CaseDefinition[] {
  const chosen = cases.filter(({ id }) => ids.includes(id))
  const taken = new Set([...chosen, ...sendersFor(chosen, cases, catalogue)])
  return cases.filter((definition) => taken.has(definition))
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

/** Those first that leave the second key alone, then the cheapest. */
function cheapestFirst(cases: readonly CaseDefinition[]): readonly CaseDefinition[] {
  const price = ({ needs, cost, costAlone = cost }: CaseDefinition): number =>
    costAlone + (needs.includes('otherKey') ? 1000 : 0)
  return cases.toSorted((a, b) => price(a) - price(b))
}

/** The cases that send what others review: writes of the operations that these name, the cheapest of each. */
function sendersFor(
  reviewing: readonly CaseDefinition[],
  cases: readonly CaseDefinition[],
  catalogue: Catalogue,
  most = Infinity,
): CaseDefinition[] {
  const operations = [...new Set(reviewing.flatMap(({ reviews = [] }) => reviews))]
  const writing = cheapestFirst(cases.filter(({ phase }) => phase === 'write' || phase === 'refuse'))
  return operations.flatMap((operation) =>
    writing.filter((definition) => concerns(definition, operation, catalogue)).slice(0, most),
  )
}

/** Whether a requirement of a case is one of this endpoint. */
function concerns({ requirements }: CaseDefinition, endpoint: string, catalogue: Catalogue): boolean {
  return requirements.some((id) => catalogue.get(id).endpoint === endpoint)
}

/** The endpoints of requirements without cases, which are judged on every exchange there. */
function endpointsWithoutCases(
  cases: readonly CaseDefinition[],
  ids: readonly string[],
  catalogue: Catalogue,
): readonly string[] {
  const named = new Set(cases.flatMap(({ requirements }) => requirements))
  return ids
    .filter((id) => !named.has(id))
    .map(catalogue.get)
    .flatMap(({ endpoint, excluded }) => (excluded === undefined ? [endpoint] : []))
}
