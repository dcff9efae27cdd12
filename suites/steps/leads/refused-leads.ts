import { quote, type JsonObject } from '../../../lib/util/values.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/context.ts'
import { marksIn } from '../marks.ts'
import { idsOf } from '../../../lib/harness/discovery.ts'
import { BEYOND_BOUND } from './lead-bodies.ts'
import { type LeadProbe, leadProbe } from '../conversations/probe-workspace.ts'

/** Refused requests by their marks. A mark that an accepted request carried too is left out. */
export function refusalsByMark(
  ctx: Pick<Context, 'mark'>,
  answers: readonly Answer[],
): ReadonlyMap<string, Answer> {
  const marks = marksIn(ctx)
  const others = new Set(answers.filter((one) => !refusesBody(one)).flatMap((one) => marks(bodyOf(one))))
  return new Map(
    answers
      .filter(refusesBody)
      .flatMap((refusal) => marks(bodyOf(refusal)).map((mark) => [mark, refusal] as const))
      .filter(([mark]) => !others.has(mark)),
  )
}

/** The first item with the mark of a refused request, and that request. */
export function leftByRefusal(
  ctx: Pick<Context, 'mark'>,
  items: readonly JsonObject[],
  refusals: ReadonlyMap<string, Answer>,
): { readonly item: JsonObject; readonly refusal: Answer } | undefined {
  const marks = marksIn(ctx)
  for (const item of items)
    for (const mark of marks(JSON.stringify(item))) {
      const refusal = refusals.get(mark)
      if (refusal !== undefined) return { item, refusal }
    }
  return undefined
}

/**
 * The first item of a page with the mark of a lead that was refused to the same key by any case, and that refusal.
 */
export function leadOfRefused(
  ctx: Pick<Context, 'answersTo' | 'mark'>,
  page: Answer,
): ReturnType<typeof leftByRefusal> {
  const same = ctx.answersTo('POST /leads').filter(({ exchange }) => exchange.key === page.exchange.key)
  return leftByRefusal(ctx, page.items, refusalsByMark(ctx, same))
}

/** Expects a page of leads to hold none that was refused to the same key. */
export function expectNoRefusedLead(ctx: Pick<Context, 'expect' | 'answersTo' | 'mark'>, page: Answer): void {
  const left = leadOfRefused(ctx, page)
  ctx.expect(page).toSatisfy(left === undefined, 'no lead of a refused body', () => quote(left?.item), {
    requirement: 'CREATE-LEAD-28',
    also: left === undefined ? [] : [left.refusal],
    pointer: '/data',
  })
}

function bodyOf({ exchange }: Answer): string | undefined {
  return exchange.request.body
}

/** A 429 says nothing about the body. */
function refusesBody({ isRefusal, status }: Answer): boolean {
  return isRefusal && status !== 429
}

/** What refused leads left behind. */
interface Leftovers {
  readonly list: Answer
  readonly left?: JsonObject
  /** The refusals that left it. */
  readonly refusals: readonly Answer[]
}

const ROUNDS = 3
/** How often each body is sent in one round. */
const TIMES = 2

/**
 * Looks for leads that refused requests left behind: one with the text sent or, with a second key, unmarked leads of
 * that chatbot.
 * Visitors leave leads too, so unmarked ones count only if several appear after refused bodies three times in a row,
 * and none after as many harmless requests.
 */
export async function leadsLeftByRefusals(ctx: Context<'chatbot'>): Promise<Leftovers> {
  const probe = leadProbe(ctx)
  const list = (await probe.actor.fullPage('GET /leads')).control()
  const marked = leadOfRefused(ctx, list)
  if (marked !== undefined) return { list, left: marked.item, refusals: [marked.refusal] }
  const before = ctx.world.discovery.other?.lists['GET /leads'].items ?? []
  if (!probe.spare || appeared(ctx, probe, before, list).length === 0) return { list, refusals: [] }
  let last: Leftovers = { list, refusals: [] }
  for (let round = 0; round < ROUNDS; round++) {
    // oxlint-disable-next-line no-await-in-loop -- each round looks at what the one before left
    last = await provoked(ctx, probe, last.list)
    if (last.left === undefined) break
  }
  return last
}

/** Leads of the chatbot that are new to the list and that no answer returned. */
function appeared(
  { answersTo }: Pick<Context, 'answersTo'>,
  { chatbot }: LeadProbe,
  before: readonly JsonObject[],
  { items }: Answer,
): readonly JsonObject[] {
  const known = new Set([...idsOf(before), ...idsOf(answersTo('POST /leads').map(({ data }) => data))])
  return items.filter((item) => item['chatbot_id'] === chatbot && !known.has(String(item['id'])))
}

/** One round: refused bodies, a look, as many harmless requests, another look. */
async function provoked(ctx: Context<'chatbot'>, probe: LeadProbe, before: Answer): Promise<Leftovers> {
  const { actor, chatbot } = probe
  const bodies = Array.from({ length: TIMES }, () => brokenBodies(chatbot)).flat()
  const refusals = await Promise.all(bodies.map((body) => actor.createLead(body)))
  const list = (await actor.fullPage('GET /leads')).control()
  await Promise.all(bodies.map(() => actor.me()))
  const quiet = (await actor.fullPage('GET /leads')).control()
  const news = appeared(ctx, probe, before.items, list)
  const steady = appeared(ctx, probe, list.items, quiet).length === 0
  const refused = refusals.every((answer) => answer.isRefusal)
  const [left] = news.length >= TIMES && steady && refused ? news : []
  return { list: left === undefined ? quiet : list, refusals, ...(left === undefined ? {} : { left }) }
}

/** One invalid body for each kind of reason. */
function brokenBodies(chatbot: string): readonly object[] {
  const beyond = BEYOND_BOUND.filter(({ field }) => field === 'name')
  return [
    { chatbot_id: chatbot, name: 7 },
    { chatbot_id: chatbot, status: null },
    { chatbot_id: chatbot, email: 'not-an-address' },
    { chatbot_id: chatbot, source_url: 7 },
    ...beyond.map(({ field, value }) => ({ chatbot_id: chatbot, [field]: value })),
  ]
}
