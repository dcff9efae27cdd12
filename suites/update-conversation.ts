/** PATCH /conversations/{id}: updates and refusals. Specification parts 3, 4 and 8. */
import { noObjects } from '../lib/engine/case/bodies.ts'
import { absentId } from '../lib/engine/case/absent-ids.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { derived, must, open, section } from '../lib/engine/judge/rows.ts'
import { dayAfter } from '../lib/engine/util/time.ts'
import { quote } from '../lib/engine/util/values.ts'
import {
  expectMessagesKept,
  expectUntouched,
  observeChanges,
  putBack,
  type State,
  unlikeState,
} from './support/conversations.ts'
import { updateTarget } from './support/written-conversations.ts'
import { BOUNDS, effectiveIfCarriedOut, REFUSED } from './update-conversation/bodies.ts'
import {
  expectLasting,
  expectListed,
  expectStored,
  expectTagsAlone,
  expectTagsShown,
  expectUnnamedKept,
  readStored,
  updateEcho,
} from './update-conversation/stored.ts'

const PATCH = 'PATCH /conversations/{id}'

export const rows = [
  ...section(
    { part: 4, section: PATCH },
    must(
      'PATCH-CONVERSATION-01',
      'Response 200: { data: Conversation }',
      'A valid update returns 200 with the updated conversation.',
    ),
    must(
      'PATCH-CONVERSATION-02',
      'REPLACES the existing array',
      '`tags` replaces the existing tags: the conversation then has exactly the tags that were sent.',
    ),
    must(
      'PATCH-CONVERSATION-04',
      'At least one of tags or is_resolved must be given',
      'A body with neither `tags` nor `is_resolved` returns 400.',
    ),
    must('PATCH-CONVERSATION-05', 'array of string', '`tags` that are not an array of strings return 400.'),
    must('PATCH-CONVERSATION-06', 'is_resolved', 'An `is_resolved` that is not a boolean returns 400.'),
    must('PATCH-CONVERSATION-07', '400 (invalid body)', 'A body that is not a JSON object returns 400.'),
    must('PATCH-CONVERSATION-08', '400 (invalid body), 404', 'An unknown conversation id returns 404.'),
    derived(
      'PATCH-CONVERSATION-13',
      'Response 200: { data: Conversation }',
      'After an update, detail and list show the same values as the response.',
      'Response, detail and list show the same conversation.',
    ),
    derived(
      'PATCH-CONVERSATION-14',
      'Updates operator-owned fields',
      'An update changes neither the fields that it omits nor any other conversation.',
      'An update applies only to the fields in its body and the conversation in its path.',
    ),
    must('PATCH-CONVERSATION-15', '400 (invalid body)', 'A refused update changes nothing.'),
    must('PATCH-CONVERSATION-16', 'REPLACES the existing array', 'An empty `tags` array clears the tags.'),
    open('OPEN-14', 'is_resolved', 'Whether a null next to a valid field is refused or ignored.'),
    open('OPEN-15', 'REPLACES the existing array', 'Whether tags are trimmed, sorted or deduplicated.'),
    open(
      'OPEN-34',
      'Updates operator-owned fields',
      'Whether two simultaneous updates of different fields both take effect.',
    ),
  ),
  ...section(
    { part: 3, section: '', endpoint: PATCH },
    must('PATCH-CONVERSATION-03', 'is_resolved set to the given boolean', '`PATCH` stores `is_resolved`.'),
    open(
      'OPEN-16',
      'the effect on status is not described',
      'How an update affects `status` and `updated_at`.',
    ),
  ),
  ...section(
    { part: 8, section: '', endpoint: PATCH },
    must('PATCH-CONVERSATION-10', 'Conversation tags', '20 `tags` are accepted; 21 return 400.'),
    must(
      'PATCH-CONVERSATION-11',
      'Conversation tags',
      'A tag of 40 characters is accepted; one of 41 returns 400.',
    ),
    must(
      'PATCH-CONVERSATION-12',
      'Conversation tags',
      'A tag of one character is accepted; an empty one returns 400.',
    ),
  ),
]

const updates = suite('PATCH /conversations/{id}', { phase: 'write', lane: 'conversation' }, ({ verify }) => {
  verify(
    ['PATCH-CONVERSATION-01', 'PATCH-CONVERSATION-02', 'PATCH-CONVERSATION-13', 'PATCH-CONVERSATION-14'],
    'replaces `tags`',
    { needs: ['updateTarget'], smoke: true },
    async (ctx) => {
      const { id, api, expect, mark, before } = await updateTarget(ctx)
      const [first, second, third] = [mark(), `${mark()} A-b/c\\d 50%`, `${mark()} <é> & "x", 'y'`]
      const state = { tags: [second, third, '0042', '42'], replaced: [first] }
      const added = await api.patchConversation(id, { tags: [first, second] })
      const replaced = await api.patchConversation(id, { tags: state.tags })

      for (const answer of [added, replaced]) expect(answer).toAnswer(200)
      const detail = await expectStored(ctx, replaced, state)
      const list = await expectListed(ctx, replaced, state)
      expectLasting(ctx, replaced, detail, 'PATCH-CONVERSATION-13')
      expectLasting(ctx, detail, before, 'PATCH-CONVERSATION-14')
      expectMessagesKept(ctx, before, detail, { requirement: 'PATCH-CONVERSATION-14' })
      expectTagsAlone(ctx, list, id, second)
      // It began before this day and changed on it or later: shows whether `since` goes by the start.
      const since = dayAfter(before.data['created_at'])
      if (since !== undefined && Date.parse(since) < Date.now())
        await api.fullPage('GET /conversations', { since })
    },
  )

  verify(
    ['PATCH-CONVERSATION-03', 'PATCH-CONVERSATION-13', 'OPEN-16'],
    'sets `is_resolved` to true and to false',
    { needs: ['updateTarget'] },
    async (ctx) => {
      const { id, api, expect, mark, before } = await updateTarget(ctx)
      const was = before.data['is_resolved'] === true
      // The second update has tags beside the flag.
      for (const state of [{ is_resolved: !was }, { is_resolved: was, tags: [mark()] }]) {
        const answer = await api.patchConversation(id, state)

        expect(answer).toAnswer(200, { requirement: 'PATCH-CONVERSATION-01' })
        expect(answer).toShow('is_resolved', state.is_resolved)
        const detail = await expectStored(ctx, answer, state)
        await expectListed(ctx, answer, state)
        observeChanges(ctx, 'OPEN-16', ['status', 'updated_at'], [before, detail])
      }
    },
  )

  verify(
    'PATCH-CONVERSATION-14',
    'leaves the fields that an update omits unchanged',
    { needs: ['updateTarget'] },
    async (ctx) => {
      const { id, api, expect, mark } = await updateTarget(ctx)
      let state: State = { tags: [mark()], is_resolved: false }
      let shown = await api.patchConversation(id, state)
      expect(shown).toAnswer(200, { requirement: 'PATCH-CONVERSATION-01' })
      const first = await readStored(ctx, id, state)
      for (const update of [
        { tags: [mark(), mark()] },
        { is_resolved: true },
        // Once more: nothing is left to change.
        { is_resolved: true },
        { tags: [mark()] },
        { is_resolved: false },
      ]) {
        const answer = await api.patchConversation(id, update)
        expect(answer).toAnswer(200, { requirement: 'PATCH-CONVERSATION-01' })
        expectUnnamedKept(ctx, shown, answer, update)
        state = { ...state, ...update }
        shown = answer
      }
      await expectStored(ctx, shown, state, 'PATCH-CONVERSATION-14')
      await expectTagsShown(ctx, id, first)
    },
  )

  verify(
    'PATCH-CONVERSATION-16',
    'clears `tags` with an empty array',
    { needs: ['updateTarget'] },
    async (ctx) => {
      const { id, api, expect, mark } = await updateTarget(ctx)
      const tag = mark()
      await api.patchConversation(id, { tags: [tag] })
      const cleared = await api.patchConversation(id, { tags: [] })

      expect(cleared).toAnswer(200)
      await expectStored(ctx, cleared, { replaced: [tag] }, 'PATCH-CONVERSATION-16')
    },
  )

  for (const { requirement, title, kept, refused } of BOUNDS) {
    verify(requirement, title, { needs: ['updateTarget'] }, async (ctx) => {
      const { id, api, expect, mark } = await updateTarget(ctx)
      const tags = kept(mark())
      const [accepted, beyond] = await Promise.all([
        api.patchConversation(id, { tags }),
        api.patchConversation(id, { tags: refused(mark()) }),
      ])

      expect(accepted).toAnswer(200)
      expect(beyond).toRefuse([400])
      await expectStored(ctx, accepted, { tags })
    })
  }

  verify(
    ['OPEN-14', 'OPEN-15'],
    'records the handling of a null `is_resolved` and of odd tags',
    { needs: ['updateTarget'], deep: true },
    async (ctx) => {
      const { id, api, mark } = await updateTarget(ctx)
      const tag = mark()
      const withNull = await api.patchConversation(id, { tags: [tag], is_resolved: null })
      const tags = [tag, ` ${tag}-b `, tag, `${tag}-c`]
      const odd = await api.patchConversation(id, { tags })
      const kept = odd.status === 200 ? `, kept as ${quote(odd.data['tags'])}` : ''

      ctx.observe('OPEN-14', `null is_resolved with valid tags: ${withNull.status}`, withNull)
      ctx.observe('OPEN-15', `${quote(tags)}: ${odd.status}${kept}`.replaceAll(tag, 'tag'), odd)
    },
  )

  verify(
    'OPEN-34',
    'records whether two simultaneous updates both take effect',
    { needs: ['updateTarget'], deep: true },
    async (ctx) => {
      const { id, api, mark } = await updateTarget(ctx)
      const state = { tags: [mark()], is_resolved: true }
      await api.patchConversation(id, { tags: [], is_resolved: false })
      await Promise.all([
        api.patchConversation(id, { tags: state.tags }),
        api.patchConversation(id, { is_resolved: true }),
      ])
      const after = await readStored(ctx, id, state)
      const lost = unlikeState(after.data, state)

      ctx.observe('OPEN-34', lost === undefined ? 'both take effect' : `the update of ${lost} is lost`, after)
    },
  )
})

const refusals = suite('PATCH /conversations/{id} · refusals', { phase: 'refuse' }, ({ verify }) => {
  for (const { requirement, title, bodies } of REFUSED) {
    verify(requirement, title, { needs: ['updateTarget'] }, async (ctx) => {
      const { api: actor } = ctx
      const id = String(ctx.world.updateTarget['id'])

      await ctx.each<unknown>(bodies(ctx.mark()), async (body) => {
        ctx.expect(await actor.patchConversation(id, body)).toRefuse([400])
      })
    })
  }

  verify(
    'PATCH-CONVERSATION-07',
    'refuses a body that is not a JSON object',
    { needs: ['updateTarget'] },
    async (ctx) => {
      const { api: actor } = ctx
      const id = String(ctx.world.updateTarget['id'])
      const tags = [ctx.mark()]

      await ctx.each(noObjects({ tags }, tags), async (body) => {
        ctx.expect(await actor.patchConversation(id, body)).toRefuse([400])
      })
    },
  )

  verify(
    'PATCH-CONVERSATION-15',
    'changes nothing when it refuses an update',
    { needs: ['updateTarget'] },
    async (ctx) => {
      // What refused updates of other cases have changed would not change again.
      const { api: actor } = ctx
      const id = String(ctx.world.updateTarget['id'])
      const before = (await actor.conversation(id)).control()
      const bodies = effectiveIfCarriedOut(ctx.mark(), before.data['is_resolved'] !== true)
      const answers = await Promise.all(bodies.map((body) => actor.patchConversation(id, body)))

      const after = (await actor.conversation(id)).control()

      // What was accepted is another violation, and has an effect.
      if (answers.every(({ isRefusal }) => isRefusal))
        expectUntouched(ctx, 'PATCH-CONVERSATION-15', answers, [before, after])
      await putBack(actor, before, after)
    },
  )

  verify(
    'PATCH-CONVERSATION-08',
    'returns 404 for an unknown id',
    { needs: ['updateTarget'] },
    async ({ api, world, expect, mark }) => {
      const id = absentId(world.discovery, 'GET /conversations')

      expect(await api.patchConversation(id, { tags: [mark()] })).toRefuse([404])
    },
  )
})

export default [updates, refusals]

export const plainAnswers = ['PATCH-CONVERSATION-01']

export const oracles = [updateEcho]
