import { describe, expect, test } from 'vitest'
import type { Finding } from '../judge/finding.ts'
import type { Answer } from './answer.ts'
import { Inconclusive, NoAnswer, Violation } from './exceptions.ts'
import { type Blame, type Expectation, expectations } from './expect.ts'
import { answerOf, noAnswer } from './testing/answers.ts'

const LEAD = answerOf({ data: { id: 'L1', status: 'new', name: null } }, { id: 7, path: '/leads/L1' })
const refusal = (status: number, body: unknown = { error: 'No such lead.', code: 'not_found' }): Answer =>
  answerOf(body, { id: 8, status, path: '/leads/L1' })

/** The findings that an expectation on an answer notes, or the exception that it throws. */
function outcomeOf(
  answer: Answer,
  act: (one: Expectation) => void,
): { readonly noted: Finding[]; readonly thrown?: unknown } {
  const noted: Finding[] = []
  try {
    act(
      expectations({
        id: 'GET-LEAD-01/answers',
        requirement: 'GET-LEAD-01',
        note: (finding) => void noted.push(finding),
      })(answer),
    )
    return { noted }
  } catch (thrown) {
    return { noted, thrown }
  }
}

/** Each expectation in a form that holds on LEAD. */
const ALL: readonly [string, (one: Expectation, blame?: Blame) => void][] = [
  ['toAnswer', (one, blame) => one.toAnswer(200, blame)],
  ['toBeRefused', (one, blame) => one.toBeRefused([404], blame)],
  ['toSatisfy', (one, blame) => one.toSatisfy(true, 'a lead', 'none', blame)],
  ['toShow', (one, blame) => one.toShow('status', 'new', blame)],
]

describe.each(ALL)('%s', (_, act) => {
  test.each([
    [
      refusal(429),
      new Inconclusive('a limiter of the target goes on refusing GET /leads/{id} (429)', 'rate-limited'),
    ],
    [noAnswer('reset', 'it was reset'), new NoAnswer('GET /me: it was reset')],
    [noAnswer('budget', 'Not sent.'), new Inconclusive('Not sent.', 'budget')],
  ])('is no violation without an answer to the question', (answer, thrown) => {
    expect(outcomeOf(answer, act)).toEqual({ noted: [], thrown })
  })
})

test('a wrong status ends the case, with what was expected, the code and the message', () => {
  const { thrown } = outcomeOf(refusal(404), (one) => one.toAnswer(200))
  expect(thrown).toBeInstanceOf(Violation)
  expect(thrown).toMatchObject({
    findings: [
      {
        requirement: 'GET-LEAD-01',
        where: 'GET /leads/{id}',
        expected: 'status 200',
        received: 'status 404 not_found: "No such lead."',
        status: 404,
        accepted: [200],
        exchanges: [8],
        case: 'GET-LEAD-01/answers',
        count: 1,
      },
    ],
  })
})

test('an expected 200 that is malformed shows nothing else, and is left to the oracles', () => {
  const malformed = (path: string): Answer => answerOf(7, { path })
  const act = (one: Expectation): void => one.toAnswer(200)
  expect(outcomeOf(malformed('/leads/L1'), act).thrown).toEqual(
    new Inconclusive('GET /leads/{id} gave no usable answer (status 200)', 'premise-broken'),
  )
  expect(outcomeOf(malformed('/elsewhere'), act).thrown).toBeUndefined()
})

test('other expectations note what contradicts them, and the case continues', () => {
  const noted = [
    outcomeOf(LEAD, (one) => one.toBeRefused([400, 404])),
    outcomeOf(refusal(422), (one) => one.toHaveStatus([200, 400])),
    outcomeOf(LEAD, (one) => one.toShow('name', 'Austen')),
    outcomeOf(LEAD, (one) => one.toShow('phone', '1')),
    outcomeOf(LEAD, (one) =>
      one.toSatisfy(false, 'a name', () => 'null', {
        pointer: '/data/name',
        also: [answerOf({}, { id: 3 })],
      }),
    ),
    outcomeOf(refusal(429), (one) => one.toSatisfy(false, 'no 429', '429', { evenLimited: true })),
  ].flatMap(({ noted: some }) => some)
  expect(noted.map(({ expected, received, pointer }) => [expected, received, pointer])).toEqual([
    ['status 400 or 404', 'status 200', undefined],
    ['status 200 or 400', 'status 422 not_found: "No such lead."', undefined],
    ['name "Austen"', 'null', '/data/name'],
    ['phone "1"', 'absent', '/data/phone'],
    ['a name', 'null', '/data/name'],
    ['no 429', '429', undefined],
  ])
  expect(noted[4]?.exchanges).toEqual([7, 3])
})
