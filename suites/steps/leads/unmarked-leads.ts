import type { Row } from '../../../lib/util/values.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/case.ts'
import { idsOf } from '../../../lib/api/discovery.ts'
import { BEYOND_BOUND } from './lead-bodies.ts'
import { type LeadProving, provingLeads } from '../conversations/proving.ts'
import { leadOfRefused } from './refused-leads.ts'

/** What leads that were refused have left. */
interface Leaving {
  readonly list: Answer
  readonly left?: Row
  /** What was refused, and left it. */
  readonly refusals: readonly Answer[]
}

const ROUNDS = 3
/** Times that each of the bodies is sent in one round. */
const TIMES = 2

/**
 * Looks for leads that a refusal left where refused leads are tried: one that carries what was sent; or, with another key to spare, leads
 * of that chatbot that carry nothing of it. Those are told where, three times in a row, several appear while refused bodies are sent, and
 * none while as many other requests are: visitors leave leads, too.
 */
export async function leftByRefusedLeads(ctx: Context<'chatbot'>): Promise<Leaving> {
  const proving = provingLeads(ctx)
  const list = (await proving.actor.leads({ limit: 100 })).control()
  const marked = leadOfRefused(ctx, list)
  if (marked !== undefined) return { list, left: marked.row, refusals: [marked.refusal] }
  const before = ctx.world.discovery.other?.lists['GET /leads'].rows ?? []
  if (!proving.spare || appeared(ctx, proving, before, list).length === 0) return { list, refusals: [] }
  let last: Leaving = { list, refusals: [] }
  for (let round = 0; round < ROUNDS; round++) {
    // oxlint-disable-next-line no-await-in-loop -- each round looks at what the one before left
    last = await provoked(ctx, proving, last.list)
    if (last.left === undefined) break
  }
  return last
}

/** Leads of the chatbot that an earlier look did not show, and that no answer named. */
function appeared(
  { answersTo }: Pick<Context, 'answersTo'>,
  { chatbot }: LeadProving,
  before: readonly Row[],
  { rows }: Answer,
): readonly Row[] {
  const known = new Set([...idsOf(before), ...idsOf(answersTo('POST /leads').map(({ data }) => data))])
  return rows.filter((row) => row['chatbot_id'] === chatbot && !known.has(String(row['id'])))
}

/** One round: refused bodies, a look, as many harmless requests, another look. */
async function provoked(ctx: Context<'chatbot'>, proving: LeadProving, before: Answer): Promise<Leaving> {
  const { actor, chatbot } = proving
  const bodies = Array.from({ length: TIMES }, () => brokenBodies(chatbot)).flat()
  const refusals = await Promise.all(bodies.map((body) => actor.createLead(body)))
  const list = (await actor.leads({ limit: 100 })).control()
  await Promise.all(bodies.map(() => actor.me()))
  const quiet = (await actor.leads({ limit: 100 })).control()
  const news = appeared(ctx, proving, before.rows, list)
  const steady = appeared(ctx, proving, list.rows, quiet).length === 0
  const refused = refusals.every(({ status = 0 }) => status >= 400 && status < 500)
  const [left] = news.length >= TIMES && steady && refused ? news : []
  return { list: left === undefined ? quiet : list, refusals, ...(left === undefined ? {} : { left }) }
}

/** Bodies that are to be refused, each for a reason of its own kind. */
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
