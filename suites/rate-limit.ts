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
import { remainingOf } from '../lib/engine/http/rate-headers.ts'
import { major, minor, statementsOf } from '../lib/engine/judge/rows.ts'
import { READ_OPERATIONS } from '../lib/engine/spec/operations.ts'
import { answeredSince, expectCounted, fall, looker, unexplained } from './rate-limit/counting.ts'
import { rate, rateHeadersOracle, rows as headerRows } from './rate-limit/headers.ts'
import { expectAllRefused, expectNotRecorded } from './rate-limit/over-the-limit.ts'
import { expectNoEarlyRefusal, expectRefusal, spend, type SpenderContext } from './rate-limit/spending.ts'
import { updateTarget } from './support/written-conversations.ts'

export const theme = 'limits'

const part8 = statementsOf({ part: 8, section: '', endpoint: '*' })
const part7 = statementsOf({ part: 7, section: '', endpoint: '*' })

export const rows = [
  ...headerRows,
  part8.excluded(
    'CLIENT-06',
    'clients advance offset and stop when has_more is false',
    'Clients advance `offset` and stop when `has_more` is false.',
    'Binds clients, not the service.',
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
const apart = suite('Rate limit · keys', { phase: 'first' }, (verify) => {
  verify(
    part8.must(
      'RATE-05',
      'Request rate',
      'Each key has its own limit.',
      major('An integration is refused because of what another one sends, and nobody can tell which.'),
    ),
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

/**
 * RATE-05: expects what each sender sends not to count against the key under test. First everything is sent at once; only
 * where that does not add up, each sender is alone, with one request at a time: a counter that is read and written back
 * loses some of those that arrive together.
 */
async function expectApart(
  ctx: Context<never>,
  senders: readonly (readonly [sender: Actor, others: string])[],
): Promise<void> {
  const look = looker(ctx.api)
  const first = await look()
  await Promise.all(senders.flatMap(([sender]) => EFFECTLESS.map((ask) => ask(sender))))
  let before = await look()
  const fallen = fall(ctx, first, before)
  if (fallen === 0) ctx.inconclusive('X-RateLimit-Remaining does not change')
  if (fallen === 1) return
  for (const [sender, others] of senders) {
    for (const ask of EFFECTLESS) await ask(sender)
    const after = await look()
    expectOwnCounted(ctx, { before, after, others })
    before = after
  }
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
      'X-RateLimit-Remaining lower by 1, for the one request of its key',
      `lower by ${fallen}, as if ${EFFECTLESS.length} ${others} were requests of its own`,
      { also: [before] },
    )
  const [was, is] = [before, after].map(({ exchange }) => remainingOf(exchange) ?? 0)
  if ((fallen > 1 && !areCounted) || fallen < 0) ctx.inconclusive(unexplained(was ?? 0, is ?? 0))
}

/** Requests that are refused: whether they count is open. */
const REFUSED: readonly PlainRequest[] = [(actor) => actor.lead(UNKNOWN_ID), (actor) => actor.sources()]

/** Before the others, which might use the key up where some requests cost more than one. */
const reading = suite('Rate limit · reading', { phase: 'count-reads' }, (verify) => {
  verify(
    part8.derived(
      'RATE-04',
      'Rate headers',
      '`X-RateLimit-Remaining` falls as the key sends requests, and rises only with time.',
      'It shows how many of the 1,000 requests per hour remain, and every request uses one.',
      minor('A client that paces itself by it runs into the 429, or stops although requests are left.'),
    ),
    'counts down `X-RateLimit-Remaining` on every reading endpoint',
    {},
    async (ctx) => {
      const { api, world } = ctx
      const { lists } = world.discovery.main
      const reads = READ_OPERATIONS.filter((key) => key !== 'GET /leads').flatMap(
        (key) => plainRequest(key, (list) => idsOf(lists[list].items)[0]) ?? [],
      )
      const look = looker(api)
      let last: Answer | undefined
      // Apart: refused ones may count, which would make up for a read that does not.
      for (const group of [reads, REFUSED])
        last = await expectCounted(
          ctx,
          look,
          group.map((ask) => () => ask(api)),
          last,
        )
    },
  )
})

const writing = suite('Rate limit · writing', { phase: 'count-writes' }, (verify) => {
  verify(
    'RATE-04',
    'counts down `X-RateLimit-Remaining` on every writing endpoint',
    { needs: ['writes', 'updateTarget', 'noteTarget'] },
    async (ctx) => {
      const { id, api, before } = await updateTarget(ctx)
      const { is_resolved } = before.data
      // This conversation has its lead, so nothing is created.
      const [known] = linkedLeads(ctx.world.discovery)
      const { chatbot_id, conversation_id } = known ?? {}

      await expectCounted(ctx, looker(api), [
        () => api.patchConversation(id, { is_resolved }),
        () => api.addNote(ctx.world.noteTarget, { content: ctx.mark() }),
        ...(known === undefined ? [] : [() => api.createLead({ chatbot_id, conversation_id })]),
      ])
    },
  )
})

const limit = suite('Rate limit', { phase: 'spend' }, (verify) => {
  verify(
    [
      part8.must(
        'RATE-06',
        'Over the limit',
        'A key that has sent 1,000 requests in an hour gets 429 on every endpoint.',
        major(
          'Clients wait when they get a 429. Without it one of them can keep the service from all others.',
        ),
      ),
      part8.must(
        'RATE-07',
        'Request rate',
        'The hour of a key is not spent before it has sent 1,000 requests.',
        major('An import that was planned for 1,000 requests an hour stops in the middle.'),
      ),
      part7.must(
        'RATE-08',
        'rate limit exceeded',
        'A 429 has the error envelope.',
        major('A client that reads `code` to find out that it has to wait breaks instead.'),
      ),
      'RATE-05',
    ],
    'returns 429 after 1,000 requests, and not before',
    { needs: ['exhaustibleKey'] },
    async (ctx) => {
      const { api, mark } = ctx
      const [before, spending] = await Promise.all([looker(api)(), spend(ctx)])
      const refused = await expectRefusal(ctx, spending)
      // Where keys share a limit, what was sent with one key does not show when it is spent.
      if (await expectOthersServed(ctx, before, refused)) expectNoEarlyRefusal(ctx, spending, refused)
      const text = mark()
      await expectAllRefused(ctx, text)
      return expectNotRecorded(ctx, refused, text)
    },
  )
})

/**
 * RATE-05: expects the key under test to be served while another key is spent, as far as its own requests have left it any.
 * @returns whether it is served
 */
async function expectOthersServed(ctx: SpenderContext, before: Answer, refused: Answer): Promise<boolean> {
  const { expect, api } = ctx
  const own = await looker(api)()
  const left = (remainingOf(before.exchange) ?? 0) - answeredSince(ctx, before)
  expect(own).toSatisfy(
    own.status !== 429 || left <= 0,
    'the key under test served, whatever another key has spent',
    `429, although it had ${left} requests left by its own count`,
    { requirement: 'RATE-05', also: [refused, before], evenLimited: true },
  )
  return own.isAccepted
}

export default [apart, reading, writing, limit]

export const oracles = [rateHeadersOracle]
export const watchers = [rate]
