/**
 * The hourly allowance of a key. Specification part 8. Requests are counted, so nothing else may use the key
 * meanwhile.
 */
import { type Actor, plainRequest } from '../lib/harness/actor.ts'
import type { Answer } from '../lib/harness/answer.ts'
import { linkedLeads, UNKNOWN_ID } from '../lib/harness/chosen-items.ts'
import { type Context, suite } from '../lib/harness/context.ts'
import { idsOf } from '../lib/harness/discovery.ts'
import { wrongKeys } from '../lib/http/keys.ts'
import { RATE_LIMIT, remainingOf } from '../lib/judge/rate-headers.ts'
import { derived, excluded, must, open, section } from '../lib/judge/rows.ts'
import { OPERATIONS } from '../lib/spec/operations.ts'
import { type Ask, expectOneEach, fall, IN_USE, looker } from './rate-limit/counting.ts'
import {
  exhaust,
  expectAllRefused,
  expectNothingBack,
  expectNotRecorded,
  expectTimelyRefusal,
} from './rate-limit/exhaustion.ts'
import { PLENTY } from './rate-limit/headers.ts'
import { updateTarget } from './support/conversations.ts'
import { rateHeaders } from './rate-limit/headers.ts'
import { rate } from './rate-limit/observed.ts'

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
      ['RATE-04'],
    ),
    must('RATE-07', 'Request rate', 'A key does not get 429 before it has sent 1,000 requests in an hour.', [
      'RATE-04',
      'RATE-05',
      'RATE-09',
      'RATE-12',
    ]),
    derived(
      'RATE-10',
      'Rate headers',
      'If `X-RateLimit-Remaining` is 100 or more, the key can send that many requests within five seconds without a 429.',
      '`X-RateLimit-Remaining` says how many requests the key may still send.',
      ['RATE-04'],
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
    must('RATE-08', 'rate limit exceeded', 'A 429 has the error envelope.', ['JSON-02']),
  ),
]

/** Reading operations other than the look itself. */
const READING = OPERATIONS.filter((key) => key.startsWith('GET ') && key !== 'GET /leads')

/** Keys that share one allowance may have used it up by the end of a run, when nothing is counted any more. */
const apart = suite('Rate limit · keys', { phase: 'first' }, (verify) => {
  verify(
    'RATE-05',
    'does not count requests of other or wrong keys against a key',
    { needs: ['otherKey'], cost: 4 },
    async (ctx) => {
      const { api, stranger, anonymous, imposter, settings } = ctx
      const altered = wrongKeys(settings.keys['main'], Object.values(settings.keys)).alteredEnd
      const wrong = altered[0] === '' ? anonymous : imposter(...altered)
      const [ours, theirs] = [looker(api), looker(stranger)]
      const before = await theirs()
      const first = await ours()
      await cheapRequests(anonymous)
      const second = await ours()
      await cheapRequests(wrong)
      const third = await ours()
      const after = await theirs()
      await cheapRequests(stranger)
      const fourth = await ours()

      if (fall(ctx, first, fourth) === 0) ctx.inconclusive('X-RateLimit-Remaining does not change')
      expectOwn(ctx, [first, second], [CHEAP], 'requests without a key')
      expectOwn(ctx, [second, third], [CHEAP], 'requests with a wrong key')
      expectOwn(ctx, [third, fourth], [CHEAP + 1], 'requests with another key')
      // Meanwhile: three looks of the key under test, and requests without a key and with a wrong one.
      const meanwhile = [3, CHEAP, 2 * CHEAP, 3 + 2 * CHEAP]
      expectOwn(ctx, [before, after], meanwhile, 'requests with other keys')
    },
  )
})

const CHEAP = 5

/** Five requests without effect, of different kinds: each might be charged to the wrong key. */
function cheapRequests(actor: Actor): Promise<readonly Answer[]> {
  return Promise.all([
    actor.me(),
    actor.chatbots(),
    actor.conversations({ limit: 1 }),
    actor.bookings({ limit: 1 }),
    actor.analytics(),
  ])
}

/**
 * RATE-05: expects Remaining to have fallen by the look alone, and not by exactly what others sent as well.
 * By any other number, further users of the key took it.
 * @param others - numbers of requests that might have been charged, too
 */
function expectOwn(
  ctx: Pick<Context, 'expect' | 'inconclusive'>,
  [one, other]: readonly [Answer, Answer],
  others: readonly number[],
  what: string,
): void {
  const fallen = fall(ctx, one, other)
  ctx
    .expect(other)
    .toSatisfy(
      !others.includes(fallen - 1),
      "X-RateLimit-Remaining lower only by the key's own request",
      `lower by ${fallen} after ${fallen - 1} ${what}`,
      { also: [one] },
    )
  if (fallen > 1 && !others.includes(fallen - 1)) ctx.inconclusive(IN_USE)
}

const reading = suite('Rate limit · reading', { phase: 'first' }, (verify) => {
  verify(
    ['RATE-04', 'RATE-12'],
    'counts down `X-RateLimit-Remaining` on every reading endpoint',
    { cost: 0, costAlone: READING.length + 3 },
    async (ctx) => {
      const { main, other } = ctx.world.discovery
      const { lists } = other ?? main
      const asks = READING.flatMap(
        (key) => plainRequest(key, (list) => idsOf(lists[list].items)[0]) ?? [],
      ).map((ask) => () => ask(ctx.bystander))

      await expectOneEach(ctx, looker(ctx.bystander), [
        () => ctx.bystander.conversations({ limit: 1, offset: 1 }),
        ...asks,
      ])
    },
  )

  verify(
    'RATE-04',
    'does not raise `X-RateLimit-Remaining` after a refusal',
    { cost: 0, costAlone: 6 },
    async (ctx) => {
      const { bystander, anonymous, expect } = ctx
      const look = looker(bystander)
      const refused: readonly Ask[] = [
        () => bystander.lead(UNKNOWN_ID),
        () => bystander.sources(),
        () => bystander.reservations({ status: 'asleep' }),
        () => bystander.request({ method: 'GET', path: '/no-such-resource' }),
        () => anonymous.me(),
      ]
      const before = await look()
      const left = remainingOf(before.exchange) ?? 0
      for (const ask of refused) {
        const refusal = await ask()
        const said = remainingOf(refusal.exchange)
        expect(refusal).toSatisfy(
          refusal.exchange.key === 'none' || said === undefined || said <= left,
          `X-RateLimit-Remaining no higher than ${left}`,
          String(said),
          { also: [before] },
        )
      }
      const after = await look()
      expect(after).toSatisfy(
        fall(ctx, before, after) >= 0,
        'X-RateLimit-Remaining no higher after refused requests',
        `${left}, then ${remainingOf(after.exchange)}`,
        { also: [before] },
      )
    },
  )
})

const limit = suite('Rate limit', { phase: 'spend' }, (verify) => {
  verify(
    ['RATE-04', 'RATE-12'],
    'counts down `X-RateLimit-Remaining` on every writing endpoint',
    { needs: ['writes', 'updateTarget', 'noteTarget'], cost: 5 },
    async (ctx) => {
      const { id, api, before } = await updateTarget(ctx)
      const { is_resolved } = before.data
      // This conversation has its lead, so nothing is created.
      const [known] = linkedLeads(ctx.world.discovery, 1)
      const { chatbot_id, conversation_id } = known ?? {}

      await expectOneEach(ctx, looker(api), [
        () => api.patchConversation(id, { is_resolved }),
        () => api.addNote(ctx.world.noteTarget, { content: ctx.mark() }),
        ...(known === undefined ? [] : [() => api.createLead({ chatbot_id, conversation_id })]),
      ])
    },
  )

  verify(
    ['RATE-06', 'RATE-07', 'RATE-08', 'RATE-04', 'RATE-05'],
    'returns 429 after 1,000 requests, and not before',
    { needs: ['exhaustibleKey'], cost: 3, costAlone: 4 },
    async (ctx) => {
      const { api, bystander, expect, inconclusive, mark } = ctx
      const before = await looker(api)()
      const spent = await exhaust(ctx)
      const { refused } = spent
      expectTimelyRefusal(ctx, spent)
      await expectNothingBack(ctx, spent)
      // Nothing shows how a key is refused that never was.
      if (refused === undefined) return inconclusive('needs a 429 after 1,000 requests')

      const text = mark()
      await expectAllRefused(ctx, spent, text)
      const own = await looker(api)()
      expect(own).toSatisfy(
        own.status !== 429 || (remainingOf(before.exchange) ?? RATE_LIMIT) < PLENTY,
        'the limit of the key under test unaffected by another key',
        '429',
        { requirement: 'RATE-05', also: [refused], evenLimited: true },
      )
      return expectNotRecorded(ctx, [...new Set([api, bystander])], refused, text)
    },
  )
})

export default [apart, reading, limit]

export const oracles = [rateHeaders]
export const watchers = [rate]
