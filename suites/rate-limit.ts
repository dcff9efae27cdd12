/**
 * The hourly allowance of a key. Specification part 8. Requests are counted, so nothing else may use the key
 * meanwhile.
 */
import { UNKNOWN_ID } from '../lib/harness/chosen-items.ts'
import type { Answer } from '../lib/harness/answer.ts'
import { suite } from '../lib/harness/context.ts'
import { OPERATIONS } from '../lib/spec/operations.ts'
import { COUNTED, expectOneEach, resetBy } from './rate-limit/counting.ts'
import { exhaust, expectTimelyRefusal } from './rate-limit/exhaustion.ts'
import { expectNothingPastLimit } from './rate-limit/past-limit.ts'
import { remainingDrops, readRequests, writeRequests } from './rate-limit/spending.ts'

/** Operations that only read: each is asked once. */
const READING = OPERATIONS.filter((key) => key.startsWith('GET '))

const reading = suite('Rate limit · reading', { phase: 'spend', lane: 'stranger' }, (verify) => {
  verify(
    ['RATE-04', 'RATE-12'],
    'counts Remaining down on every reading endpoint',
    { cost: 0, costAlone: READING.length + 5 },
    async (ctx) => {
      const look = (): Promise<Answer> => ctx.bystander.me()
      const answer = await expectOneEach(ctx, look, readRequests(ctx))

      const reset = await resetBy(look, () => ctx.bystander.lead(UNKNOWN_ID))
      ctx
        .expect(reset?.answer ?? answer)
        .toSatisfy(reset === undefined, COUNTED, reset?.problem ?? '', { also: reset?.also ?? [] })
    },
  )
})

/** Keys that share one allowance may have used it up by the end of a run, when nothing is counted any more. */
const apart = suite('Rate limit · keys', { phase: 'first' }, (verify) => {
  verify(
    'RATE-05',
    'takes nothing from one key for another',
    { needs: ['otherKey'], cost: 3 },
    async (ctx) => {
      const { own, withStranger, strangers, answers, last, aside } = await remainingDrops(ctx)

      ctx
        .expect(last)
        .toSatisfy(
          withStranger <= Math.max(1, own),
          `Remaining down by ${own}, as without the other key`,
          `down by ${withStranger} while the other key was used five times`,
          { also: answers },
        )
      ctx
        .expect(aside)
        .toSatisfy(
          strangers <= 1,
          "the other key's Remaining down by its own requests alone",
          `down by ${strangers} with its next request, after two of the key under test and five without a key`,
          { also: answers },
        )
    },
  )
})

const limit = suite('Rate limit', { phase: 'spend' }, (verify) => {
  verify(
    ['RATE-04', 'RATE-12'],
    'counts Remaining down on every writing endpoint',
    { needs: ['writes', 'updateTarget', 'noteTarget'], cost: 5 },
    async (ctx) => {
      await expectOneEach(ctx, () => ctx.api.me(), await writeRequests(ctx))
    },
  )

  verify(
    ['RATE-06', 'RATE-07', 'RATE-08', 'RATE-04', 'RATE-05'],
    'answers 429 past the allowance, and not before',
    { needs: ['exhaustibleKey'], cost: 2, costAlone: 3 },
    async (ctx) => {
      const drained = await exhaust(ctx)
      expectTimelyRefusal(ctx, drained)
      await expectNothingPastLimit(ctx, drained)
    },
  )
})

export default [apart, reading, limit]
