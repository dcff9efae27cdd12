import { describe, expect, test } from 'vitest'
import { answerOf, runCase, sessionOf } from '../testing/toy-run.ts'
import type { Answer } from './answer.ts'
import { suite } from './case.ts'

const run = (): Promise<void> => Promise.resolve()

test('a case reads, costs what it says and is part of the standard profile', () => {
  const { title, cases } = suite('GET /status', {}, (verify) => {
    verify('STATUS-1', 'answers a plain request', { cost: 1 }, run)
  })

  expect(title).toBe('GET /status')
  expect(cases).toEqual([
    {
      id: 'STATUS-1/answers-a-plain-request',
      suite: 'GET /status',
      title: 'answers a plain request',
      requirements: ['STATUS-1'],
      needs: [],
      cost: 1,
      costAlone: 1,
      weight: 1,
      phase: 'read',
      smoke: false,
      deep: false,
      generated: false,
      run,
    },
  ])
})

test('a suite that writes needs permission for every case, and keeps them in its lane', () => {
  const { cases } = suite('POST /books', { phase: 'write', lane: 'book' }, (verify) => {
    verify('BOOK-2', 'shows a new book', { cost: 4, smoke: true, needs: ['book'] }, run)
    verify('BOOK-3', 'keeps titles whole', { cost: 1, deep: true }, run)
  })

  expect(cases.map(({ needs, phase, lane, smoke, deep }) => ({ needs, phase, lane, smoke, deep }))).toEqual([
    { needs: ['writes', 'book'], phase: 'write', lane: 'book', smoke: true, deep: false },
    { needs: ['writes'], phase: 'write', lane: 'book', smoke: false, deep: true },
  ])
})

test('the id is the first requirement and a slug of the title', () => {
  const { cases } = suite('x', {}, (verify) => {
    verify(['BOOK-1', 'OPEN-1'], '`existing: true` — "twice", 1,000 × ü!', { cost: 0 }, run)
  })

  expect(cases[0]).toMatchObject({
    id: 'BOOK-1/existing-true-twice-1-000',
    requirements: ['BOOK-1', 'OPEN-1'],
  })
})

const answer = (status: number): Answer => answerOf({}, { status })

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
        if (item === 1) inconclusive('needs an item')
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
        if (item === 2) inconclusive('needs an item')
      }),
    )

    expect(outcome).toMatchObject({ verdict: 'inconclusive', reason: 'needs an item' })
  })

  test('of nothing holds', async () => {
    expect(
      await runCase(sessionOf(), ({ each }) => each([], () => Promise.reject(new Error('never')))),
    ).toMatchObject({ verdict: 'passed' })
  })
})
