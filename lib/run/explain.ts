import { MUTANTS } from '../../fixtures/mutants/index.ts'
import { VARIANTS } from '../../fixtures/variants/index.ts'
import { CATALOGUE, requirement } from '../api/catalogue/index.ts'
import { severityOf } from '../api/catalogue/severity.ts'
import { needInWords } from '../api/needs.ts'
import { topicOf } from '../api/topics.ts'
import type { Explanation } from '../report/explain/explanation.ts'
import { CASES } from '../../suites/index.ts'

/** What there is to say about a requirement. Throws where the catalogue has none with this id. */
export function explain(id: string): Explanation {
  const row = requirement(id)
  const topic = topicOf(id)
  return {
    requirement: row,
    severity: severityOf(id),
    topic: topic.title,
    matters: topic.matters,
    fixes: topic.fixes,
    cases: CASES.filter(({ requirements }) => requirements.includes(id)).map((one) => ({
      id: one.id,
      title: one.title,
      cost: one.cost,
      needs: [...new Set(one.needs)].map(needInWords),
      profile: one.smoke ? 'smoke' : one.deep ? 'full' : 'standard',
    })),
    mistakes: MUTANTS.filter(({ breaks }) => breaks === id).map(({ id: mutant, how }) => ({ mutant, how })),
    freedoms: VARIANTS.filter((variant) => topic.freedoms.includes(variant.id.split('/')[0] ?? '')).map(
      ({ id: variant, why }) => ({ variant, why }),
    ),
  }
}

/** What there is to say about every requirement, in the order of the catalogue. */
export function explainAll(): Explanation[] {
  return CATALOGUE.map(({ id }) => explain(id))
}
