import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CaseDefinition } from '../harness/context.ts'
import { type Requirement, topicOf } from '../judge/requirement.ts'
import type { Explanation } from '../report/explain/explanation.ts'
import { examplesOf } from './example.ts'
import { FEW } from '../util/bounds.ts'
import { groupBy } from '../util/collections.ts'
import { needInWords } from '../harness/needs.ts'
import { CLIENT_CATALOGUE } from '../../suites/client.ts'
import { severityOf } from '../../suites/topics.ts'
import { listAlterations } from './sandbox.ts'
import type { Scope } from './scope.ts'

/** Writes a page for each explanation, and an index, into a folder, which is created if missing. */
export async function writePagesAndIndex(
  explanations: readonly Explanation[],
  folder: string,
): Promise<void> {
  const { renderExplanationIndex } = await import('../report/explain/page.ts')
  await writePages(explanations, folder, { href: 'index.html', text: 'All requirements' })
  await writeFile(join(folder, 'index.html'), renderExplanationIndex(explanations))
}

/**
 * Writes a page for each explanation into a folder, which is created if missing.
 * @param up - the link to what lists them
 */
export async function writePages(
  explanations: readonly Explanation[],
  folder: string,
  up: { readonly href: string; readonly text: string },
): Promise<void> {
  const { pageOf, renderExplanationPage } = await import('../report/explain/page.ts')
  await mkdir(folder, { recursive: true })
  await Promise.all(
    explanations.map((one) =>
      writeFile(join(folder, pageOf(one.requirement.id)), renderExplanationPage(one, up)),
    ),
  )
}

/** The explanations of some requirements, on the target or on clients. Throws for an unknown id. */
export async function explain(
  { catalogue, topics, cases }: Scope,
  ids: readonly string[],
): Promise<Explanation[]> {
  const { mutants, variants } = await listAlterations()
  return ids.map((id) => {
    const topic = topicOf(topics, id)
    const ofClients = CLIENT_CATALOGUE.has(id)
    const requirement = (ofClients ? CLIENT_CATALOGUE : catalogue).get(id)
    const related = variants.filter((variant) => topic.freedoms.includes(variant.id.split('/')[0] ?? ''))
    return {
      requirement,
      ofClients,
      severity: severityOf(id),
      topic: topic.title,
      matters: ofClients ? '' : topic.matters,
      cases: cases
        .filter(({ requirements }) => requirements.includes(id))
        .map((one) => ({
          id: one.id,
          title: one.title,
          cost: one.cost,
          needs: [...new Set(one.needs.map(needInWords))],
          writes: one.needs.includes('writes'),
          profile: profileOf(one),
        })),
      mistakes: mutants.filter(({ breaks }) => breaks === id).map(({ id: mutant, how }) => ({ mutant, how })),
      freedoms: nearest(related, requirement).map(({ id: variant, why }) => ({ variant, why })),
    }
  })
}

/** The explanations with what a violation looks like, made by running the cases of each requirement in process. */
export async function explainWithExamples(scope: Scope, ids: readonly string[]): Promise<Explanation[]> {
  const explanations = await explain(scope, ids)
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

/** A few freedoms, each text once, that share rare words with a requirement, its field or its resource: nearest first. */
function nearest<F extends { readonly why: string }>(
  freedoms: readonly F[],
  { text, endpoint, source }: Pick<Requirement, 'text' | 'endpoint' | 'source'>,
): F[] {
  const distinct = [...new Map(freedoms.map((one) => [one.why, one])).values()]
  const wordsOf = new Map(distinct.map((one) => [one, words(one.why)]))
  const asked = words(`${text} ${endpoint} ${source?.section ?? ''} ${source?.item ?? ''}`)
  const uses = groupBy(
    [...wordsOf.values()].flatMap((some) => [...some]),
    (word) => word,
  )
  const nearness = (one: F): number =>
    [...(wordsOf.get(one) ?? [])]
      .filter((word) => asked.has(word))
      .reduce((sum, word) => sum + 1 / (uses.get(word)?.length ?? 1), 0)
  return distinct
    .filter((one) => nearness(one) > 0)
    .toSorted((a, b) => nearness(b) - nearness(a))
    .slice(0, FEW)
}

/** The words of a text that may name its subject, without a plural's `s`. */
function words(text: string): Set<string> {
  return new Set([...text.toLowerCase().matchAll(/[a-z_]{4,}/g)].map(([word]) => word.replace(/s$/, '')))
}
