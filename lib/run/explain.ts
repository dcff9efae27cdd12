import { topicOf } from '../judge/topic.ts'
import type { Explanation } from '../report/explain/explanation.ts'
import type { Setup } from './setup.ts'

/** The explanations of some requirements. Throws for an unknown id. */
export async function explain(
  { api, cases, embedded }: Setup,
  ids: readonly string[],
): Promise<Explanation[]> {
  const [mutants, variants] = await Promise.all([embedded.mutants(), embedded.variants()])
  return ids.map((id) => {
    const topic = topicOf(api.topics, id)
    return {
      requirement: api.catalogue.get(id),
      severity: api.severityOf(id),
      topic: topic.title,
      matters: topic.matters,
      fixes: topic.fixes,
      cases: cases
        .filter(({ requirements }) => requirements.includes(id))
        .map((one) => ({
          id: one.id,
          title: one.title,
          cost: one.cost,
          needs: [...new Set(one.needs)].map(api.needInWords),
          profile: one.smoke ? 'smoke' : one.deep ? 'full' : 'standard',
        })),
      mistakes: mutants.filter(({ breaks }) => breaks === id).map(({ id: mutant, how }) => ({ mutant, how })),
      freedoms: variants
        .filter((variant) => topic.freedoms.includes(variant.id.split('/')[0] ?? ''))
        .map(({ id: variant, why }) => ({ variant, why })),
    }
  })
}
