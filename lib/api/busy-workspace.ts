import type { CaseOutcome } from '../harness/outcome.ts'
import type { Stage } from '../harness/api.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Finding } from '../judge/finding.ts'
import { Actor } from './actor.ts'
import { LIST_FACTS, type ListKey, listRule, LISTS } from './catalogue/index.ts'
import { CONTRACT } from './contract.ts'
import { type Discovery, everyItem, idsOf, refusingFullPage, type Workspace } from './discovery.ts'
import { operationOf } from './operations.ts'
import { sentBody } from './oracles/oracle.ts'

/** Writes of a run that change which items a list has, or which of them a filter selects. */
const CHANGING: Readonly<Partial<Record<ListKey, readonly string[]>>> = {
  'GET /leads': ['POST /leads'],
  'GET /conversations': ['POST /leads', 'PATCH /conversations/{id}'],
}

/** The rules that hold the items of a page against its counts. */
const COUNTS: ReadonlySet<string | undefined> = new Set(
  LISTS.flatMap((list) => [
    LIST_FACTS[list].paged,
    ...(['total', 'filled', 'hasMore', 'beyondEnd'] as const).map((rule) => listRule(list, rule)),
  ]),
)

/**
 * Whether a finding of an oracle may be a matter of a moment: services count and select in two queries, so an item
 * that is created in between is on the page, and not in its total. The same read shows a lasting defect again.
 * Only a list of one length may show a wrong `has_more`, so that one needs a write of the run at the same time.
 */
export function mayPass(finding: Finding, exchanges: readonly Exchange[]): boolean {
  if (finding.case !== undefined || !COUNTS.has(finding.requirement)) return false
  if (finding.pointer !== '/pagination/has_more') return true
  const page = exchanges.find(({ id }) => id === finding.exchanges[0])
  const list = LISTS.find((one) => one === page?.operation)
  const changing = list === undefined ? [] : (CHANGING[list] ?? [])
  return (
    page !== undefined &&
    exchanges.some((write) => changing.includes(write.operation ?? '') && isAtOnce(write, page))
  )
}

/** Whether two requests were under way at the same time. A write that was refused changes nothing. */
function isAtOnce(write: Exchange, page: Exchange): boolean {
  const end = ({ startedAt, durationMs }: Exchange): number => startedAt + Math.ceil(durationMs)
  return (write.response?.status ?? 200) < 300 && write.startedAt <= end(page) && page.startedAt <= end(write)
}

/** An item, by the list that shows it. */
interface Named {
  readonly list: ListKey
  readonly id: string
}

/**
 * The outcome of a case without its findings on 404s about items that were listed before and no longer are: in a
 * workspace in use, items may be deleted.
 * Without other findings the case is inconclusive. Sends nothing unless there is such a 404.
 */
export async function withoutVanished(
  outcome: CaseOutcome,
  stage: Pick<Stage, 'send' | 'exchanges'> & { readonly discovery: Discovery },
): Promise<CaseOutcome> {
  const asked: Exchange[] = []
  const looks = new Map<string, Promise<readonly string[] | undefined>>()
  const listed = (key: 'main' | 'other', list: ListKey): Promise<readonly string[] | undefined> => {
    const actor = new Actor(
      async (spec) => {
        const exchange = await stage.send(spec)
        asked.push(exchange)
        return exchange
      },
      { key },
      refusingFullPage(stage.discovery),
    )
    const look = looks.get(`${key} ${list}`) ?? listedNow(actor, list)
    looks.set(`${key} ${list}`, look)
    return look
  }
  const gone = await Promise.all(
    outcome.findings.map((finding) => goneFrom(listed, stage.discovery, answerTo(finding, stage))),
  )
  const left = outcome.findings.filter((_, place) => gone[place] === undefined)
  const id = gone.find((one) => one !== undefined)
  const both = {
    ...outcome,
    exchanges: [...outcome.exchanges, ...asked.map((exchange) => exchange.id)],
    requests: outcome.requests + asked.length,
  }
  if (id === undefined || left.length > 0) return { ...both, findings: left }
  const reason = `${id} was listed at first, and is no longer: needs items that stay while the run looks`
  return { ...both, verdict: 'inconclusive', reason, findings: [] }
}

/** The answer that a finding is about. */
function answerTo({ exchanges: [first] }: Finding, stage: Pick<Stage, 'exchanges'>): Exchange | undefined {
  return stage.exchanges.find(({ id }) => id === first)
}

/** The id of an item that was not found, that was listed to the same key before and is no longer. */
async function goneFrom(
  listed: (key: 'main' | 'other', list: ListKey) => Promise<readonly string[] | undefined>,
  discovery: Discovery,
  exchange: Exchange | undefined,
): Promise<string | undefined> {
  const key = exchange?.key
  if (exchange?.response?.status !== 404 || (key !== 'main' && key !== 'other')) return undefined
  const known: Workspace | undefined = discovery[key]
  const items = namedIn(exchange).filter(({ list, id }) => idsOf(known?.lists[list].items ?? []).includes(id))
  const still = await Promise.all(items.map(({ list }) => listed(key, list)))
  return items.find(({ id }, place) => still[place]?.includes(id) === false)?.id
}

async function listedNow(actor: Actor, list: ListKey): Promise<readonly string[] | undefined> {
  const now = await actor.afresh().fullPage(list, { ...everyItem(list), offset: 0 })
  return now.usable ? idsOf(now.items) : undefined
}

/** The items that a request names in its path, query or body. */
function namedIn(exchange: Exchange): readonly Named[] {
  const { method, path, query } = exchange.request
  const { operation, params = {} } = CONTRACT.match(method, path) ?? {}
  const { idsFrom } = operationOf(operation) ?? {}
  const { chatbot_id: chatbot, conversation_id: conversation } = sentBody(exchange)
  const named: readonly (readonly [ListKey, unknown])[] = [
    ...LISTS.flatMap((list) => (list === idsFrom ? [[list, params['id']] as const] : [])),
    ['GET /chatbots', query.find(([name]) => name === 'chatbot_id')?.[1]],
    ['GET /chatbots', chatbot],
    ['GET /conversations', conversation],
  ]
  return named.flatMap(([list, value]) => (typeof value === 'string' ? [{ list, id: value }] : []))
}
