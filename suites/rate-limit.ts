/**
 * The hourly allowance of a key. Specification part 8. Requests are counted, so nothing else may use the key
 * meanwhile.
 */
import { type Actor, type PlainRequest, plainRequest } from '../lib/engine/case/actor.ts'
import type { Answer } from '../lib/engine/case/answer.ts'
import { linkedLeads } from '../lib/engine/case/chosen.ts'
import { UNKNOWN_ID } from '../lib/engine/case/absent-ids.ts'
import type { Context } from '../lib/engine/case/context.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { idsOf } from '../lib/engine/case/items.ts'
import { wrongKeys } from './authentication/wrong-keys.ts'
import { RATE_LIMIT, remainingOf } from '../lib/engine/http/rate-headers.ts'
import { derived, excluded, must, open, section } from '../lib/engine/judge/rows.ts'
import { OPERATIONS } from '../lib/engine/spec/operations.ts'
import { expectOneEach, fall, IN_USE, looker } from './rate-limit/counting.ts'
import { PLENTY } from './rate-limit/early-refusal.ts'
import { exhaust, expectTimelyRefusal } from './rate-limit/exhaustion.ts'
import { rate, rateHeaders } from './rate-limit/headers.ts'
import { expectAllRefused, expectNotRecorded } from './rate-limit/over-the-limit.ts'
import { updateTarget } from './support/written-conversations.ts'

export const rows = [
  ...section(
    { part: 8, section: '', endpoint: '*' },
    must(
      'RATE-01',
      'Rate headers',
      'Every response of an endpoint has `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset`.',
    ),
    must('RATE-02', 'Request rate', '`X-RateLimit-Limit` is 1000.'),
    must('RATE-03', 'Rate headers', '`X-RateLimit-Remaining` is a non-negative integer.'),
    derived(
      'RATE-04',
      'Rate headers',
      '`X-RateLimit-Remaining` falls as the key sends requests, and rises only with time.',
      'It shows how many of the 1,000 requests per hour remain, and every request uses one.',
    ),
    must('RATE-05', 'Request rate', 'Each key has its own limit.'),
    must(
      'RATE-06',
      'Over the limit',
      'A key that has sent 1,000 requests in an hour gets 429 on every endpoint.',
    ),
    must('RATE-07', 'Request rate', 'A key does not get 429 before it has sent 1,000 requests in an hour.'),
    derived(
      'RATE-10',
      'Rate headers',
      'If `X-RateLimit-Remaining` is 100 or more, the key can send that many requests within five seconds without a 429.',
      '`X-RateLimit-Remaining` says how many requests the key may still send.',
    ),
    derived(
      'RATE-12',
      'Request rate',
      'Every request lowers `X-RateLimit-Remaining` by exactly one.',
      'The limit counts requests; if one counted as several, a key could send fewer than 1,000.',
    ),
    derived(
      'RATE-09',
      'Rate headers',
      '`X-RateLimit-Remaining` never exceeds 1000.',
      'No more requests can remain than the limit allows.',
    ),
    excluded(
      'CLIENT-06',
      'clients advance offset and stop when has_more is false',
      'Clients advance `offset` and stop when `has_more` is false.',
      'Binds clients, not the service.',
    ),
    open(
      'OPEN-28',
      'Unit and format of the X-RateLimit-Reset value: not shown',
      'Unit and format of `X-RateLimit-Reset`.',
    ),
    open('OPEN-29', 'Rate headers', 'Whether `X-RateLimit-Remaining` already counts the current request.'),
    open('OPEN-30', 'Rate headers', 'What `X-RateLimit-Remaining` is without a valid key.'),
  ),
  ...section(
    { part: 7, section: '', endpoint: '*' },
    must('RATE-08', 'rate limit exceeded', 'A 429 has the error envelope.'),
  ),
]

/** Requests without effect, of different kinds: each might be charged to the wrong key. */
const EFFECTLESS: readonly PlainRequest[] = [
  (actor) => actor.me(),
  (actor) => actor.chatbots(),
  (actor) => actor.conversations({ limit: 1 }),
  (actor) => actor.bookings({ limit: 1 }),
  (actor) => actor.analytics(),
]

/** Keys that share one allowance may have used it up by the end of a run, when nothing is counted any more. */
const apart = suite('Rate limit · keys', { phase: 'first' }, ({ verify }) => {
  verify(
    'RATE-05',
    'does not count requests of other or wrong keys against a key',
    { needs: ['otherKey'] },
    async (ctx) => {
      const { stranger, anonymous, imposter, settings } = ctx
      const wrong = imposter(...wrongKeys(settings.keys['main']).alteredEnd)
      await expectApart(ctx, [
        [anonymous, 'requests without a key'],
        [wrong, 'requests with a wrong key'],
        [stranger, 'requests with another key'],
      ])
    },
  )

  verify(
    'RATE-05',
    'does not count requests of a further key, maybe of the same workspace',
    { needs: ['exhaustibleKey'] },
    (ctx) => expectApart(ctx, [[ctx.spender, 'requests with another key']]),
  )
})

/** RATE-05: expects what each sender sends not to count against the key under test. */
async function expectApart(
  ctx: Context<never>,
  senders: readonly (readonly [sender: Actor, others: string])[],
): Promise<void> {
  const look = looker(ctx.api)
  const spans: Span[] = []
  let before = await look()
  for (const [sender, others] of senders) {
    await Promise.all(EFFECTLESS.map((ask) => ask(sender)))
    const after = await look()
    spans.push({ before, after, others })
    before = after
  }
  if (spans.every((span) => fall(ctx, span.before, span.after) === 0))
    ctx.inconclusive('X-RateLimit-Remaining does not change')
  for (const span of spans) expectOwnCounted(ctx, span)
}

/** Two answers to one key, one after the other, and what the requests between them had instead of that key. */
interface Span {
  readonly before: Answer
  readonly after: Answer
  readonly others: string
}

/** RATE-05: expects Remaining to have fallen by one, and not by exactly what was sent in all. By any other number, further users of the key took it. */
function expectOwnCounted(ctx: Context<never>, { before, after, others }: Span): void {
  const fallen = fall(ctx, before, after)
  const areCounted = fallen === EFFECTLESS.length + 1
  ctx
    .expect(after)
    .toSatisfy(
      !areCounted,
      'X-RateLimit-Remaining lower by one, which its key sent',
      `lower by ${fallen}, after ${EFFECTLESS.length} ${others}`,
      { also: [before] },
    )
  if (fallen > 1 && !areCounted) ctx.inconclusive(IN_USE)
}

/** Requests that are refused: whether they count is open. */
const REFUSED: readonly PlainRequest[] = [
  (actor) => actor.lead(UNKNOWN_ID),
  (actor) => actor.sources(),
  (actor) => actor.reservations({ status: 'asleep' }),
]

/** Before the others, which might use the key up where some requests cost more than one. */
const reading = suite('Rate limit · reading', { phase: 'count-reads' }, ({ verify }) => {
  verify(
    ['RATE-04', 'RATE-12'],
    'counts down `X-RateLimit-Remaining` on every reading endpoint',
    {},
    async (ctx) => {
      const { api, world } = ctx
      const { lists } = world.discovery.main
      const reads = OPERATIONS.filter((key) => key.startsWith('GET ') && key !== 'GET /leads').flatMap(
        (key) => plainRequest(key, (list) => idsOf(lists[list].items)[0]) ?? [],
      )
      const secondPage: PlainRequest = (actor) => actor.conversations({ limit: 1, offset: 1 })
      // Apart: refused ones may count, which would make up for a read that does not.
      for (const group of [[secondPage, ...reads], REFUSED])
        await expectOneEach(
          ctx,
          looker(api),
          group.map((ask) => () => ask(api)),
        )
    },
  )
})

const writing = suite('Rate limit · writing', { phase: 'count-writes' }, ({ verify }) => {
  verify(
    ['RATE-04', 'RATE-12'],
    'counts down `X-RateLimit-Remaining` on every writing endpoint',
    { needs: ['writes', 'updateTarget', 'noteTarget'] },
    async (ctx) => {
      const { id, api, before } = await updateTarget(ctx)
      const { is_resolved } = before.data
      // This conversation has its lead, so nothing is created.
      const [known] = linkedLeads(ctx.world.discovery)
      const { chatbot_id, conversation_id } = known ?? {}

      await expectOneEach(ctx, looker(api), [
        () => api.patchConversation(id, { is_resolved }),
        () => api.addNote(ctx.world.noteTarget, { content: ctx.mark() }),
        ...(known === undefined ? [] : [() => api.createLead({ chatbot_id, conversation_id })]),
      ])
    },
  )
})

const limit = suite('Rate limit', { phase: 'spend' }, ({ verify }) => {
  verify(
    ['RATE-06', 'RATE-07', 'RATE-08', 'RATE-05'],
    'returns 429 after 1,000 requests, and not before',
    { needs: ['exhaustibleKey'] },
    async (ctx) => {
      const { api, expect, inconclusive, mark } = ctx
      const [before, account] = await Promise.all([looker(api)(), exhaust(ctx)])
      const { refused } = account
      expectTimelyRefusal(ctx, account)
      // Nothing shows how a key is refused that never was.
      if (refused === undefined) return inconclusive('needs a 429 after 1,000 requests')

      const text = mark()
      await expectAllRefused(ctx, text)
      const own = await looker(api)()
      expect(own).toSatisfy(
        own.status !== 429 || (remainingOf(before.exchange) ?? RATE_LIMIT) < PLENTY,
        'the limit of the key under test unaffected by another key',
        '429',
        { requirement: 'RATE-05', also: [refused], evenLimited: true },
      )
      return expectNotRecorded(ctx, [...new Set([api])], refused, text)
    },
  )
})

export default [apart, reading, writing, limit]

export const oracles = [rateHeaders]
export const watchers = [rate]
