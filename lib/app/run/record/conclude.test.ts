import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../../engine/judge/verdict.ts'
import type { RequirementResult } from '../../report/record.ts'
import { exitOf } from './conclude.ts'

const DAY = '2026-11-20'

function row(verdict: Verdict, more: Partial<RequirementResult> = {}): RequirementResult {
  return {
    id: 'GET-ME-01',
    part: 4,
    endpoint: 'GET /me',
    strength: 'must',
    source: { part: 4, section: 'GET /me', item: 'Response' },
    text: 't',
    verdict,
    findings: [],
    judgements: 1,
    evidence: [],
    cases: [],
    ...more,
  }
}

const known = (verdict: Verdict, until: string | undefined, unexpectedPass = false): RequirementResult =>
  row(verdict, { known: { reason: 'ticket', unexpectedPass, ...(until === undefined ? {} : { until }) } })
const open = (verdict: Verdict): RequirementResult => row(verdict, { strength: 'open' })

type Circumstances = Partial<Parameters<typeof exitOf>[1]>

const end = (rows: readonly RequirementResult[], circumstances: Circumstances = {}): unknown => {
  const { verdict, exitCode } = exitOf(rows, { day: DAY, strict: false, faults: 0, ...circumstances })
  return [verdict, exitCode]
}

describe('a run', () => {
  test.each<[string, readonly RequirementResult[], Circumstances, unknown]>([
    ['that saw everything hold', [row('passed'), open('passed')], {}, ['passed', 0]],
    ['that saw a violation', [row('passed'), row('failed')], {}, ['failed', 1]],
    [
      'that saw a violation of a newer rule, or did not exercise it',
      [row('passed'), row('failed', { newer: true }), row('inconclusive', { newer: true })],
      { strict: true },
      ['passed', 0],
    ],
    ['that was asked for an open point alone', [row('disabled'), open('passed')], {}, ['passed', 0]],
    ['that did not observe it', [row('disabled'), open('inconclusive')], {}, ['error', 2]],
    ['with a known failure', [row('passed'), known('failed', '2026-11-20')], {}, ['passed', 0]],
    [
      'with a known failure of which the time is over',
      [row('passed'), known('failed', '2026-11-19')],
      {},
      ['failed', 1],
    ],
    ['in which a known failure passed', [known('passed', undefined, true)], {}, ['failed', 1]],
    ['that could not exercise something', [row('passed'), row('inconclusive')], {}, ['passed', 0]],
    [
      'the same, where that matters',
      [row('passed'), row('inconclusive')],
      { strict: true },
      ['incomplete', 3],
    ],
    [
      'that withheld requests from an endpoint that hangs',
      [row('passed'), row('inconclusive', { reasonKind: 'withheld' })],
      {},
      ['error', 2],
    ],
    [
      'in which only an open point was not seen',
      [row('passed'), open('inconclusive')],
      { strict: true },
      ['passed', 0],
    ],
    ['in which something is not selected', [row('passed'), row('disabled')], { strict: true }, ['passed', 0]],
    ['in which something had no answer', [row('passed'), row('error')], {}, ['error', 2]],
    ['in which only an open point had no answer', [row('passed'), open('error')], {}, ['passed', 0]],
    ['that judged nothing', [row('inconclusive'), open('passed')], {}, ['error', 2]],
    ['that was cut short', [row('passed'), row('error')], { cutShort: true }, ['incomplete', 3]],
    ['that was cut short before it judged anything', [row('error')], { cutShort: true }, ['error', 2]],
    ['that was cut short after a violation', [row('failed')], { cutShort: true }, ['failed', 1]],
    [
      'in which all passes that had failed',
      [row('passed'), row('disabled')],
      { unsettled: 0 },
      ['passed', 0],
    ],
    [
      'in which some of it is undecided',
      [row('passed'), row('inconclusive')],
      { unsettled: 1 },
      ['failed', 1],
    ],
    ['in which all of it is undecided', [row('inconclusive')], { unsettled: 1 }, ['failed', 1]],
    [
      'that was cut short while it asked again',
      [row('passed')],
      { unsettled: 1, cutShort: true },
      ['incomplete', 3],
    ],
    ['in which the tool failed', [row('passed')], { faults: 1 }, ['error', 2]],
  ])('%s', (_, rows, circumstances, expected) => {
    expect(end(rows, circumstances)).toEqual(expected)
  })
})
