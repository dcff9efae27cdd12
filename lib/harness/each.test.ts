import { describe, expect, test } from 'vitest'
import type { Answer } from './answer.ts'
import { answerOf } from '../api/testing/answers.ts'
import { runCase, sessionOf } from '../api/testing/run-case.ts'

const answer = (status: number): Answer => answerOf({ data: {} }, { status })

describe('each', () => {
  test('gathers the violations of all items', async () => {
    const outcome = await runCase(sessionOf(), ({ each, expect: must }) =>
      each([500, 200, 503, 429], async (status) => {
        await Promise.resolve()
        must(answer(status)).toAnswer(200)
      }),
    )

    expect(outcome.verdict).toBe('failed')
    expect(outcome.findings.map(({ received }) => received)).toEqual(['status 500', 'status 503'])
  })

  test('is an error rather than inconclusive where both came, for an answer that is missing says more', async () => {
    const outcome = await runCase(sessionOf(), ({ each, inconclusive }) =>
      each([1, 2], async (item) => {
        await Promise.resolve()
        if (item === 1) inconclusive('needs a row')
        throw new TypeError('oops')
      }),
    )

    expect(outcome.verdict).toBe('error')
    expect(outcome.reason).toMatch(/^fault of the tool: TypeError: oops/)
  })

  test('is inconclusive where that is all', async () => {
    const outcome = await runCase(sessionOf(), ({ each, inconclusive }) =>
      each([1, 2], async (item) => {
        await Promise.resolve()
        if (item === 2) inconclusive('needs a row')
      }),
    )

    expect(outcome).toMatchObject({ verdict: 'inconclusive', reason: 'needs a row' })
  })

  test('of nothing holds', async () => {
    expect(
      await runCase(sessionOf(), ({ each }) => each([], () => Promise.reject(new Error('never')))),
    ).toMatchObject({ verdict: 'passed' })
  })
})
