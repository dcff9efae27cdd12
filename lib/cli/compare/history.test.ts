import { describe, expect, test } from 'vitest'
import { historyEntry, type HistoryLine } from '../../report/history.ts'
import { cleanRun } from '../../report/testing/sample-records.ts'
import { compareHistory, exitCodeOfHistory, renderHistory } from './history.ts'

const entry = (failed: readonly string[] | undefined, more: Partial<HistoryLine> = {}): HistoryLine => ({
  ...historyEntry(cleanRun()),
  failures: failed?.length ?? 1,
  ...(failed === undefined ? {} : { failed }),
  ...more,
})
const history = (...entries: readonly HistoryLine[]): string =>
  entries.map((one) => `${JSON.stringify(one)}\n`).join('')

describe('the last two runs of a history', () => {
  test('are those of one target and profile, and what broke makes a 1', () => {
    const runs = compareHistory(
      history(entry(['A-01', 'B-02']), entry(['Z-09'], { profile: 'smoke' }), entry(['B-02', 'C-03'])),
      'history.jsonl',
    )
    expect(runs).toMatchObject({ newlyBroken: ['C-03'], mended: ['A-01'] })
    expect(exitCodeOfHistory(runs)).toBe(1)
    expect(renderHistory(runs)).toContain(
      'Newly broken (1): C-03\nMended (1): A-01\n1 regression, 1 mended\n',
    )
  })

  test.each([
    ['nothing broke', entry(['A-01']), entry([]), 0, 'no regression, 1 mended'],
    ['nothing was judged', entry([]), entry([], { verdict: 'error' }), 2, 'no regression, 0 mended'],
    ['an old line has no ids', entry(undefined), entry(['A-01', 'B-02']), 1, 'only its numbers'],
  ])('say where %s', (_, before, after, code, words) => {
    const runs = compareHistory(history(before, after), 'history.jsonl')
    expect(exitCodeOfHistory(runs)).toBe(code)
    expect(renderHistory(runs)).toContain(words)
  })

  test('have to be there', () => {
    expect(() => compareHistory(history(entry([])), 'h.jsonl')).toThrow(
      'h.jsonl does not hold two runs of one target and profile',
    )
  })
})
