/**
 * The hourly allowance of a key. Specification part 8. Requests are counted, so nothing else may use the key
 * meanwhile.
 */
import { UNKNOWN_ID } from '../lib/engine/case/absent-ids.ts'
import { type Actor, plainSpec } from '../lib/engine/case/actor.ts'
import type { Answer } from '../lib/engine/case/answer.ts'
import { linkedLeads } from '../lib/engine/case/chosen.ts'
import type { Context } from '../lib/engine/case/context.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { idsOf } from '../lib/engine/case/items.ts'
import { wrongKeys } from './authentication/wrong-keys.ts'
import { remainingOf } from '../lib/engine/http/rate-headers.ts'
import { major, minor, statementsOf } from '../lib/engine/judge/rows.ts'
import { READ_OPERATIONS } from '../lib/engine/contract/operations.ts'
import { expectCounted, fall, looker, unexplained } from './rate-limit/counting.ts'
import { rateHeadersOracle, rateWatcher, rows as headerRows } from './rate-limit/headers.ts'
import { expectAllRefused, expectNoEarlyRefusal, expectRefusal, spend } from './rate-limit/spending.ts'
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

/**
 * Keys that share one allowance may have used it up by the end of a run, when nothing is counted any more.
 */
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
      const wrong = imposter(wrongKeys(settings.keys['main']).alteredEnd)
      await expectApart(ctx, [
        { actor: anonymous, requests: 'requests without a key' },
        { actor: wrong, requests: 'requests with a wrong key' },
        { actor: stranger, requests: 'requests with another key' },
      ])
    },
  )

  verify(
    'RATE-05',
    'does not count requests of a further key, maybe of the same workspace',
    { needs: ['exhaustibleKey'] },
    (ctx) => expectApart(ctx, [{ actor: ctx.spender, requests: 'requests with another key' }]),
  )
})

/** Requests without effect, of different kinds: each might be charged to the wrong key. */
const EFFECTLESS: readonly ((actor: Actor) => Promise<Answer>)[] = [
  (actor) => actor.me(),
  (actor) => actor.chatbots(),
  (actor) => actor.conversations({ limit: 1 }),
  (actor) => actor.bookings({ limit: 1 }),
  (actor) => actor.analytics(),
]

/** A caller without the key under test. */
interface Sender {
  readonly actor: Actor
  /** Its requests in words. */
  readonly requests: string
}

/**
 * RATE-05: expects requests of other senders not to be taken from the key under test. All send at once; only
 * if that does not add up, each sender is examined alone. If Remaining falls by another number than that of
 * all requests sent, further users of the key caused it.
 */
async function expectApart(ctx: Context<never>, senders: readonly Sender[]): Promise<void> {
  if ((await fallBeside(ctx, senders)).fallen === 1) return
  for (const sender of senders) {
    const { before, after, fallen } = await fallBeside(ctx, [sender])
    const areCounted = fallen === EFFECTLESS.length + 1
    ctx
      .expect(after)
      .toSatisfy(
        !areCounted,
        'X-RateLimit-Remaining lower by 1, for the one request of its key',
        `lower by ${fallen}, as if ${EFFECTLESS.length} ${sender.requests} were requests of its own`,
        { header: 'X-RateLimit-Remaining', also: [before] },
      )
    if (fallen === 0) ctx.inconclusive('X-RateLimit-Remaining does not change')
    if (fallen !== 1 && !areCounted) {
      const was = remainingOf(before.exchange) ?? 0
      ctx.inconclusive(unexplained(was, was - fallen))
    }
  }
}

/** By how much Remaining of the key under test falls from one look to the next, while others send. */
async function fallBeside(
  ctx: Context<never>,
  senders: readonly Sender[],
): Promise<{ readonly before: Answer; readonly after: Answer; readonly fallen: number }> {
  const look = looker(ctx.api)
  const before = await look()
  await Promise.all(senders.flatMap(({ actor }) => EFFECTLESS.map((ask) => ask(actor))))
  const after = await look()
  return { before, after, fallen: fall(ctx, before, after) }
}

const reading = suite('Rate limit · reading', { phase: 'first' }, (verify) => {
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
        (key) => plainSpec(key, (list) => idsOf(lists[list].items)[0]) ?? [],
      )
      await expectCounted(ctx, api, [
        ...reads.map((read) => () => api.request(read)),
        // Errors: other code writes them.
        () => api.lead(UNKNOWN_ID),
        () => api.sources(),
      ])
    },
  )

  verify(
    [
      part8.derived(
        'RATE-13',
        'Request rate',
        'The limit goes with the key, however its scheme is written and whatever address its client names.',
        'The limit is one per API key; the same key with `bearer` in small letters, or behind a proxy, is the same key.',
        major('One key gets another thousand requests with each spelling that it finds.'),
      ),
      statementsOf({ part: 5, section: '', endpoint: '*' }).open(
        'OPEN-21',
        '1',
        'Whether the scheme `Bearer` may be written in another letter case.',
      ),
    ],
    'counts a key as one, however and from wherever it is sent',
    {},
    async (ctx) => {
      const { api, imposter, settings, observe, expect, inconclusive } = ctx
      const { lowerCaseScheme, twoSpaces } = wrongKeys(settings.keys['main'])
      const look = looker(api)
      const before = await look()
      const [lower, ...others] = await Promise.all([
        looker(imposter(lowerCaseScheme))(),
        looker(imposter(twoSpaces))(),
        looker(api.sending('X-Forwarded-For', '203.0.113.7'))(),
      ])
      if (fall(ctx, before, await look()) <= 0) inconclusive('X-RateLimit-Remaining does not change')
      const was = remainingOf(before.exchange) ?? 0
      for (const answer of [lower, ...others]) {
        // A refused spelling opens no further allowance.
        const left = answer.fate === 'accepted' ? remainingOf(answer.exchange) : undefined
        expect(answer).toSatisfy(
          left === undefined || left <= was,
          `X-RateLimit-Remaining of at most ${was}, as before it`,
          `${left}`,
          { requirement: 'RATE-13', header: 'X-RateLimit-Remaining', also: [before] },
        )
      }
      observe('OPEN-21', `\`bearer\` in lower case: ${lower.status}`, lower)
    },
  )
})

const writing = suite('Rate limit · writing', { phase: 'count-writes' }, (verify) => {
  verify(
    'RATE-04',
    'counts down `X-RateLimit-Remaining` on every writing endpoint',
    { needs: ['writes', 'updateTarget', 'noteTarget'] },
    async (ctx) => {
      const { api } = ctx
      const { id, before } = await updateTarget(ctx)
      const { is_resolved } = before.data
      // This conversation already has a lead, so nothing is created.
      const [known] = linkedLeads(ctx.world.discovery)
      const { chatbot_id, conversation_id } = known ?? {}

      await expectCounted(ctx, api, [
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
    ],
    'returns 429 after 1,000 requests, and not before',
    { needs: ['exhaustibleKey'] },
    async (ctx) => {
      const spent = await spend(ctx)
      const refused = await expectRefusal(ctx, spent)
      expectNoEarlyRefusal(ctx, spent, refused)
      await expectAllRefused(ctx, refused)
    },
  )
})

export default [apart, reading, writing, limit]

export const oracles = [rateHeadersOracle]
export const watchers = [rateWatcher]
