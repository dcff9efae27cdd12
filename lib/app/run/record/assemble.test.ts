import { describe, expect, test } from 'vitest'
import { exchangeOf } from '../../../engine/case/testing/answers.ts'
import { answered, unanswered } from '../../../engine/http/testing/exchange.ts'
import type { Exchange } from '../../../engine/http/exchange.ts'
import type { RunRecord } from '../../report/record.ts'
import { assemble } from './assemble.ts'
import { SCOPE } from '../scope.ts'
import { selectionOf } from '../selection.ts'
import { scrubberFor } from '../scrubber.ts'
import { Mailbox } from '../deliveries.ts'
import type { RunOptions } from '../options.ts'
import { conductedOf, findingOf, outcomeOf } from '../testing/conducted.ts'
import { LONGEST_BODY } from '../../../engine/http/kept.ts'
import { OPTIONS } from '../testing/options.ts'

const KEY = 'sk_live_of_this_test_0123456789'

type Given = Parameters<typeof conductedOf>[0]

function recordOf(
  given: Given,
  options: Partial<RunOptions> = {},
  keys: Record<string, string> = { main: KEY },
): RunRecord {
  const target = {
    baseUrl: 'https://api.example/v1',
    embedded: false,
    keys,
    scrub: scrubberFor(keys, {}),
    webhooks: false,
    apexUrl: 'https://example',
    transport: () => Promise.reject(new Error('nothing is sent')),
    mailbox: new Mailbox(0),
    close: () => Promise.resolve(),
  }
  const span = { startedAt: new Date('2026-11-20T12:00:00Z'), durationMs: 1000 }
  const asked = { ...OPTIONS, ...options }
  const selection = selectionOf(SCOPE, asked)
  return assemble(conductedOf(given), SCOPE, { target, options: asked, selection, span })
}

const exchange = (id: number, more: Partial<Exchange> = {}): Exchange => ({
  ...exchangeOf({ data: {} }, { id }),
  ...more,
})

describe('a record', () => {
  test('holds just the exchanges that something in it speaks of', () => {
    const observed = [{ requirement: 'OPEN-01', text: 'status "new"', exchanges: [4, 5] }]
    const findings = [findingOf('GET-ME-01', { exchanges: [2] })]
    const outcomes = [outcomeOf('passed', ['ME-01'], { exchanges: [6] })]
    const exchanges = [1, 2, 3, 4, 5, 6, 7].map((id) => exchange(id))
    const record = recordOf({
      observed: () => observed,
      findings,
      outcomes,
      exchanges,
      held: { 'CHATBOT-01': [1] },
    })

    expect(record.exchanges.map(({ id }) => id)).toEqual([1, 2, 4, 6])
  })

  test('cuts long bodies, and says how long they were', () => {
    const { response } = exchange(1)
    const long = exchange(
      1,
      response && { response: { ...response, text: 'x'.repeat(LONGEST_BODY + 1), size: LONGEST_BODY + 1 } },
    )
    const record = recordOf({ findings: [findingOf('GET-ME-01', { exchanges: [1] })], exchanges: [long] })

    expect(record.exchanges[0]?.response).toMatchObject({
      body: 'x'.repeat(LONGEST_BODY),
      size: LONGEST_BODY + 1,
    })
  })

  test('says of a case how it ended', () => {
    const outcomes = [
      outcomeOf('passed', ['GET-ME-01'], {
        durationMs: 1.6,
        requests: 2,
        exchanges: [1, 2],
      }),
      outcomeOf('inconclusive', ['ME-01'], { reason: 'needs a row' }),
    ]

    const findings = [findingOf('GET-ME-01', { case: 'GET-ME-01/holds', proof: undefined })]

    expect(recordOf({ outcomes, findings }).cases).toEqual([
      {
        id: 'GET-ME-01/holds',
        suite: 'a suite',
        title: 'holds',
        requirements: ['GET-ME-01'],
        verdict: 'passed',
        requests: 2,
        durationMs: 2,
        exchanges: [1, 2],
        file: 'lib/engine/case/testing/run-case.ts',
        line: expect.any(Number),
        flaky: true,
      },
      expect.objectContaining({ verdict: 'inconclusive', reason: 'needs a row' }),
    ])
    expect(recordOf({ outcomes }).cases[1]?.flaky).toBeUndefined()
  })
})

describe('the settings', () => {
  test('say what the run had, and not the keys', () => {
    const { settings } = recordOf({}, { fuzzRuns: 9, only: ['GET-ME-01'] }, { main: KEY, other: 'x' })

    expect(settings).toMatchObject({
      writes: true,
      otherKey: true,
      exhaustibleKey: false,
      apexUrl: 'https://example',
      fuzzRuns: 9,
      selection: { only: ['GET-ME-01'] },
      warnings: [],
    })
  })

  const reason = 'Not sent: the budget of 3 requests is used up.'
  const outcomes = [
    outcomeOf('inconclusive', ['GET-ME-01'], { reason, reasonKind: 'budget' }),
    outcomeOf('passed', ['ME-01']),
  ]

  test('warn of what a reader must know', () => {
    const given = { outcomes, findings: [findingOf('GET-ME-01')] }
    expect(recordOf(given, { insecure: true, seed: 5 }).settings.warnings).toEqual([
      'TLS certificates were not verified (--insecure)',
      'the inputs are not the usual ones: what is new here may be an old fault; --seed 5 repeats it',
    ])
  })

  test('are those of a run that was cut short, if something was not asked', () => {
    expect(recordOf({ outcomes })).toMatchObject({
      verdict: 'incomplete',
      exitCode: 3,
      cutShort: true,
      problem: '1 of 2 cases not finished: the budget of 3 requests is used up',
    })
  })
})

const INTERRUPTED = { reason: 'interrupted', kind: 'interrupted' } as const
const LOST = { reason: 'the target was lost', kind: 'connection' } as const

describe('the problem', () => {
  const failing = outcomeOf('error', ['GET-ME-01'], {
    reason: 'fault of the tool: TypeError: oops\n    at somewhere',
    reasonKind: 'tool-fault',
  })

  test('is why the run ended early, before anything else', () => {
    expect(recordOf({ ended: INTERRUPTED, outcomes: [failing] })).toMatchObject({
      problem: 'interrupted',
      exitCode: 2,
    })
  })

  test('names the requests that were under way when the last answer came', () => {
    const at = (startedAt: number, exchange: Exchange): Exchange => ({
      ...exchange,
      startedAt,
      durationMs: 10,
    })
    const exchanges = [
      at(100, answered(1)),
      at(104, unanswered(2)),
      at(300, unanswered(3)),
      at(50, unanswered(4)),
    ]

    expect(recordOf({ ended: LOST, exchanges })).toMatchObject({
      problem: 'the target was lost; under way was GET /status (#2)',
      underWay: [2],
      exchanges: [{ id: 2 }],
    })
    const oneByOne = [at(100, answered(1)), at(120, unanswered(2)), at(140, unanswered(3))]
    expect(recordOf({ ended: LOST, exchanges: oneByOne })).toMatchObject({ underWay: [2] })
  })

  test('is a fault of the tool, in one line', () => {
    expect(recordOf({ outcomes: [failing] }).problem).toBe(
      'fault of the tool: TypeError: oops (in the case GET-ME-01/holds)',
    )
    expect(recordOf({ faults: ['oops'], held: { 'CHATBOT-01': [1] } })).toMatchObject({
      problem: 'fault of the tool: oops (in the judgement of an exchange)',
      exitCode: 2,
    })
  })

  test('is what had no answer', () => {
    const lost = (id: string): ReturnType<typeof outcomeOf> =>
      outcomeOf('error', [id], { reason: 'GET /me: no answer' })

    expect(recordOf({ outcomes: [lost('GET-ME-01')] }).problem).toBe(
      'GET /me: no answer; 1 requirement could not be judged',
    )
    expect(recordOf({ outcomes: [lost('GET-ME-01'), lost('ME-01')] }).problem).toBe(
      'GET /me: no answer; 2 requirements could not be judged',
    )
  })
})
