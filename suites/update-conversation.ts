/** PATCH /conversations/{id}: updates and refusals. Specification parts 3, 4 and 8. */
import type { Answer } from '../lib/engine/case/answer.ts'
import { RawBody } from '../lib/engine/case/bodies.ts'
import type { Context } from '../lib/engine/case/context.ts'
import { idsOf, missingFrom } from '../lib/engine/case/items.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { askedId } from '../lib/engine/judge/reading.ts'
import { about, major, statementsOf } from '../lib/engine/judge/rows.ts'
import { TAGS } from '../lib/engine/contract/request-bodies.ts'
import { type JsonObject, quote } from '../lib/engine/util/values.ts'
import { observeChanges } from './support/observed.ts'
import { expectUnknown } from './support/unknown.ts'
import { refusalTarget, updateTarget } from './support/written-conversations.ts'
import { type Invalid, invalidBodies } from './writes/invalid.ts'
import { expectRefused } from './writes/refused.ts'
import { mustBeAccepted } from './writes/accepted.ts'
import { expectMessages, expectUnchanged } from './writes/unchanged.ts'
import { LASTING, PATCH_CONVERSATION } from './writes/table.ts'
import { steadyBefore } from './writes/looks.ts'
import { restlessSoFar } from './support/restless.ts'
import { ofLength } from './writes/texts.ts'

export const theme = 'writes'

const LIST = 'GET /conversations'
const part3 = statementsOf({ part: 3, section: '', endpoint: PATCH_CONVERSATION })
const part4 = statementsOf({ part: 4, section: PATCH_CONVERSATION })
const part8 = statementsOf({ part: 8, section: '', endpoint: PATCH_CONVERSATION })

const updates = suite(PATCH_CONVERSATION, { phase: 'write', lane: 'conversation' }, (verify) => {
  verify(
    [
      about(
        'answers',
        part4.must(
          'PATCH-CONVERSATION-01',
          'Response 200: { data: Conversation }',
          'A valid update returns 200 with the updated conversation.',
          major('An integration that tags or resolves conversations stops at a refused update.'),
        ),
      ),
      part4.must(
        'PATCH-CONVERSATION-02',
        'REPLACES the existing array',
        '`tags` replaces the existing tags: the conversation then has exactly the tags that were sent.',
        major('Tags that are kept or lost send conversations to the wrong team.'),
      ),
      part3.must(
        'PATCH-CONVERSATION-03',
        'is_resolved set to the given boolean',
        '`PATCH` stores `is_resolved`.',
        major('A resolved conversation stays in the queue, or an open one leaves it.'),
      ),
      'PATCH-CONVERSATION-10',
      'PATCH-CONVERSATION-11',
      'PATCH-CONVERSATION-12',
      part4.derived(
        'PATCH-CONVERSATION-13',
        'Response 200: { data: Conversation }',
        'After an update, detail and list show the same values as the response.',
        'Response, detail and list show the same conversation.',
        major('A client that was told of an update finds nothing of it later.'),
      ),
      part4.derived(
        'PATCH-CONVERSATION-14',
        'Updates operator-owned fields',
        'An update changes neither the fields that it omits nor any other conversation or lead.',
        'An update applies only to the fields in its body and the conversation in its path.',
        major('Resolving a conversation must not cost its tags, nor touch those of other customers.'),
      ),
      part4.must(
        'PATCH-CONVERSATION-16',
        'REPLACES the existing array',
        'An empty `tags` array clears the tags.',
        major('There is no other way to remove the last tag.'),
      ),
      part3.open(
        'OPEN-16',
        'the effect on status is not described',
        'How an update affects `status` and `updated_at`.',
      ),
    ],
    'replaces `tags`, sets `is_resolved`, and keeps what is omitted',
    { needs: ['updateTarget'], smoke: true },
    async (ctx) => expectUpdated(ctx, await updatesOfOne(ctx)),
  )

  verify(
    [
      part4.open('OPEN-14', 'is_resolved', 'Whether a null next to a valid field is refused or ignored.'),
      part4.open(
        'OPEN-15',
        'REPLACES the existing array',
        'Whether tags are trimmed, sorted or deduplicated.',
      ),
    ],
    'records the handling of a null `is_resolved` and of odd tags',
    { needs: ['updateTarget'], deep: true },
    async (ctx) => {
      const { api, mark } = ctx
      const { id } = await updateTarget(ctx)
      const tag = mark()
      const withNull = await api.patchConversation(id, { tags: [tag], is_resolved: null })
      const tags = [tag, ` ${tag}-b `, tag, `${tag}-c`]
      const odd = await api.patchConversation(id, { tags })
      const kept = odd.status === 200 ? `, kept as ${quote(odd.data['tags'])}` : ''

      ctx.observe('OPEN-14', `null is_resolved with valid tags: ${withNull.status}`, withNull)
      ctx.observe('OPEN-15', `${quote(tags)}: ${odd.status}${kept}`.replaceAll(tag, 'tag'), odd)
    },
  )
})

/** The answers to updates of one conversation, in the order in which they were sent. */
interface Updates {
  /** Its detail before all of them. */
  readonly before: Answer
  /** Many tags, and the other flag. */
  readonly first: Answer
  /** Other tags alone. */
  readonly tagged: Answer
  /** The flag that it has. */
  readonly same: Answer
  /** The flag that it had before. */
  readonly setBack: Answer
  /** Its detail after them. */
  readonly detail: Answer
  readonly cleared: Answer
  /** An update that also claims what only the service sets. */
  readonly claiming: Answer
}

/** Updates one conversation, one field or both at a time, and reads it in between and at the end. */
async function updatesOfOne(ctx: Context<'updateTarget'>): Promise<Updates> {
  const { api, mark } = ctx
  const { id, before } = await updateTarget(ctx)
  const update = async (body: JsonObject, requirement: string): Promise<Answer> =>
    mustBeAccepted(ctx, await api.patchConversation(id, body), requirement)
  const many = Array.from({ length: TAGS.most }, (_, n) => `${mark()}-${n}`.padEnd(30, 'x'))
  const few = [mark(), ofLength('tags', TAGS.items?.most ?? 0, mark())]
  // Set, and set back: a conversation that follows changes back and forth.
  const flag = before.data['is_resolved'] !== true
  const first = await update({ tags: many, is_resolved: !flag }, 'PATCH-CONVERSATION-10')
  const tagged = await update({ tags: few }, 'PATCH-CONVERSATION-11')
  const same = await update({ is_resolved: !flag }, 'PATCH-CONVERSATION-01')
  const setBack = await update({ is_resolved: flag }, 'PATCH-CONVERSATION-01')
  const [detail, list] = await Promise.all([api.conversation(id), api.fullPage(LIST)])
  const cleared = await update({ tags: [] }, 'PATCH-CONVERSATION-16')
  await update({ tags: [mark(), '0'], is_resolved: !flag }, 'PATCH-CONVERSATION-12')
  if (ctx.settings.inputs !== 'few') {
    const found = ctx.world.discovery.main.lists[LIST]
    const after = await api.fullPage(LIST, { is_resolved: String(!flag) })
    expectNoneFollows(ctx, [found, list, after])
  }
  // The service sets these members. It may refuse unknown ones.
  const claims = { visitor_id: mark(), language_code: 'tlh', created_at: '2001-01-01T00:00:00Z' }
  const claiming = await api.patchConversation(id, { is_resolved: !flag, ...claims })
  // At the end, the flag differs from its first value: filters and caches must notice that.
  await update({ tags: [mark()], is_resolved: flag }, 'PATCH-CONVERSATION-01')
  await api.conversation(id)
  return { before, first, tagged, same, setBack, detail, cleared, claiming }
}

/** Expects each update to leave the fields that it omits as they were. */
function expectUpdated(ctx: Context<'updateTarget'>, answers: Updates): void {
  const { before, first, tagged, same, setBack, detail, cleared, claiming } = answers
  const requirement = 'PATCH-CONVERSATION-14'
  const untouched = { requirement, words: ', as before the update', also: [setBack] }
  // Services treat a flag that is set in another way than one that is taken back.
  for (const flagged of [same, setBack]) expectUnchanged(ctx, [tagged, flagged], ['tags'], untouched)
  const isSteady = steadyBefore(ctx, first)
  const isLost = (name: string): boolean => isSteady('GET /conversations/{id}', name)
  expectUnchanged(ctx, [before, detail], LASTING, { ...untouched, isLost })
  const asAnswered = { requirement: 'PATCH-CONVERSATION-13', words: ', as in the response' }
  expectUnchanged(ctx, [setBack, detail], LASTING, asAnswered)
  expectMessages(ctx, [before, detail], untouched)
  if (claiming.fate === 'accepted')
    expectUnchanged(ctx, [before, claiming], LASTING, { requirement, words: ', whatever the body says' })
  ctx.expect(first).toHaveStatus([200])
  expectUnchanged(ctx, [first, tagged], ['is_resolved'], untouched)
  expectUnchanged(ctx, [setBack, cleared], ['is_resolved'], untouched)
  observeChanges(ctx, 'OPEN-16', ['status', 'updated_at'], [before, detail])
}

/**
 * Expects no other conversation to follow one whose flag was set and set back: to show the flag in between,
 * but neither before nor after. Others may have changed it once meanwhile, but hardly twice at the same
 * moments, unless they change flags all the time.
 * @param pages - the list before, while the flag was set, and after it was set back
 */
function expectNoneFollows(
  { expect, answersTo, world }: Context<'updateTarget'>,
  pages: readonly [found: Answer, between: Answer, after: Answer],
): void {
  const flagsOf = (id: unknown): readonly unknown[] =>
    pages.map(({ items }) => items.find((item) => item['id'] === id)?.['is_resolved'])
  const [found, set] = flagsOf(world.updateTarget['id'])
  const written = new Set(answersTo(PATCH_CONVERSATION).map(({ exchange }) => askedId(exchange)))
  const others = idsOf(pages[0].items).filter((id) => !written.has(id))
  // New conversations may have pushed items off the page in between.
  const isShown = typeof found === 'boolean' && set === !found
  if (restlessSoFar({ answersTo }, 'Conversation').has('is_resolved')) return
  const follower = others.find((id) => isShown && flagsOf(id).join() === [found, set, found].join())
  expect(pages[2]).toSatisfy(
    follower === undefined,
    'no other conversation with the flag',
    `conversation ${quote(follower)}, whose \`is_resolved\` went to and fro with it`,
    { requirement: 'PATCH-CONVERSATION-14', also: [pages[1]], pointer: '/data' },
  )
}

const refusals = suite(
  `${PATCH_CONVERSATION} · refusals`,
  { phase: 'refuse', lane: 'conversation' },
  (verify) => {
    verify(
      [
        part4.must(
          'PATCH-CONVERSATION-04',
          'At least one of tags or is_resolved must be given',
          'A body with neither `tags` nor `is_resolved` returns 400.',
          major('A client with a misspelt field believes that its update was carried out.'),
        ),
        part4.must(
          'PATCH-CONVERSATION-05',
          'array of string',
          '`tags` that are not an array of strings return 400.',
          major('A value of another type is stored, and breaks every client that reads tags.'),
        ),
        part4.must(
          'PATCH-CONVERSATION-06',
          'is_resolved',
          'An `is_resolved` that is not a boolean returns 400.',
          major('The text "false" is true in many languages: the conversation is resolved by mistake.'),
        ),
        part4.must(
          'PATCH-CONVERSATION-07',
          '400 (invalid body)',
          'A body that is not a JSON object returns 400.',
          major('What a lenient parser makes of a broken body is not what its sender meant.'),
        ),
        part8.must(
          'PATCH-CONVERSATION-10',
          'Conversation tags',
          `${TAGS.most} \`tags\` are accepted; ${TAGS.most + 1} return 400.`,
          major('Clients cut their tags at the stated bound, and rely on it.'),
        ),
        part8.must(
          'PATCH-CONVERSATION-11',
          'Conversation tags',
          'A tag of 40 characters is accepted; one of 41 returns 400.',
          major('Clients cut their tags at the stated bound, in characters and not in bytes.'),
        ),
        part8.must(
          'PATCH-CONVERSATION-12',
          'Conversation tags',
          'A tag of one character is accepted; an empty one returns 400.',
          major('An empty tag shows as nothing, and nobody can search for it.'),
        ),
        part4.must(
          'PATCH-CONVERSATION-15',
          '400 (invalid body)',
          'A refused update changes nothing.',
          major(
            'A client sends a refused update again in another form, and does not expect that half of it was carried out.',
          ),
        ),
      ],
      'refuses invalid updates, and changes nothing',
      { needs: ['updateTarget'] },
      async (ctx) => {
        const { id, is_resolved } = refusalTarget(ctx, 0, ctx.world.updateTarget)
        const conversation = String(id)
        await expectRefused(ctx, {
          bodies: await invalidUpdates(ctx, is_resolved !== true),
          send: (body) => ctx.api.patchConversation(conversation, body),
          conversation,
          untouched: 'PATCH-CONVERSATION-15',
        })
      },
    )

    verify(
      part4.must(
        'PATCH-CONVERSATION-08',
        '400 (invalid body), 404',
        'An unknown conversation id returns 404.',
        major('An integration does not learn that its conversation was deleted.'),
      ),
      'returns 404 for an unknown id',
      { needs: ['updateTarget'] },
      (ctx) => expectUnknown(ctx, LIST, (id) => ctx.api.patchConversation(id, { tags: [ctx.mark()] })),
    )
  },
)

const afterwards = suite(`${PATCH_CONVERSATION} · at the end`, { phase: 'review' }, (verify) => {
  verify(
    'LIST-CONVERSATIONS-22',
    'finds updated conversations by their new `is_resolved`',
    { needs: ['writes', 'updateTarget'] },
    async (ctx) => {
      const list = (await ctx.api.fullPage(LIST)).mustBeUsable()
      const flags = [true, false].filter((flag) => changedTo(flag, list, ctx).length > 0)
      if (flags.length === 0)
        ctx.inconclusive('no listed conversation has another `is_resolved` than at the beginning')
      await ctx.each(flags, (flag) => expectFoundBy(ctx, flag, list))
    },
  )
})

/** The conversations of a list that have this flag, and had the other one at the beginning of the run. */
function changedTo(
  flag: boolean,
  { items }: Answer,
  { world }: Pick<Context<'updateTarget'>, 'world'>,
): readonly JsonObject[] {
  const found = new Map(
    world.discovery.main.lists[LIST].items.map((item) => [item['id'], item['is_resolved']]),
  )
  return items.filter((item) => item['is_resolved'] === flag && found.get(item['id']) === !flag)
}

/**
 * Expects a filter to find the conversations that were changed to its flag. Others may change flags, too: if
 * some are missing, the list is read again around the filter.
 */
async function expectFoundBy(
  ctx: Context<'writes' | 'updateTarget'>,
  flag: boolean,
  atFirst: Answer,
): Promise<void> {
  const { api, expect, quiet } = ctx
  let list = atFirst
  const lostFrom = (answer: Answer): JsonObject | undefined =>
    missingFrom(answer, changedTo(flag, list, ctx))[0]
  const filtered = await quiet(
    async () => (await api.fullPage(LIST, { is_resolved: String(flag) })).mustBeUsable(),
    (answer) => lostFrom(answer) === undefined,
    async () => (list = (await api.afresh().fullPage(LIST)).mustBeUsable()),
  )
  const lost = lostFrom(filtered)
  expect(filtered).toSatisfy(
    lost === undefined,
    `conversation ${quote(lost?.['id'])}, whose \`is_resolved\` is ${quote(flag)}`,
    'an answer without it',
    { also: [list], pointer: '/data' },
  )
}

/** @param is_resolved - the flag that the conversation does not have: it would show that an update was carried out */
async function invalidUpdates(
  ctx: Context<'updateTarget'>,
  is_resolved: boolean,
): Promise<readonly Invalid[]> {
  const effect = { tags: [ctx.mark()], is_resolved }
  // A service may ignore a null next to a valid field: that is open.
  const beside = (wrong: { readonly value: unknown } | undefined): JsonObject =>
    wrong?.value === null ? {} : effect
  const ofFields = await invalidBodies('ConversationPatch', beside, { ...ctx, bare: effect.tags })
  // Frameworks that list all mistakes list two of them here.
  const two = { tags: 7, is_resolved: 7 }
  return [
    ...NEITHER,
    { requirement: 'PATCH-CONVERSATION-05', words: 'two wrong fields', body: two },
    ...ofFields,
  ]
}

/** Updates without a field that can be updated. */
const NEITHER: readonly Invalid[] = Object.entries({
  '`{}`': {},
  'a body with another field alone': { status: 'resolved' },
  'a body with `tags` in `__proto__`': new RawBody('{"__proto__":{"tags":["x"]}}'),
}).map(([words, body]) => ({ requirement: 'PATCH-CONVERSATION-04', words, body }))

export default [updates, refusals, afterwards]
