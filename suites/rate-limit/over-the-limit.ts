/** A spent key: every operation refuses it, and what it asked for is not done. */
import { plainRequest } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { sentBody } from '../../lib/engine/judge/reading.ts'
import { type ListKey, READ_OPERATIONS } from '../../lib/engine/spec/operations.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { type Ask, looker } from './counting.ts'
import type { SpenderContext } from './spending.ts'

/** One valid request of each kind, with ids that the key was shown. Writes change nothing, except for a note and a lead with a text. */
function oneOfEachKind({ spender, world, answersTo }: SpenderContext, text: string): readonly Ask[] {
  const items = (list: ListKey): readonly JsonObject[] =>
    answersTo(list)
      .filter(({ exchange }) => exchange.key === 'exhaustible')
      .flatMap((page) => page.items)
      .filter((item) => idsOf([item]).length > 0)
  const reads = READ_OPERATIONS.flatMap((key) => plainRequest(key, (list) => idsOf(items(list))[0]) ?? [])
  const asks: Ask[] = reads.map((ask) => () => ask(spender))
  // The limit belongs to the key, not to the client or its address.
  asks.push(spender.sending('User-Agent', 'another-client/1.0').me)
  asks.push(spender.sending('X-Forwarded-For', '203.0.113.7').me)
  if (!world.discovery.capabilities.writes) return asks
  for (const { id } of items('GET /chatbots').slice(0, 1))
    asks.push(() => spender.createLead({ chatbot_id: id, name: text }))
  for (const { id, is_resolved } of items('GET /conversations').slice(0, 1))
    asks.push(
      () => spender.patchConversation(String(id), { is_resolved }),
      () => spender.addNote(String(id), { content: text }),
    )
  return asks
}

/**
 * RATE-06: expects every operation to be refused to the spent key, also after requests without a valid key: nothing but
 * time brings an allowance back. A window may open meanwhile, so a request counts that is served between two refusals.
 * @param text - marks what would be written
 */
export async function expectAllRefused(ctx: SpenderContext, text: string): Promise<void> {
  const { anonymous, spender, expect } = ctx
  const look = looker(spender)
  await anonymous.me()
  const asks = oneOfEachKind(ctx, text)
  const answers = await Promise.all(asks.map((ask) => ask()))
  for (const ask of asks.filter((_, n) => answers[n]?.isAccepted)) {
    const before = await look()
    // A cache may keep the answer to a read for some seconds.
    const answer = await ctx.eventually(
      ask,
      ({ isAccepted, exchange }) => !isAccepted || exchange.request.method !== 'GET',
    )
    const after = await look()
    if (before.status !== 429 || after.status !== 429) continue
    expect(answer).toSatisfy(!answer.isAccepted, 'status 429', `status ${answer.status} between two 429s`, {
      status: answer.status,
      also: [before, after],
      evenLimited: true,
    })
  }
}

/**
 * RATE-06: expects a lead that got 429 not to be recorded; one whose request was served between two refusals may be.
 * Which workspace the key belongs to is not known.
 */
export async function expectNotRecorded(
  { api, expect, answersTo }: SpenderContext,
  refused: Answer,
  text: string,
): Promise<void> {
  const wasServed = answersTo('POST /leads').some(
    ({ exchange, status }) => status !== 429 && sentBody(exchange)['name'] === text,
  )
  if (wasServed) return
  const list = await api.fullPage('GET /leads')
  expect(list).toSatisfy(
    list.exchange.response?.text.includes(text) !== true,
    'no lead from a request that got a 429',
    `${text} among the leads`,
    { also: [refused], evenLimited: true },
  )
}
