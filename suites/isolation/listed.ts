import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { oncePerRun } from '../../lib/engine/case/run-store.ts'
import type { Exchange, KeyLabel } from '../../lib/engine/http/exchange.ts'
import type { Requirement } from '../../lib/engine/judge/requirement.ts'
import { critical, statementsOf } from '../../lib/engine/judge/rows.ts'
import type { Finding } from '../../lib/engine/judge/finding.ts'
import { findingIn } from '../../lib/engine/judge/judgements.ts'
import type { RunOracle } from '../../lib/engine/judge/oracle.ts'
import { itemsOf } from '../../lib/engine/judge/reading.ts'
import { type ListKey, listOf } from '../../lib/engine/spec/operations.ts'
import { type JsonObject, quote } from '../../lib/engine/util/values.ts'
import { LIST_FACTS } from '../lists/rules.ts'
import { EFFORT } from '../support/effort.ts'

const rule = (list: ListKey, why: string): Requirement => {
  const { isolation: id, items } = LIST_FACTS[list]
  const text = `Only ${items} of the key's workspace are listed.`
  // The theme of plain answers: a list of foreign items spoils every other law of lists, so a report shows it first.
  return statementsOf({ part: 5, section: '', endpoint: list, theme: 'answers' }).must(
    id,
    '4',
    text,
    critical(why),
  )
}

export const rows = [
  rule('GET /chatbots', 'With the id of a chatbot the rest of its workspace can be asked for.'),
  rule(
    'GET /conversations',
    'Who wrote to another company, when, and about what is no business of this one.',
  ),
  rule('GET /leads', 'Contact details of another company’s customers are handed out: a data breach.'),
  rule('GET /bookings', 'Names and appointments of another company’s customers are handed out.'),
  rule('GET /reservations', 'Guests of another company, with phone numbers and notes, are handed out.'),
]

/**
 * Asks both keys for the sources of chatbots of both workspaces: from these answers the oracle of lists learns to which
 * workspace a chatbot belongs.
 * @throws Inconclusive where no chatbot belongs to one workspace alone, or one belongs to both
 */
export const lookAtChatbots = oncePerRun(async (ctx: Context<'otherKey'>): Promise<void> => {
  const { api, stranger, world, inconclusive } = ctx
  const { main, other } = world.discovery
  const chatbots = [main, other].flatMap((side) =>
    idsOf(side?.lists['GET /chatbots'].items ?? []).slice(0, EFFORT.kinds),
  )
  const looks = await Promise.all(
    [...new Set(chatbots)].map((chatbot_id) =>
      Promise.all([api.sources({ chatbot_id }), stranger.sources({ chatbot_id })]),
    ),
  )
  const isOfOne = looks.some((both) => both.some(({ status }) => status === 404))
  const isOfBoth = looks.some((both) => both.every(({ isAccepted }) => isAccepted))
  if (!isOfOne || isOfBoth)
    inconclusive(
      'needs chatbots that one key is shown and the other one refused: one workspace may be a copy of the other',
    )
})

/** Each key, and the key of the other workspace, whose items it must not be shown. */
const SIDES = [
  ['main', 'other'],
  ['other', 'main'],
] as const

/**
 * ISOLATION-20..24 (part 5), judged over a whole run. An item leaks where the lists of both keys show it, and its chatbot is
 * refused to this key and shown to the other. That both lists show an item proves nothing by itself: the specification does
 * not say that ids are unique across workspaces, and one workspace may be a copy of the other.
 */
export const isolation: RunOracle = (exchanges) => {
  const held = new Map<string, number>()
  const findings: Finding[] = []
  for (const [key, owner] of SIDES) {
    const foreign = foreignChatbots(exchanges, key, owner)
    if (foreign.size === 0) continue
    const owned = new Set(
      listings(exchanges, owner).flatMap(({ list, items }) => items.map((item) => identityOf(list, item))),
    )
    for (const { list, items, exchange } of listings(exchanges, key)) {
      // ISOLATION-07 to ISOLATION-12 judge what is listed of a foreign chatbot that was asked for.
      if (exchange.request.query.some(([, value]) => foreign.has(value))) continue
      const requirement = LIST_FACTS[list].isolation
      const refusalOf = (item: JsonObject | undefined): Exchange | undefined =>
        foreign.get(item?.[list === 'GET /chatbots' ? 'id' : 'chatbot_id'])
      const index = items.findIndex((item) => refusalOf(item) && owned.has(identityOf(list, item)))
      const refusal = refusalOf(items[index])
      if (refusal === undefined) held.set(requirement, (held.get(requirement) ?? 0) + 1)
      else {
        const received = `an item of a chatbot that this key is refused: ${quote(items[index])}`
        const words = { requirement, expected: "only items of the key's workspace", received }
        findings.push(findingIn(exchange, words, { pointer: `/data/${index}`, also: [refusal] }))
      }
    }
  }
  return { held, findings }
}

/** An item by the fields that never change. */
function identityOf(list: ListKey, { id, created_at: at }: JsonObject): string {
  return JSON.stringify([list, id, at])
}

/** The chatbots that a key was refused and the owner of the other workspace was shown, with the refusals. */
function foreignChatbots(
  exchanges: readonly Exchange[],
  key: KeyLabel,
  owner: KeyLabel,
): ReadonlyMap<unknown, Exchange> {
  const answersTo = (who: KeyLabel, status: number): ReadonlyMap<unknown, Exchange> =>
    new Map(
      exchanges
        .filter((one) => one.key === who && one.response?.status === status)
        .flatMap((one) => chatbotAsked(one).map((id) => [id, one] as const)),
    )
  const [own, theirs, refused] = [answersTo(key, 200), answersTo(owner, 200), answersTo(key, 404)]
  // Both workspaces number their chatbots from 1 then: the refused 3 may be an own chatbot that was deleted.
  if ([...theirs.keys()].some((id) => own.has(id))) return new Map()
  return new Map([...refused].filter(([id]) => theirs.has(id)))
}

/** The chatbot whose sources a request asks for; none where the request has another parameter. */
function chatbotAsked({ operation, request: { query } }: Exchange): readonly string[] {
  const isPlain = operation === 'GET /knowledge/sources' && query.length === 1
  return isPlain ? query.flatMap(([name, id]) => (name === 'chatbot_id' ? [id] : [])) : []
}

interface Listing {
  readonly list: ListKey
  readonly items: readonly JsonObject[]
  readonly exchange: Exchange
}

/** The answers in which a key was shown items of a list. */
function listings(exchanges: readonly Exchange[], key: KeyLabel): readonly Listing[] {
  return exchanges.flatMap((exchange) => {
    const list = listOf(exchange.operation)
    if (list === undefined || exchange.key !== key || exchange.response?.status !== 200) return []
    const items = itemsOf(exchange)
    return items.length > 0 ? [{ list, items, exchange }] : []
  })
}
