/** Odd ids and odd query values. Specification part 8; found by generated tests. */
import { generator } from '../lib/generate/index.ts'
import { suite } from '../lib/harness/case.ts'
import { quote } from '../lib/util/values.ts'

export default suite('Generated requests', { generated: true }, (verify) => {
  verify('INPUT-01', 'answers 404 or 400 for odd ids', { cost: 0, costAlone: 5 }, async (ctx) => {
    const { paths } = await generator(ctx)

    await ctx.each(paths(), async ({ value: { path, statuses }, replay }) => {
      ctx
        .expect(await ctx.bystander.get(path))
        .toRefuse(statuses, { replay, explainedBy: ['GET-LEAD-02', 'GET-CONVERSATION-02'] })
    })
  })

  verify('INPUT-02', 'survives odd query values', { cost: 0, costAlone: 5 }, async (ctx) => {
    const { queries } = await generator(ctx)

    await ctx.each(queries(), async ({ value: { path, query, explainedBy }, replay }) => {
      const answer = (await ctx.bystander.request({ method: 'GET', path, query })).arrived()
      ctx
        .expect(answer)
        .toSatisfy(
          (answer.status ?? 0) < 500,
          'no server error',
          `status ${answer.status} to ${quote(query)}`,
          { replay, explainedBy },
        )
    })
  })
})
