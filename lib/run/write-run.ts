import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CaseDefinition } from '../harness/case.ts'
import type { Exchange } from '../http/exchange.ts'
import { writeResults } from '../replay/write.ts'
import { addToHistory, HISTORY, withHistory } from '../report/history.ts'
import { FAILURES, withOutcome } from '../report/outcome.ts'
import type { RunRecord } from '../report/record.ts'
import { oneLine } from '../util/text.ts'
import type { WrittenReports } from '../report/write.ts'
import { withRequirements } from './cases.ts'
import type { Setup } from './setup.ts'
import { type Requirement, topicOf } from '../judge/requirement.ts'
import { groupBy } from '../util/collections.ts'
import type { Explanation } from '../report/explain/explanation.ts'

/** The folder of explanations in the reports folder; `index.html` links to them. */
const EXPLANATIONS = 'requirements'

/**
 * Writes all results of a run into its folder: reports, a capsule for each violation, an explanation of each violated
 * requirement, and an entry in the folder's history. Never throws; `failed` lists what could not be written.
 * @param setup - loaded only if there is something to explain: the record that a run has not ended is written at once
 * @param exchanges - all exchanges of the run
 * @param scrub - replaces secrets in a text
 */
export async function writeRun(
  setup: Setup | (() => Promise<Setup>),
  folder: string,
  made: RunRecord,
  exchanges: readonly Exchange[],
  scrub: (text: string) => string,
): Promise<WrittenReports> {
  const record = await withHistory(folder, made)
  const results = await writeResults(folder, record, exchanges, scrub)
  const written = [...results.written]
  const failed = [...results.failed]
  const attempt = async (file: string, write: () => Promise<void>): Promise<void> => {
    try {
      await write()
    } catch (error) {
      failed.push({ file, problem: oneLine(error instanceof Error ? error.message : String(error)) })
    }
  }
  if (coversProfile(record)) await attempt(join(folder, HISTORY), () => addToHistory(folder, record))
  const pages = join(folder, EXPLANATIONS)
  await attempt(pages, async () => {
    await removeEarlier(pages)
    const ids = withOutcome(record, ...FAILURES, 'known-failure').map(({ id }) => id)
    if (ids.length === 0) return
    await mkdir(pages, { recursive: true })
    const { api, ...parts } = typeof setup === 'function' ? await setup() : setup
    const { pageOf, renderExplanationPage } = await import('../report/explain/page.ts')
    const up = { href: '../index.html', text: 'Report of the run' }
    await Promise.all(
      (await explain({ ...parts, api: withRequirements(api, record.requirements) }, ids)).map((one) =>
        writeFile(join(pages, pageOf(one.requirement.id)), renderExplanationPage(one, up)),
      ),
    )
    written.push(pages)
  })
  return { ...results, written, failed }
}

/** Whether a run covers its whole profile: a selection or a share would distort the trend. */
function coversProfile({ settings, judgements }: RunRecord): boolean {
  return settings.selection === undefined && settings.shard === undefined && judgements > 0
}

/**
 * Writes a page for every requirement, and an index, into a folder, which is created if missing. Resolves with the
 * number of pages.
 */
export async function writeExplanations(setup: Setup, folder: string): Promise<number> {
  const all = await explain(
    setup,
    setup.api.catalogue.rows.map(({ id }) => id),
  )
  const { pageOf, renderExplanationIndex, renderExplanationPage } = await import('../report/explain/page.ts')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.html'), renderExplanationIndex(all))
  const up = { href: 'index.html', text: 'All requirements' }
  await Promise.all(
    all.map((one) => writeFile(join(folder, pageOf(one.requirement.id)), renderExplanationPage(one, up))),
  )
  return all.length
}

/** Pages of an earlier run may be outdated. Other files in the folder are kept. */
async function removeEarlier(folder: string): Promise<void> {
  const present = await readdir(folder).catch((): string[] => [])
  const earlier = present.filter((name) => /^[A-Z]+(?:-[A-Z]+)*-\d+\.html$/.test(name))
  await Promise.all(earlier.map((name) => rm(join(folder, name))))
}

/** The smallest profile that runs a case. */
function profileOf({ smoke, deep }: CaseDefinition): Explanation['cases'][number]['profile'] {
  if (smoke) return 'smoke'
  return deep ? 'full' : 'standard'
}

/** The explanations of some requirements. Throws for an unknown id. */
export async function explain(
  { api, cases, embedded }: Setup,
  ids: readonly string[],
): Promise<Explanation[]> {
  const [mutants, variants] = await Promise.all([embedded.mutants(), embedded.variants()])
  return ids.map((id) => {
    const topic = topicOf(api.topics, id)
    const requirement = api.catalogue.get(id)
    const related = variants.filter((variant) => topic.freedoms.includes(variant.id.split('/')[0] ?? ''))
    return {
      requirement,
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
          needs: [...new Set(one.needs.map(api.needInWords))],
          writes: one.needs.includes('writes'),
          profile: profileOf(one),
        })),
      mistakes: mutants.filter(({ breaks }) => breaks === id).map(({ id: mutant, how }) => ({ mutant, how })),
      freedoms: nearestFirst(related, requirement).map(({ id: variant, why }) => ({ variant, why })),
    }
  })
}

/**
 * Freedoms of which each is said once, those first that share rare words with a requirement: its field, its resource.
 */
function nearestFirst<F extends { readonly why: string }>(
  freedoms: readonly F[],
  { text, endpoint, source }: Pick<Requirement, 'text' | 'endpoint' | 'source'>,
): F[] {
  const said = [...new Map(freedoms.map((one) => [one.why, one])).values()]
  const wordsOf = new Map(said.map((one) => [one, words(one.why)]))
  const asked = words(`${text} ${endpoint} ${source?.section ?? ''} ${source?.item ?? ''}`)
  const uses = groupBy(
    [...wordsOf.values()].flatMap((some) => [...some]),
    (word) => word,
  )
  const nearness = (one: F): number =>
    [...(wordsOf.get(one) ?? [])]
      .filter((word) => asked.has(word))
      .reduce((sum, word) => sum + 1 / (uses.get(word)?.length ?? 1), 0)
  return said.toSorted((a, b) => nearness(b) - nearness(a))
}

/** The words of a text that may name its subject, without a plural's `s`. */
function words(text: string): Set<string> {
  return new Set([...text.toLowerCase().matchAll(/[a-z_]{4,}/g)].map(([word]) => word.replace(/s$/, '')))
}
