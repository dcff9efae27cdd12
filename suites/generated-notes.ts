/** POST /conversations/{id}/messages with generated bodies. Specification parts 4 and 8. */
import { explanations, generator, refusals, sendPlanted } from '../lib/generate/index.ts'
import type { Answer } from '../lib/harness/answer.ts'
import { asSent } from '../lib/harness/bodies.ts'
import { type Context, suite } from '../lib/harness/case.ts'
import { quote } from '../lib/util/values.ts'

export default suite('Notes · generated', { phase: 'write', lane: 'note', generated: true }, (verify) => {
  verify('INPUT-05', 'accepts every generated valid note', { needs: ['notebook'], cost: 1 }, async (ctx) => {
    const { valid } = await generator(ctx)
    // There is no DELETE: one note for each ten inputs.
    const most = Math.ceil(ctx.settings.fuzzRuns / 10)

    await ctx.each(
      valid('MessageCreate', { mark: ctx.mark(), fixed: {} }, most),
      async ({ value, replay }) => {
        const answer = (await add(ctx, value)).arrived()
        const blame = { replay, explainedBy: [...explanations('MessageCreate', value), 'ADD-NOTE-03'] }
        ctx
          .expect(answer)
          .toSatisfy(answer.status === 200, 'status 200', `status ${answer.status} to ${quote(value)}`, blame)
      },
    )
  })

  verify(
    'INPUT-05',
    'refuses every generated note with a defect',
    { needs: ['notebook'], cost: 6 },
    async (ctx) => {
      const { planted } = await generator(ctx)
      const mark = ctx.mark()
      const bodies = planted('MessageCreate', { mark, fixed: {} })
      const shots = await sendPlanted('MessageCreate', bodies, (body, raw) => add(ctx, asSent(body, raw)))
      await ctx.each(refusals(shots), async ({ answer, terms }) =>
        ctx.expect(answer.arrived()).toSatisfy(...terms),
      )

      const after = (await ctx.api.conversation(ctx.world.notebook)).control()
      ctx
        .expect(after)
        .toSatisfy(
          !JSON.stringify(after.data).includes(mark),
          'no message of a refused body',
          'one of them',
          {
            pointer: '/data/messages',
            also: shots.map(({ answer }) => answer),
            explainedBy: ['ADD-NOTE-11'],
          },
        )
    },
  )
})

/** Adds a note, and enters what was added in the footprint: there is no DELETE. */
async function add({ api, keep, world }: Context<'notebook'>, body: unknown): Promise<Answer> {
  const answer = await api.addNote(world.notebook, body)
  if (answer.status === 200)
    keep.created('note', String(answer.data['id']), `in conversation ${world.notebook}`)
  return answer
}
