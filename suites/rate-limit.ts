/** The allowance of a key. Specification part 8. Runs last: it counts requests, so nothing else may be under way. */
import type { Answer } from '../lib/harness/answer.ts'
import { suite } from '../lib/harness/case.ts'
import { chain, drain, dropsBetween } from '../lib/harness/spending.ts'
import { remainingOf } from '../lib/oracles/rate-headers.ts'

/** Whether the key under test began the run with so little left that it may have run dry by itself. */
const hadLittle = (first: Answer): boolean => (remainingOf(first.exchange) ?? 0) < 600

export default suite('Rate limit', { phase: 'spend' }, (verify) => {
  verify('RATE-04', 'counts Remaining down on every reading endpoint', { cost: 0 }, async (ctx) => {
    const stuck = await chain(ctx)

    ctx
      .expect(stuck.answer)
      .toSatisfy(
        stuck.problem === undefined,
        'X-RateLimit-Remaining below that of the request before',
        stuck.problem ?? '',
        { also: stuck.also },
      )
  })

  verify(
    'RATE-05',
    'takes nothing from one key for another',
    { needs: ['otherKey'], cost: 3 },
    async (ctx) => {
      const { own, withStranger, answers, last } = await dropsBetween(ctx)

      ctx
        .expect(last)
        .toSatisfy(
          withStranger <= Math.max(1, own),
          `Remaining down by ${own}, as without the other key`,
          `down by ${withStranger} while the other key was used five times`,
          { also: answers },
        )
    },
  )

  verify(
    ['RATE-06', 'RATE-07', 'RATE-08'],
    'answers 429 past the allowance, and not before',
    { needs: ['exhaustibleKey'], cost: 1 },
    async (ctx) => {
      const { served, most, refused, first, last, early, fresh } = await drain(ctx)

      ctx
        .expect(last)
        .toSatisfy(
          refused !== undefined && served <= most,
          '429 past 1,000 requests in the hour',
          `${served} requests answered${refused === undefined ? ', and no 429' : ''}`,
          { also: [first], evenLimited: true },
        )
      ctx
        .expect(refused ?? last)
        .toSatisfy(
          early === undefined,
          fresh ? '1,000 requests before a 429' : 'no 429 while something remains',
          early ?? '',
          {
            requirement: 'RATE-07',
            explainedBy: ['RATE-04', 'RATE-05', 'RATE-09'],
            also: [first],
            evenLimited: true,
          },
        )
      const main = await ctx.api.request({ method: 'GET', path: '/me' })
      ctx
        .expect(main)
        .toSatisfy(
          main.status !== 429 || hadLittle(ctx.world.discovery.main.me),
          'the key under test untouched by the spent one',
          '429',
          { requirement: 'RATE-05', also: [refused ?? last], evenLimited: true },
        )
    },
  )
})
