import type { CaseDefinition } from '../harness/context.ts'
import type { Catalogue } from '../judge/requirement.ts'
import type { RunOptions } from './options.ts'
import type { Scope } from './scope.ts'

/**
 * The cases of a run: those of the profile, for the selected requirements and parts.
 * Added are cases that a verdict depends on: senders of what a selected case reviews, and, for a requirement that
 * only oracles judge, the cases that use its endpoint.
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
  const judgedEverywhere = endpointsWithoutCases(cases, options.only ?? [], catalogue)
  const chosen = possible.filter(
    (definition) =>
      definition.requirements.some((id) => isSelected(id, options, catalogue)) ||
      judgedEverywhere.some((endpoint) => endpoint === '*' || asks(definition, endpoint, catalogue)),
  )
  const taken = new Set([...chosen, ...sendersFor(chosen, possible, catalogue)])
  return possible.filter((definition) => taken.has(definition))
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

/** The cases that send what others review: writes of the operations that these name. */
function sendersFor(
  reviewing: readonly CaseDefinition[],
  cases: readonly CaseDefinition[],
  catalogue: Catalogue,
): CaseDefinition[] {
  const operations = [...new Set(reviewing.flatMap(({ reviews = [] }) => reviews))]
  return cases.filter(
    (definition) =>
      (definition.phase === 'write' || definition.phase === 'refuse') &&
      operations.some((operation) => asks(definition, operation, catalogue)),
  )
}

/** Whether a case uses an endpoint: a requirement of it concerns that endpoint, or every one. */
function asks({ requirements }: CaseDefinition, endpoint: string, catalogue: Catalogue): boolean {
  return requirements.some((id) => [endpoint, '*'].includes(catalogue.get(id).endpoint))
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
