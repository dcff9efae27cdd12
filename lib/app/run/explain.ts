import type { CaseDefinition } from '../../engine/case/suite.ts'
import type { Explanation } from '../report/explain/explanation.ts'
import { examplesOf } from './example.ts'
import { NEEDS } from '../../engine/case/needs.ts'
import { CLIENT_CATALOGUE } from '../../../suites/client.ts'
import { listAlterations } from './alterations.ts'
import type { Scope } from './scope.ts'

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

/** The explanations with what a violation looks like, made by running the cases of each requirement in process. */
export async function explainWithExamples(scope: Scope, ids: readonly string[]): Promise<Explanation[]> {
  const explanations = await explanationsOf(scope, ids)
  const broken = explanations.filter(({ mistakes }) => mistakes.length > 0)
  const examples = await examplesOf(
    scope,
    broken.map(({ requirement: { id } }) => id),
  )
  return explanations.map((one) => ({ ...one, example: examples.get(one.requirement.id) }))
}

/** The smallest profile that runs a case. */
function profileOf({ smoke, deep }: CaseDefinition): Explanation['cases'][number]['profile'] {
  if (smoke) return 'smoke'
  return deep ? 'full' : 'standard'
}
