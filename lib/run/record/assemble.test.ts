import { describe, expect, test } from 'vitest'
import { TOY_API } from '../../testing/toy-api.ts'
import { exchangeOf, recordOfShelf } from '../../testing/toy-run.ts'
import { createScrubber } from '../../http/scrub.ts'
import { answered, unanswered } from '../../http/testing/exchange.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { RunRecord } from '../../report/record.ts'
import { validateRecord } from '../../report/run-json.ts'
import { assemble } from './assemble.ts'
import { Mailbox } from '../deliveries.ts'
import type { RunOptions } from '../options.ts'
import { conductedOf, findingOf, outcomeOf } from '../testing/conducted.ts'
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
    api: TOY_API,
    embedded: false,
    keys,
    webhooks: false,
    apexUrl: 'https://example',
    transport: () => Promise.reject(new Error('nothing is sent')),
    mailbox: new Mailbox(0),
    close: () => Promise.resolve(),
  }
  const scrub = createScrubber([{ name: 'CONFORMANCE_API_KEY', value: KEY }])
  const startedAt = new Date('2026-11-20T12:00:00Z')
  return assemble(conductedOf(given), target, { ...OPTIONS, ...options }, startedAt, scrub)
}

const exchange = (id: number, more: Partial<Exchange> = {}): Exchange => ({
  ...exchangeOf({ data: {} }, { id }),
  ...more,
})

describe('a record', () => {
  test('of a run with violations keeps to its schema, and holds every exchange that a finding names', async () => {
    const record = await recordOfShelf('shelf/dropped')
    const held = new Set(record.exchanges.map(({ id }) => id))
    const named = record.requirements.flatMap(({ findings }) =>
      findings.flatMap(({ exchanges }) => exchanges),
    )

    expect(() => validateRecord(JSON.parse(JSON.stringify(record)))).not.toThrow()
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((id) => !held.has(id))).toEqual([])
  })

  test('holds just the exchanges that something in it speaks of', () => {
    const observed = [{ requirement: 'OPEN-1', text: 'status "new"', exchanges: [4, 5] }]
    const findings = [findingOf('STATUS-1', { exchanges: [2] })]
    const outcomes = [outcomeOf('passed', ['STATUS-2'], { exchanges: [6] })]
    const exchanges = [1, 2, 3, 4, 5, 6, 7].map((id) => exchange(id))
    const record = recordOf({
      observed: () => observed,
      findings,
      outcomes,
      exchanges,
      held: { 'BOOK-1': 1 },
    })

    expect(record.exchanges.map(({ id }) => id)).toEqual([1, 2, 4, 6])
  })

  test('shows no key, wherever it stands', () => {
    const text = `{"data":"${KEY}"}`
    const { request, response } = exchange(1)
    const leaky = exchange(1, {
      request: { ...request, headers: [['Authorization', `Bearer ${KEY}`]], url: `${request.url}?k=${KEY}` },
      ...(response && { response: { ...response, text } }),
    })
    const findings = [findingOf('STATUS-1', { exchanges: [1], received: KEY })]
    const outcomes = [outcomeOf('error', ['STATUS-2'], { reason: `about ${KEY}` })]
    const record = recordOf({ findings, outcomes, exchanges: [leaky], problem: `with ${KEY}` })

    expect(JSON.stringify(record)).not.toContain(KEY)
    expect(record.exchanges[0]?.curl).toContain('$CONFORMANCE_API_KEY')
  })

  test('cuts long bodies, and says how long they were', () => {
    const { response } = exchange(1)
    const long = exchange(
      1,
      response && { response: { ...response, text: 'x'.repeat(20_000), size: 20_000 } },
    )
    const record = recordOf({ findings: [findingOf('STATUS-1', { exchanges: [1] })], exchanges: [long] })

    expect(record.exchanges[0]?.response).toMatchObject({ body: 'x'.repeat(16_384), size: 20_000 })
  })

  test('lists an observation once', () => {
    const one = { requirement: 'OPEN-1', text: 'status "new"', exchanges: [1] }
    const { observations } = recordOf({ observed: () => [one, one, { ...one, text: 'status "open"' }] })

    expect(observations.map(({ text }) => text)).toEqual(['status "new"', 'status "open"'])
  })

  test('says of a case how it ended', () => {
    const outcomes = [
      outcomeOf('passed', ['STATUS-1'], {
        once: [findingOf('STATUS-1')],
        durationMs: 1.6,
        requests: 2,
        exchanges: [1, 2],
      }),
      outcomeOf('inconclusive', ['STATUS-2'], { reason: 'needs a row' }),
    ]

    expect(recordOf({ outcomes }).cases).toEqual([
      {
        id: 'STATUS-1/holds',
        suite: 'a suite',
        title: 'holds',
        requirements: ['STATUS-1'],
        verdict: 'passed',
        requests: 2,
        durationMs: 2,
        exchanges: [1, 2],
        flaky: true,
      },
      expect.objectContaining({ verdict: 'inconclusive', reason: 'needs a row' }),
    ])
    expect(recordOf({ outcomes }).cases[1]).not.toHaveProperty('flaky')
  })
})

describe('the settings', () => {
  test('say what the run had, and not the keys', () => {
    const { settings } = recordOf({ fuzzRuns: 9 }, { only: ['STATUS-1'] }, { main: KEY, other: 'x' })

    expect(settings).toMatchObject({
      writes: true,
      otherKey: true,
      exhaustibleKey: false,
      apexUrl: 'https://example',
      fuzzRuns: 9,
      selection: { only: ['STATUS-1'] },
      warnings: [],
    })
  })

  test('warn of what a reader must know', () => {
    const reason = 'not run: beyond the budget of 3 requests (raise --budget)'
    const outcomes = [
      outcomeOf('inconclusive', ['STATUS-1'], { reason, reasonKind: 'budget' }),
      outcomeOf('passed', ['STATUS-2']),
    ]

    expect(recordOf({ outcomes }, { verifyTls: false }).settings.warnings).toEqual([
      'TLS certificates were not verified (--insecure)',
      `1 of 2 cases were ${reason}`,
    ])
  })
})

describe('the problem', () => {
  const failing = outcomeOf('error', ['STATUS-1'], {
    reason: 'fault of the tool: TypeError: oops\n    at somewhere',
    reasonKind: 'tool-fault',
  })

  test('is why the run ended early, before anything else', () => {
    expect(recordOf({ problem: 'interrupted', outcomes: [failing] })).toMatchObject({
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

    expect(recordOf({ problem: 'the target was lost', problemKind: 'connection', exchanges })).toMatchObject({
      problem: 'the target was lost; under way was GET /status (#2)',
      underWay: [2],
      exchanges: [{ id: 2 }],
    })
    const oneByOne = [at(100, answered(1)), at(120, unanswered(2)), at(140, unanswered(3))]
    expect(
      recordOf({ problem: 'the target was lost', problemKind: 'connection', exchanges: oneByOne }),
    ).toMatchObject({ underWay: [2] })
  })

  test('is a fault of the tool, in one line', () => {
    expect(recordOf({ outcomes: [failing] }).problem).toBe(
      'fault of the tool: TypeError: oops (in the case STATUS-1/holds)',
    )
    expect(recordOf({ faults: ['oops'], held: { 'BOOK-1': 1 } })).toMatchObject({
      problem: 'fault of the tool: oops (in the judgement of an exchange)',
      exitCode: 2,
    })
  })

  test('is what had no answer', () => {
    const lost = (id: string): ReturnType<typeof outcomeOf> =>
      outcomeOf('error', [id], { reason: 'GET /status: no answer' })

    expect(recordOf({ outcomes: [lost('STATUS-1')] }).problem).toBe(
      'GET /status: no answer; 1 requirement could not be judged',
    )
    expect(recordOf({ outcomes: [lost('STATUS-1'), lost('STATUS-2')] }).problem).toBe(
      'GET /status: no answer; 2 requirements could not be judged',
    )
  })

  test('is none where everything was judged, or could not be exercised', () => {
    expect(recordOf({ held: { 'BOOK-1': 1 } })).not.toHaveProperty('problem')
  })

  test('of a key that was rejected is reported beside what was found before', () => {
    const findings = [findingOf('STATUS-1')]

    expect(
      recordOf({ findings, problem: 'the key was rejected', problemKind: 'key-rejected' }),
    ).toMatchObject({ verdict: 'failed', exitCode: 1, problem: 'the key was rejected' })
  })
})
