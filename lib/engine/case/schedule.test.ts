import { describe, expect, test } from 'vitest'
import { discoveryOf } from './testing/answers.ts'
import { caseOf, sessionOf } from './testing/run-case.ts'
import type { CaseDefinition } from './suite.ts'
import { schedule } from './schedule.ts'

type Terms = NonNullable<Parameters<typeof caseOf>[1]>

/** Cases that record when they begin and end; each takes a few turns of the event loop. */
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
  test('reading, writing, what is independent of that, what counts requests, and what spends a key: each after the other', async () => {
    const { lines, entry } = diary()
    await schedule(
      [
        entry('drain', { phase: 'spend', needs: ['exhaustibleKey'] }),
        entry('count', { phase: 'count-writes' }),
        entry('independent', { phase: 'independent' }),
        entry('write', { phase: 'write', lane: 'lead' }),
        entry('read', {}),
      ],
      sessionOf(undefined, { discovery: discoveryOf({}, undefined, { exhaustibleKey: true }) }),
    )

    expect(lines).toEqual(
      ['read', 'write', 'independent', 'count', 'drain'].flatMap((title) => [
        `${title} begins`,
        `${title} ends`,
      ]),
    )
  })

  test.each([
    ['beside the reads and writes where the first cases have shown that keys are apart', 'passed', true],
    ['at the end where they have not', 'failed', false],
  ])('what spends a key comes %s', async (_, shown, beside) => {
    const { lines, entry } = diary()
    const apart = caseOf(
      async ({ api, expect: must }) => must(await api.me()).toAnswer(shown === 'passed' ? 200 : 404),
      { phase: 'first', title: 'keys are apart', needs: ['exhaustibleKey'] },
    )
    await schedule(
      [
        apart,
        entry('drain', { phase: 'spend', needs: ['exhaustibleKey'] }),
        entry('read', {}),
        entry('write', { phase: 'write' }),
      ],
      sessionOf(undefined, { discovery: discoveryOf({}, undefined, { exhaustibleKey: true }) }),
    )

    expect(before(lines, 'drain begins', 'read ends')).toBe(beside)
    expect(before(lines, 'drain begins', 'write ends')).toBe(beside)
  })

  test('writing cases of one lane follow each other; lanes run side by side', async () => {
    const { lines, entry } = diary()
    await schedule(
      [
        entry('book 1', { phase: 'write', lane: 'lead' }),
        entry('book 2', { phase: 'write', lane: 'lead' }),
        entry('list', { phase: 'write', lane: 'note' }),
      ],
      sessionOf(),
    )

    expect(before(lines, 'book 1 ends', 'book 2 begins')).toBe(true)
    expect(before(lines, 'list begins', 'book 1 ends')).toBe(true)
  })
})

test('what failed in a phase is run again together, after one pause, before the next phase begins', async () => {
  const session = sessionOf()
  const lines: string[] = []
  const failing = (title: string, terms: Terms = {}): CaseDefinition =>
    caseOf(
      async ({ api, expect: must }) => {
        lines.push(`${title} at ${session.patience.clock.now()}`)
        must(await api.me()).toSatisfy(false, 'this', 'that')
      },
      { ...terms, title, requirements: [`${title}-01`] },
    )
  await schedule(
    [
      failing('A'),
      failing('B'),
      failing('W', { phase: 'write', lane: 'lead' }),
      failing('X', { phase: 'write', lane: 'lead' }),
    ],
    session,
  )

  expect(lines).toEqual(
    [
      ['A at 0', 'B at 0'],
      ['A at 2000', 'B at 2000'],
      ['W at 2000', 'X at 2000'],
      ['W at 4000', 'X at 4000'],
    ].flat(),
  )
})
