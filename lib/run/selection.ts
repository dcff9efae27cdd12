import type { CaseDefinition } from '../harness/case.ts'
import { requirement } from '../api/catalogue/index.ts'
import type { RunOptions } from './options.ts'

/** Which cases a run takes: the profile's, of the requirements and parts that the operator chose. */
export function selectCases(
  cases: readonly CaseDefinition[],
  options: Pick<RunOptions, 'profile' | 'only' | 'parts'>,
): CaseDefinition[] {
  return cases.filter((definition) => {
    if (options.profile === 'smoke' && !definition.smoke) return false
    if (options.profile !== 'full' && definition.deep) return false
    return definition.requirements.some((id) => isSelected(id, options))
  })
}

/** Whether the operator's selection, if there is one, takes in a requirement. */
export function isSelected(id: string, { only, parts }: Pick<RunOptions, 'only' | 'parts'>): boolean {
  if (only !== undefined && !only.includes(id)) return false
  return parts === undefined || parts.includes(requirement(id).part)
}
