/** Whether a list shows only rows of its workspace. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { oncePerRun } from '../../lib/engine/case/run-store.ts'
import type { KeyLabel } from '../../lib/engine/http/exchange.ts'
import type { Requirement } from '../../lib/engine/judge/requirement.ts'
import { critical, statementsOf } from '../../lib/engine/judge/rows.ts'
import type { ListKey } from '../../lib/engine/contract/operations.ts'
import { type JsonObject, quote } from '../../lib/engine/util/values.ts'
import { LIST_FACTS } from '../lists/rules.ts'
import { EFFORT } from '../support/effort.ts'
import { identitiesIn, identityOf } from './foreign.ts'

const rule = (list: ListKey, why: string): Requirement => {
  const { isolation: id, items } = LIST_FACTS[list]
  const text = `Only ${items} of the key's workspace are listed.`
  // The theme of plain answers: a list of foreign items breaks every other law of lists, so a report shows
  // this rule first.
  return statementsOf({ part: 5, section: '', endpoint: list, theme: 'answers' }).must(
    id,
    '4',
    text,
    critical(why),
  )
}

/** Each list, with its rule. */
export const OWN_ITEMS: readonly (readonly [ListKey, Requirement])[] = (
  [
    ['GET /chatbots', 'With the id of a chatbot the rest of its workspace can be asked for.'],
    ['GET /conversations', 'Who wrote to another company, when, and about what is no business of this one.'],
    ['GET /leads', 'Contact details of another company’s customers are handed out: a data breach.'],
    ['GET /bookings', 'Names and appointments of another company’s customers are handed out.'],
    ['GET /reservations', 'Guests of another company, with phone numbers and notes, are handed out.'],
  ] as const
).map(([list, why]) => [list, rule(list, why)])

/** The chatbots that each key is refused and the other key is shown, with the refusals. */
type Foreign = Readonly<Record<'main' | 'other', ReadonlyMap<unknown, Answer>>>

/**
 * Asks both keys for the sources of chatbots of both workspaces: this tells to which workspace a chatbot
 * belongs. If sources of any chatbot are shown to any key, which another rule judges, reservations tell it.
 * @throws Inconclusive if no chatbot belongs to one workspace only, or one belongs to both
 */
const foreignChatbots = oncePerRun(async (ctx: Context<'otherKey'>): Promise<Foreign> => {
  const bySources = await foreignBy(ctx, (actor, chatbot_id) => actor.sources({ chatbot_id }))
  const known =
    bySources ??
    (await foreignBy(ctx, (actor, chatbot_id) => actor.list('GET /reservations', { chatbot_id, limit: 1 })))
  return (
    known ??
    ctx.inconclusive(
      'needs chatbots that one key is shown and the other one refused: one workspace may be a copy of the other',
    )
  )
})

/**
 * The chatbots of each workspace, by the answers to a read that names one; undefined if those prove nothing.
 */
async function foreignBy(
  { api, stranger, world }: Context<'otherKey'>,
  ask: (actor: Actor, chatbot: string) => Promise<Answer>,
): Promise<Foreign | undefined> {
  const { main, other } = world.discovery
  const chatbots = [main, other].flatMap((workspace) =>
    idsOf(workspace?.lists['GET /chatbots'].items ?? []).slice(0, EFFORT.kinds),
  )
  const looks = await Promise.all(
    [...new Set(chatbots)].map(async (chatbot_id) => {
      const [ours, theirs] = await Promise.all([ask(api, chatbot_id), ask(stranger, chatbot_id)])
      return { chatbot_id, ours, theirs }
    }),
  )
  const refused = (side: 'ours' | 'theirs', opposite: 'ours' | 'theirs'): ReadonlyMap<unknown, Answer> =>
    new Map(
      looks
        .filter((look) => look[side].status === 404 && look[opposite].fate === 'accepted')
        .map((look) => [look.chatbot_id, look[side]]),
    )
  const foreign = { main: refused('ours', 'theirs'), other: refused('theirs', 'ours') }
  const isOfBoth = looks.some(({ ours, theirs }) => ours.fate === 'accepted' && theirs.fate === 'accepted')
  return isOfBoth || foreign.main.size + foreign.other.size === 0 ? undefined : foreign
}

/**
 * ISOLATION-20..24 (part 5): expects no list of this run to show an item of the other workspace. An item
 * leaks if the lists of both keys show it, and its chatbot is refused to this key but shown to the other.
 * That both lists show an item is no proof by itself: the specification does not say that ids are unique
 * across workspaces.
 */
export async function expectOwnItems(ctx: Context<'otherKey'>, list: ListKey): Promise<void> {
  const { answersTo, inconclusive } = ctx
  const foreign = await foreignChatbots(ctx)
  const shownTo = (label: KeyLabel): readonly Answer[] =>
    answersTo(list).filter(({ exchange, items }) => exchange.key === label && items.length > 0)
  const [ours, theirs] = [shownTo('main'), shownTo('other')]
  if (ours.length === 0 || theirs.length === 0) inconclusive('needs items in both workspaces')
  expectOwn(ctx, list, { answers: ours, others: theirs, refusals: foreign.main })
  expectOwn(ctx, list, { answers: theirs, others: ours, refusals: foreign.other })
}

/** The answers to one key, those to the other, and the refusals of chatbots that only the other is shown. */
interface OneSide {
  readonly answers: readonly Answer[]
  readonly others: readonly Answer[]
  readonly refusals: ReadonlyMap<unknown, Answer>
}

function expectOwn(
  { expect }: Pick<Context, 'expect'>,
  list: ListKey,
  { answers, others, refusals }: OneSide,
): void {
  const chatbotField = list === 'GET /chatbots' ? 'id' : 'chatbot_id'
  const refusalOf = (item?: JsonObject): Answer | undefined => refusals.get(item?.[chatbotField])
  const owned = new Set(others.flatMap(identitiesIn))
  for (const answer of answers) {
    // ISOLATION-07 to ISOLATION-12 judge lists that were requested for a foreign chatbot.
    if (answer.exchange.request.query.some(([, value]) => refusals.has(value))) continue
    const at = answer.items.findIndex((item) => refusalOf(item) && owned.has(identityOf(item)))
    const refusal = refusalOf(answer.items[at])
    expect(answer).toSatisfy(
      at === -1,
      "only items of the key's workspace",
      () => `an item of a chatbot that this key is refused: ${quote(answer.items[at])}`,
      { pointer: `/data/${at}`, also: refusal && [refusal], proof: true },
    )
  }
}
