/** PATCH /conversations/{id}: bounds and refusals. Specification parts 4 and 8. */
import { absentId } from '../lib/harness/chosen-items.ts'
import { noObjects } from '../lib/harness/bodies.ts'
import { suite } from '../lib/harness/context.ts'
import { changedByRefusals, updateTarget, refusedUpdate, expectTags } from './steps/conversations/updates.ts'
import { conversationProbe } from './steps/conversations/probe-workspace.ts'
import { TAG_BOUNDS } from '../lib/harness/writes.ts'
import { quote } from '../lib/util/values.ts'

/** Tags of 30 characters: valid one by one, and long enough to meet a bound on all of them together. */
const many = (mark: string, length: number): string[] =>
  Array.from({ length }, (_, index) => `${mark}-${index}`.padEnd(30, 'x'))

const BOUNDS = [
  {
    requirement: 'PATCH-CONVERSATION-10',
    what: 'accepts 20 tags, and no more',
    kept: (mark: string) => many(mark, TAG_BOUNDS.most),
    refused: (mark: string) => many(mark, TAG_BOUNDS.most + 1),
  },
  {
    requirement: 'PATCH-CONVERSATION-11',
    what: 'accepts a tag of 40 characters, and no longer one',
    kept: (mark: string) => [mark.padEnd(TAG_BOUNDS.longest, 'é')],
    refused: (mark: string) => [mark, mark.padEnd(TAG_BOUNDS.longest + 1, 'x'), `${mark}-z`],
  },
  {
    requirement: 'PATCH-CONVERSATION-12',
    what: 'accepts a tag of one character, and no empty one',
    // A text that some languages take for nothing.
    kept: (mark: string) => [mark, '0'],
    refused: (mark: string) => [mark, '', 'x'],
  },
] as const

/** Invalid bodies that are always sent, and further ones where a second key spares the first. */
const REFUSED = [
  {
    requirement: 'PATCH-CONVERSATION-04',
    what: 'refuses a body without tags and is_resolved',
    bodies: () => [{}, { status: 'resolved' }],
    further: () => [],
  },
  {
    requirement: 'PATCH-CONVERSATION-05',
    what: 'refuses tags that are no array of strings',
    bodies: (mark: string) => [{ tags: mark }, { tags: [mark, 7, 'x'] }, { tags: [null] }, { tags: null }],
    further: (mark: string) => [{ tags: { tag: mark } }, { tags: 7 }, { tags: true }],
  },
  {
    requirement: 'PATCH-CONVERSATION-06',
    what: 'refuses an is_resolved that is no boolean',
    bodies: () => [{ is_resolved: 'true' }, { is_resolved: 1 }, { is_resolved: null }],
    further: () => [{ is_resolved: [true] }, { is_resolved: { value: true } }],
  },
] as const

const bounds = suite(
  'PATCH /conversations/{id} · bounds',
  { phase: 'write', lane: 'conversation' },
  (verify) => {
    for (const { requirement, what, kept, refused } of BOUNDS) {
      verify(requirement, what, { needs: ['updateTarget'], cost: 3 }, async (ctx) => {
        const { id, api, expect, mark } = await updateTarget(ctx)
        const tags = kept(mark())
        const [accepted, beyond] = await Promise.all([
          api.patchConversation(id, { tags }),
          api.patchConversation(id, { tags: refused(mark()) }),
        ])
        const stored = await api.conversation(id)

        expect(accepted).toAnswer(200)
        expect(beyond).toRefuse([400])
        expectTags(ctx, stored, tags, {
          requirement: 'PATCH-CONVERSATION-13',
          also: [accepted],
        })
      })
    }

    verify(
      'PATCH-CONVERSATION-15',
      'changes nothing where it refuses',
      { needs: ['updateTarget'], cost: 5 },
      async (ctx) => {
        const { id, api, expect, mark } = await updateTarget(ctx)
        const [known, tag] = [mark(), mark()]
        const before = (await api.patchConversation(id, { tags: [known] })).control()
        const flipped = before.data['is_resolved'] !== true
        const mixed = [
          { blame: 'PATCH-CONVERSATION-06', body: { tags: [tag], is_resolved: 'no' } },
          { blame: 'PATCH-CONVERSATION-12', body: { is_resolved: flipped, tags: [tag, '', 'x'] } },
          { blame: 'PATCH-CONVERSATION-05', body: { is_resolved: flipped, tags: 'none' } },
        ]
        const refused = await Promise.all(mixed.map(({ body }) => api.patchConversation(id, body)))
        const after = (await api.conversation(id)).control()

        await ctx.each(mixed.entries(), async ([index, { blame }]) => {
          expect(refused[index] ?? after).toRefuse([400], {
            requirement: blame,
          })
        })
        expectTags(ctx, after, [known], {
          also: refused,
        })
        expect(after).toSatisfy(
          !quote(after.data['tags'], 5000).includes(tag),
          'the tags that were there',
          quote(after.data['tags']),
          { also: refused, pointer: '/data/tags' },
        )
        expect(after).toShow('is_resolved', before.data['is_resolved'], {
          also: refused,
        })
      },
    )
  },
)

const refusals = suite('PATCH /conversations/{id} · refusals', { phase: 'refuse' }, (verify) => {
  for (const [index, { requirement, what, bodies, further }] of REFUSED.entries()) {
    // The first case reads the conversation once for all others.
    const cost = bodies('').length + (index === 0 ? 1 : 0)
    verify(requirement, what, { needs: ['updateTarget'], cost }, async (ctx) => {
      const mark = ctx.mark()
      const tried = [...bodies(mark), ...(conversationProbe(ctx) === undefined ? [] : further(mark))]

      await ctx.each<unknown>(tried, async (body) => {
        const refused = await refusedUpdate(ctx, body)
        ctx.expect(refused).toRefuse([400])
      })
    })
  }

  verify(
    'PATCH-CONVERSATION-07',
    'refuses a body that is no JSON object',
    { needs: ['updateTarget'], cost: 9 },
    async (ctx) => {
      const { id, api, expect, mark } = await updateTarget(ctx)
      const tags = [mark()]

      await ctx.each(noObjects({ tags }, tags), async (body) => {
        expect(await api.patchConversation(id, body)).toRefuse([400])
      })
    },
  )

  verify(
    'PATCH-CONVERSATION-15',
    'leaves tags and flag as they were where it refuses',
    { needs: ['otherKey', 'foreignConversation'], cost: 0 },
    async (ctx) => {
      const { before, after, refused, field } = await changedByRefusals(ctx)

      ctx
        .expect(after)
        .toSatisfy(
          field === undefined,
          `${field} ${quote(before.data[field ?? ''])}, as before`,
          () => quote(after.data[field ?? '']),
          {
            also: [...refused, before],
            pointer: `/data/${field}`,
          },
        )
    },
  )

  verify(
    'PATCH-CONVERSATION-08',
    'answers 404 for an id of nothing',
    { needs: ['updateTarget'], cost: 1 },
    async ({ api, world, expect, mark }) => {
      expect(
        await api.patchConversation(absentId(String(world.updateTarget['id'])), { tags: [mark()] }),
      ).toRefuse([404])
    },
  )
})

export default [refusals, bounds]
