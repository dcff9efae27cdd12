import { describe, expect, test } from 'vitest'
import { caseOf, discoveryOf, sessionOf } from '../testing/toy-run.ts'
import type { CaseDefinition } from './case.ts'
import { queues, schedule } from './schedule.ts'

type Terms = NonNullable<Parameters<typeof caseOf>[1]>

/** Cases that write down when they begin and end; each takes a few turns of the event loop. */
function diary(): { lines: string[]; entry: (title: string, terms: Terms) => CaseDefinition } {
  const lines: string[] = []
  const entry = (title: string, terms: Terms): CaseDefinition =>
    caseOf(
      async () => {
        lines.push(`${title} begins`)
        for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
        lines.push(`${title} ends`)
      },
      { ...terms, title },
    )
  return { lines, entry }
}

const before = (lines: readonly string[], one: string, other: string): boolean =>
  lines.indexOf(one) >= 0 && lines.indexOf(one) < lines.indexOf(other)

describe('the order of cases', () => {
  test('reading, what is refused, writing, what counts requests, and what spends a key: each after the other', async () => {
    const { lines, entry } = diary()
    await schedule(
      [
        entry('drain', { phase: 'spend', needs: ['exhaustibleKey'] }),
        entry('count', { phase: 'spend' }),
        entry('write', { phase: 'write', lane: 'book' }),
        entry('refuse', { phase: 'refuse' }),
        entry('read', {}),
      ],
      sessionOf(),
    )

    expect(lines).toEqual(
      ['read', 'refuse', 'write', 'count', 'drain'].flatMap((title) => [`${title} begins`, `${title} ends`]),
    )
  })

  test.each([
    ['beside the writes where there is a second key', { other: {} }, true],
    ['after them where there is none', {}, false],
  ])('what counts the requests of a bystander comes %s', async (_, other, beside) => {
    const { lines, entry } = diary()
    await schedule(
      [entry('count', { phase: 'spend', lane: 'status' }), entry('write', { phase: 'write', lane: 'book' })],
      sessionOf(undefined, { discovery: discoveryOf(other) }),
    )

    expect(before(lines, 'count begins', 'write ends')).toBe(beside)
  })

  test.each(['read', 'refuse'] as const)('cases that %s run side by side', async (phase) => {
    const { lines, entry } = diary()
    await schedule([entry('one', { phase }), entry('two', { phase })], sessionOf())

    expect(before(lines, 'two begins', 'one ends')).toBe(true)
  })

  test('writing cases of one lane follow each other; lanes run side by side', async () => {
    const { lines, entry } = diary()
    await schedule(
      [
        entry('book 1', { phase: 'write', lane: 'book' }),
        entry('book 2', { phase: 'write', lane: 'book' }),
        entry('list', { phase: 'write', lane: 'list' }),
      ],
      sessionOf(),
    )

    expect(before(lines, 'book 1 ends', 'book 2 begins')).toBe(true)
    expect(before(lines, 'list begins', 'book 1 ends')).toBe(true)
  })
})

test('outcomes come in the order of the cases, and are reported as they end', async () => {
  const { entry } = diary()
  const cases = [entry('write', { phase: 'write' }), entry('read', {})]
  const reported: string[] = []
  const outcomes = await schedule(cases, sessionOf(), {
    onOutcome: ({ definition }) => reported.push(definition.title),
  })

  expect(outcomes.map(({ definition }) => definition.title)).toEqual(['write', 'read'])
  expect(reported).toEqual(['read', 'write'])
})

const price = ({ cost }: CaseDefinition): number => cost

describe('a short allowance', () => {
  test('goes to the cases that verify most for their requests; the others are reported with the reason, asked for once', async () => {
    const { lines, entry } = diary()
    let left = 3
    let asked = 0
    const outcomes = await schedule(
      [
        entry('dear', { cost: 10 }),
        entry('cheap', { cost: 2, requirements: ['STATUS-1', 'STATUS-2'] }),
        entry('free', { cost: 0 }),
        entry('dear too', { cost: 9, phase: 'write' }),
      ],
      sessionOf(),
      {
        allowance: { left: () => left, price },
        shortage: () => {
          asked += 1
          left = 0
          return 'not run: nothing is left'
        },
      },
    )

    expect(lines.filter((line) => line.endsWith('begins')).sort()).toEqual(['cheap begins', 'free begins'])
    expect(outcomes.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['inconclusive', 'not run: nothing is left'],
      ['passed', undefined],
      ['passed', undefined],
      ['inconclusive', 'not run: nothing is left'],
    ])
    expect(asked).toBe(1)
  })

  test('is kept back for later cases that verify more', async () => {
    const { lines, entry } = diary()
    await schedule(
      [
        entry('reading', { cost: 5 }),
        entry('writing', { cost: 5, phase: 'write', requirements: ['STATUS-1', 'STATUS-2', 'BOOK-1'] }),
      ],
      sessionOf(),
      { allowance: { left: () => 5, price } },
    )

    expect(lines).toEqual(['writing begins', 'writing ends'])
  })
})

const entry = (title: string, lane?: string, cost = 1): CaseDefinition =>
  caseOf(async () => {}, { phase: 'write', title, cost, ...(lane === undefined ? {} : { lane }) })

/** Each queue by its place and the titles of its cases, where a lane can be dealt out over so many things. */
const titles = (cases: readonly CaseDefinition[], things: number): [number, string[]][] =>
  queues(cases, (lane) => (lane === 'thing' ? things : 1))
    .filter((queue) => queue.cases.length > 0)
    .map(({ place, cases: some }) => [place, some.map(({ title }) => title)])

describe('cases that touch the same things', () => {
  test('are one queue for each lane, in their order; a case without a lane is one by itself', () => {
    expect(
      titles([entry('red 1', 'red'), entry('alone'), entry('blue', 'blue'), entry('red 2', 'red')], 1),
    ).toEqual([
      [0, ['red 1', 'red 2']],
      [0, ['alone']],
      [0, ['blue']],
    ])
  })
})

describe('cases of one lane', () => {
  const updates = [4, 1, 1, 3].map((cost, index) => entry(`update ${index + 1}`, 'thing', cost))

  test('are dealt out over two things, by what they send', () => {
    expect(titles(updates, 2)).toEqual([
      [0, ['update 1']],
      [1, ['update 2', 'update 3', 'update 4']],
    ])
  })

  test.each([0, 1])('follow each other where there are only %d', (things) => {
    expect(titles(updates, things)).toEqual([[0, updates.map(({ title }) => title)]])
  })
})
