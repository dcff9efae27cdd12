/** The allowance of a key. Specification part 8. Requests are counted, so nothing else may use the same key meanwhile. */
import { absentId } from '../lib/api/absent.ts'
import type { Answer } from '../lib/api/answer.ts'
import { suite } from '../lib/api/case.ts'
import { resetBy, surchargeOf, watchRemaining } from './steps/allowance/counting.ts'
import { exhaust, leakPast, storedPastLimit } from './steps/allowance/exhaustion.ts'
import { remainingDrops, readRequests, writeRequests } from './steps/allowance/spending.ts'
import { quote } from '../lib/util/values.ts'
import { remainingOf } from '../lib/api/oracles/rate-headers.ts'

/** Whether the key under test began the run with so little left that it may have run dry by itself. */
const hadLittle = (first: Answer): boolean => (remainingOf(first.exchange) ?? 0) < 600

/** A key whose requests are not all counted is refused too late, or never. */
const UNCOUNTED = ['RATE-04']

const COUNTED = 'X-RateLimit-Remaining down by each request'
const ONE_EACH = 'X-RateLimit-Remaining down by one with each request'

const reading = suite('Rate limit · reading', { phase: 'spend', lane: 'stranger' }, (verify) => {
  verify(
    ['RATE-04', 'RATE-12'],
    'counts Remaining down on every reading endpoint',
    { cost: 0, costAlone: 15 },
    async (ctx) => {
      const look = (): Promise<Answer> => ctx.bystander.me()
      const asks = readRequests(ctx)
      const { answer, problem, also, hasSurplus } = await watchRemaining(look, asks, ctx)
      ctx.expect(answer).toSatisfy(problem === undefined, COUNTED, problem ?? '', { also })

      const surcharge = hasSurplus ? await surchargeOf(look, asks) : undefined
      ctx
        .expect(surcharge?.answer ?? answer)
        .toSatisfy(surcharge === undefined, ONE_EACH, surcharge?.problem ?? '', {
          requirement: 'RATE-12',
          also: surcharge?.also ?? [],
        })

      const reset = await resetBy(look, () => ctx.bystander.lead(absentId('Uk4x9Qw2Lz')))
      ctx
        .expect(reset?.answer ?? answer)
        .toSatisfy(reset === undefined, COUNTED, reset?.problem ?? '', { also: reset?.also ?? [] })
    },
  )
})

const limit = suite('Rate limit', { phase: 'spend' }, (verify) => {
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
          `down by ${strangers} with its next request, after two of the key under test`,
          { also: answers },
        )
    },
  )

  verify(
    ['RATE-04', 'RATE-12'],
    'counts Remaining down on every writing endpoint',
    { needs: ['writes', 'updateTarget', 'noteTarget'], cost: 5 },
    async (ctx) => {
      const look = (): Promise<Answer> => ctx.api.me()
      const asks = await writeRequests(ctx)
      const { answer, problem, also, hasSurplus } = await watchRemaining(look, asks, ctx)
      ctx.expect(answer).toSatisfy(problem === undefined, COUNTED, problem ?? '', { also })

      const surcharge = hasSurplus ? await surchargeOf(look, asks) : undefined
      ctx
        .expect(surcharge?.answer ?? answer)
        .toSatisfy(surcharge === undefined, ONE_EACH, surcharge?.problem ?? '', {
          requirement: 'RATE-12',
          also: surcharge?.also ?? [],
        })
    },
  )

  verify(
    ['RATE-06', 'RATE-07', 'RATE-08', 'RATE-04', 'RATE-05'],
    'answers 429 past the allowance, and not before',
    { needs: ['exhaustibleKey'], cost: 2, costAlone: 3 },
    async (ctx) => {
      const drained = await exhaust(ctx)
      const { served, most, refused, first, last, early, risen, stuck, fresh } = drained
      const { expect } = ctx

      expect(last).toSatisfy(
        refused !== undefined && served <= most,
        '429 past 1,000 requests in the hour',
        refused === undefined
          ? `status ${last.status} after ${served} requests, and no 429`
          : `${served} requests answered before the 429`,
        {
          ...(refused === undefined ? { status: last.status } : {}),
          also: [first],
          evenLimited: true,
          explainedBy: UNCOUNTED,
        },
      )
      expect(refused ?? last).toSatisfy(
        early === undefined,
        fresh ? '1,000 requests before a 429' : 'no 429 while something remains',
        early ?? '',
        {
          requirement: 'RATE-07',
          explainedBy: ['RATE-04', 'RATE-05', 'RATE-09', 'RATE-12'],
          also: [first],
          evenLimited: true,
        },
      )
      expect(refused ?? last).toSatisfy(
        risen === undefined,
        'X-RateLimit-Remaining no higher than before the 429',
        `${risen} with the 429`,
        { requirement: 'RATE-04', also: [last], evenLimited: true },
      )
      expect(last).toSatisfy(
        stuck === undefined,
        'X-RateLimit-Remaining down to nothing by the end of the allowance',
        `${stuck} after ${served} requests`,
        { requirement: 'RATE-04', also: [first], explainedBy: ['RATE-05', 'RATE-06'] },
      )
      const leak = await leakPast(ctx, drained)
      expect(leak?.answer ?? last).toSatisfy(leak === undefined, '429', leak?.problem ?? '', {
        status: leak?.answer.status,
        also: refused === undefined ? [] : [refused],
        evenLimited: true,
        explainedBy: UNCOUNTED,
      })
      if (refused !== undefined) {
        const own = await ctx.api.afresh().me()
        expect(own).toSatisfy(
          own.status !== 429 || hadLittle(ctx.world.discovery.main.me),
          'the key under test untouched by the spent one',
          '429',
          { requirement: 'RATE-05', also: [refused], evenLimited: true },
        )
      }
      const stored = await storedPastLimit(ctx)
      if (stored !== undefined)
        expect(stored.list).toSatisfy(
          stored.row === undefined,
          'no lead of a request that was answered 429',
          () => quote(stored.row),
          {
            requirement: 'RATE-06',
            also: stored.sent === undefined ? [] : [stored.sent],
            evenLimited: true,
          },
        )
    },
  )
})

export default [reading, limit]
