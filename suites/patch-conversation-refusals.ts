/** PATCH /conversations/{id}: bounds and refusals. Specification parts 4 and 8. */
import { absentId } from '../lib/harness/absent.ts'
import { RawBody } from '../lib/harness/actor.ts'
import { NO_OBJECTS } from '../lib/harness/bodies.ts'
import { suite } from '../lib/harness/case.ts'
import { patient, showsTags } from '../lib/harness/patient.ts'

const BOUNDS = [
  ['PATCH-CONVERSATION-10', '20 tags', (mark: string) => list(mark, 20), (mark: string) => list(mark, 21)],
  [
    'PATCH-CONVERSATION-11',
    'a tag of 40 characters',
    (mark: string) => [mark.padEnd(40, 'x')],
    (mark: string) => [mark.padEnd(41, 'x')],
  ],
  [
    'PATCH-CONVERSATION-12',
    'a tag of one character',
    (mark: string) => [mark, 'x'],
    (mark: string) => [mark, ''],
  ],
] as const

const REFUSED = [
  [
    'PATCH-CONVERSATION-04',
    'refuses a body without tags and is_resolved',
    () => [{}, { status: 'resolved' }],
  ],
  [
    'PATCH-CONVERSATION-05',
    'refuses tags that are no array of strings',
    (mark: string) => [{ tags: mark }, { tags: [mark, 7] }, { tags: [null] }, { tags: null }],
  ],
  [
    'PATCH-CONVERSATION-06',
    'refuses an is_resolved that is no boolean',
    () => [{ is_resolved: 'true' }, { is_resolved: 1 }, { is_resolved: null }],
  ],
  [
    'PATCH-CONVERSATION-07',
    'refuses a body that is no JSON object',
    (mark: string) => [...NO_OBJECTS, new RawBody(`{"tags":["${mark}"`)],
  ],
] as const

export default suite(
  'PATCH /conversations/{id} · bounds',
  { phase: 'write', lane: 'conversation' },
  (verify) => {
    for (const [requirement, what, accepted, refused] of BOUNDS) {
      verify(
        requirement,
        `accepts ${what}, and no ${requirement.endsWith('12') ? 'less' : 'more'}`,
        { needs: ['patient'], cost: 3 },
        async (ctx) => {
          const { id, api, expect, mark } = await patient(ctx)
          const tags = accepted(mark())
          const kept = await api.patchConversation(id, { tags })
          const beyond = await api.patchConversation(id, { tags: refused(mark()) })
          const detail = await api.conversation(id)

          expect(kept).toAnswer(200, { explainedBy: ['PATCH-CONVERSATION-01'] })
          expect(beyond).toRefuse([400])
          showsTags(ctx, detail, detail.data, tags, {
            requirement: 'PATCH-CONVERSATION-15',
            also: [beyond],
            explainedBy: ['PATCH-CONVERSATION-02', 'PATCH-CONVERSATION-13'],
          })
        },
      )
    }

    for (const [requirement, title, bodies] of REFUSED) {
      verify(requirement, title, { needs: ['patient'], cost: bodies('').length }, async (ctx) => {
        const { id, api, expect, mark } = await patient(ctx)

        await ctx.each<unknown>(bodies(mark()), async (body) => {
          expect(await api.patchConversation(id, body)).toRefuse([400])
        })
      })
    }

    verify(
      'PATCH-CONVERSATION-15',
      'changes nothing where it refuses',
      { needs: ['patient'], cost: 5 },
      async (ctx) => {
        const { id, api, expect, mark, each, inconclusive } = { ...ctx, ...(await patient(ctx)) }
        const before = (await api.conversation(id)).control()
        const resolved = before.data['is_resolved'] === true
        const tag = mark()
        const refused = await Promise.all(
          [
            { tags: [tag], is_resolved: 'no' },
            { is_resolved: !resolved, tags: [`${tag}-b`, ''] },
            { is_resolved: !resolved, tags: 'none' },
          ].map((body) => api.patchConversation(id, body)),
        )
        const after = (await api.conversation(id)).control()
        if (refused.some((answer) => answer.status === 200))
          inconclusive('what should be refused was accepted')

        await each([0], async () => {
          expect(after).toSatisfy(
            !JSON.stringify(after.data['tags'] ?? []).includes(tag),
            'the tags that were there',
            JSON.stringify(after.data['tags']),
            { also: refused, pointer: '/data/tags' },
          )
          expect(after).toShow('is_resolved', before.data['is_resolved'], { also: refused })
        })
      },
    )

    verify(
      'PATCH-CONVERSATION-08',
      'answers 404 for an id of nothing',
      { needs: ['patient'], cost: 1 },
      async ({ api, world, expect, mark }) => {
        expect(
          await api.patchConversation(absentId(String(world.patient['id'])), { tags: [mark()] }),
        ).toRefuse([404])
      },
    )
  },
)

function list(mark: string, length: number): string[] {
  return Array.from({ length }, (_, index) => `${mark}-${index}`)
}
