import { describe, expect, test } from 'vitest'
import type { Finding } from '../judge/finding.ts'
import type { Answer } from './answer.ts'
import { type Blame, type Expectation, expectations } from './expect.ts'
import { Inconclusive, NoAnswer, Violation } from './exceptions.ts'
import { answerOf, noAnswer } from '../testing/toy-run.ts'

const must = expectations('BOOK-2', 'BOOK-2/answers', (finding) => {
  throw new Violation([finding])
})

function thrownBy(act: () => void): unknown {
  try {
    act()
    return undefined
  } catch (error) {
    return error
  }
}

/** What one expectation finds; fails where it finds nothing. */
function findingOf(answer: Answer, act: (one: Expectation) => void): Finding {
  const error = thrownBy(() => act(must(answer)))
  if (!(error instanceof Violation) || error.findings[0] === undefined)
    throw new Error(`no finding: ${String(error)}`)
  return error.findings[0]
}

function never(): never {
  throw new Error('not asked for')
}

const BOOK = answerOf(
  { title: 'Emma', shelf: 'new', author: null },
  { id: 7, method: 'POST', path: '/books' },
)
const refusal = (status: number, body: unknown = { error: 'No such book.', code: 'not_found' }): Answer =>
  answerOf(body, { id: 8, status, path: '/books' })

/** Each expectation as it is written where it holds on BOOK. */
const ALL: readonly [string, (one: Expectation, blame?: Blame) => void][] = [
  ['toAnswer', (one, blame) => one.toAnswer(200, blame)],
  ['toRefuse', (one, blame) => one.toRefuse([404, 200], blame)],
  ['toSatisfy', (one, blame) => one.toSatisfy(true, 'a book', 'none', blame)],
  ['toShow', (one, blame) => one.toShow('shelf', 'new', blame)],
]

describe('every expectation', () => {
  test.each(ALL)('%s holds', (_, act) => {
    expect(thrownBy(() => act(must(BOOK)))).toBeUndefined()
  })

  test.each(ALL)('%s: 429 is no answer to the question', (_, act) => {
    const error = thrownBy(() => act(must(refusal(429))))

    expect(error).toBeInstanceOf(Inconclusive)
    expect(String(error)).toBe('Inconclusive: the key got 429: its allowance is spent')
  })

  test.each(ALL)('%s: a request that was lost is an error', (_, act) => {
    const error = thrownBy(() => act(must(noAnswer('reset', 'the connection was reset'))))

    expect(error).toBeInstanceOf(NoAnswer)
    expect(String(error)).toBe('NoAnswer: GET /status: the connection was reset')
  })

  test.each(ALL)('%s: a request for which there was no budget is inconclusive', (_, act) => {
    expect(thrownBy(() => act(must(noAnswer('budget'))))).toBeInstanceOf(Inconclusive)
  })
})

describe('toAnswer', () => {
  test('reports what was expected, and the code and message of the error', () => {
    expect(findingOf(refusal(404), (one) => one.toAnswer(200))).toEqual({
      requirement: 'BOOK-2',
      where: 'GET /books',
      expected: 'status 200',
      received: 'status 404 not_found: "No such book."',
      status: 404,
      accepted: [200],
      exchanges: [8],
      case: 'BOOK-2/answers',
      count: 1,
    })
  })

  test.each([
    [{}, 'status 500'],
    [{ code: 'internal_error' }, 'status 500 internal_error'],
    [{ error: 7, code: 8 }, 'status 500'],
    [[], 'status 500'],
  ])('an error of the form %j is reported as far as it can be read', (body, received) => {
    expect(findingOf(refusal(500, body), (one) => one.toAnswer(200)).received).toBe(received)
  })

  test('another success is recognised by its status alone', () => {
    expect(findingOf(answerOf({ code: 'x' }, { status: 201 }), (one) => one.toAnswer(200)).received).toBe(
      'status 201',
    )
  })
})

test('an expected 200 that is malformed shows nothing else, and is left to the oracles', () => {
  const malformed = answerOf(7, { path: '/books' })

  expect(String(thrownBy(() => must(malformed).toAnswer(200)))).toBe(
    'Inconclusive: GET /books gave no usable answer (status 200)',
  )
  expect(thrownBy(() => must(answerOf(7, { path: '/elsewhere' })).toAnswer(200))).toBeUndefined()
})

describe('toRefuse', () => {
  test('names every status that would do', () => {
    expect(findingOf(BOOK, (one) => one.toRefuse([400, 404]))).toMatchObject({
      expected: 'status 400 or 404',
      received: 'status 200',
    })
  })
})

test('toHaveStatus notes any other status', () => {
  expect(findingOf(refusal(422), (one) => one.toHaveStatus([200, 400]))).toMatchObject({
    expected: 'status 200 or 400',
    status: 422,
  })
})

describe('toSatisfy', () => {
  test('reports the fact in the given words, with all answers that show it', () => {
    const blame = {
      requirement: 'BOOK-3',
      pointer: '/author',

      also: [answerOf({}, { id: 3 })],
      replay: { seed: 1, path: '0:1' },
    }

    expect(findingOf(BOOK, (one) => one.toSatisfy(false, 'an author', () => 'null', blame))).toEqual({
      requirement: 'BOOK-3',
      where: 'POST /books',
      expected: 'an author',
      received: 'null',
      pointer: '/author',

      replay: { seed: 1, path: '0:1' },
      exchanges: [7, 3],
      case: 'BOOK-2/answers',
      count: 1,
    })
  })

  test('what was received is worked out only where it is reported', () => {
    expect(thrownBy(() => must(BOOK).toSatisfy(true, 'a book', never))).toBeUndefined()
  })

  test('a further answer that did not come leaves nothing to judge', () => {
    const lost = { also: [noAnswer('timeout')] }
    const limited = { also: [refusal(429)] }

    expect(thrownBy(() => must(BOOK).toSatisfy(false, 'a', 'b', lost))).toBeInstanceOf(NoAnswer)
    expect(thrownBy(() => must(BOOK).toSatisfy(false, 'a', 'b', limited))).toBeInstanceOf(Inconclusive)
  })

  test('where the rate limit is judged, a 429 is an answer', () => {
    const finding = findingOf(refusal(429), (one) =>
      one.toSatisfy(false, 'no 429', '429', { evenLimited: true }),
    )

    expect(finding.received).toBe('429')
  })
})

describe('toShow', () => {
  test('compares by what the JSON says, and points to the field', () => {
    expect(findingOf(BOOK, (one) => one.toShow('author', 'Austen'))).toMatchObject({
      expected: 'author "Austen"',
      received: 'null',
      pointer: '/author',
    })
    expect(findingOf(BOOK, (one) => one.toShow('year', 1815)).received).toBe('absent')
    expect(thrownBy(() => must(BOOK).toShow('author', null))).toBeUndefined()
  })

  test('an answer without a resource cannot be looked at', () => {
    const error = thrownBy(() => must(refusal(404)).toShow('author', 'Austen'))

    expect(String(error)).toBe('Inconclusive: GET /books gave no usable answer (status 404)')
  })
})

test('what contradicts a fact is noted, and the case continues; a premise that fails ends it', () => {
  const noted: Finding[] = []
  const noting = expectations('BOOK-2', 'BOOK-2/answers', (finding) => noted.push(finding))
  for (const answer of [refusal(422), refusal(500), BOOK])
    expect(thrownBy(() => noting(answer).toRefuse([400]))).toBeUndefined()
  expect(thrownBy(() => noting(BOOK).toSatisfy(false, 'an author', 'null'))).toBeUndefined()
  expect(thrownBy(() => noting(BOOK).toShow('author', 'Austen'))).toBeUndefined()
  expect(noted.map(({ status, received }) => status ?? received)).toEqual([422, 500, 200, 'null', 'null'])
  expect(thrownBy(() => noting(refusal(422)).toAnswer(200))).toBeInstanceOf(Violation)
})
