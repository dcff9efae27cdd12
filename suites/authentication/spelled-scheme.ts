/** A bearer key whose scheme is written in another way: what is counted is the key. Specification part 8. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { suite } from '../../lib/engine/case/suite.ts'
import { major, statementsOf } from '../../lib/engine/judge/rows.ts'
import { answeredSince, type Ask, fall, looker } from '../rate-limit/counting.ts'
import { wrongKeys } from './wrong-keys.ts'

export const limit = suite('Authentication · the limit', { phase: 'count-reads' }, (verify) => {
  verify(
    [
      statementsOf({ part: 8, section: '', endpoint: '*' }).derived(
        'RATE-13',
        'Request rate',
        'The limit goes with the key, however its scheme is written.',
        'The limit is one per API key; the same key with `bearer` in small letters is the same key.',
        major('One key gets another thousand requests with each spelling that it finds.'),
      ),
      statementsOf({ part: 5, section: '', endpoint: '*' }).open(
        'OPEN-21',
        '1',
        'Whether the scheme `Bearer` may be written in another letter case.',
      ),
    ],
    'counts a key as one, however its scheme is written',
    {},
    async (ctx) => {
      const { api, imposter, settings, observe, inconclusive } = ctx
      const { lowerCaseScheme, twoSpaces } = wrongKeys(settings.keys['main'])
      const look = looker(api)
      const first = await look()
      let before = await look()
      if (fall(ctx, first, before) <= 0) inconclusive('X-RateLimit-Remaining does not change')

      // A spelling that is refused opens no further allowance.
      for (const authorization of [lowerCaseScheme, twoSpaces]) {
        const ask = looker(imposter(...authorization))
        const answers = await Promise.all([ask(), ask(), ask()])
        if (authorization === lowerCaseScheme)
          observe('OPEN-21', `\`bearer\` in lower case: ${answers[0]?.status}`, ...answers.slice(0, 1))
        if (answers.every((answer) => answer.isAccepted))
          before = await expectCounted(ctx, look, before, answers)
      }
    },
  )
})

/**
 * RATE-13: expects Remaining of a key not to fall by exactly what was asked with its usual scheme, once it was accepted in
 * another spelling. Where it falls by less or rises, an allowance refills, or several processes count.
 * @returns the last look
 */
async function expectCounted(
  ctx: Pick<Context, 'answersTo' | 'expect' | 'eventually' | 'inconclusive'>,
  look: Ask,
  before: Answer,
  accepted: readonly Answer[],
): Promise<Answer> {
  const after = await ctx.eventually(look, (last) => fall(ctx, before, last) > answeredSince(ctx, before))
  const usual = answeredSince(ctx, before)
  const fallen = fall(ctx, before, after)
  ctx
    .expect(after)
    .toSatisfy(
      fallen !== usual,
      `X-RateLimit-Remaining lower by ${usual + accepted.length}: ${usual} requests with the usual scheme, ${accepted.length} with another spelling of it`,
      `lower by ${fallen}`,
      { also: [before, ...accepted] },
    )
  return after
}
