import type { RequirementResult, RunRecord, CaseResult } from '../record.ts'
import {
  SAMPLE_ROWS,
  sampleExchange,
  sampleFinding,
  sampleRecord,
  sampleRequirement,
} from './sample-parts.ts'

const NO_WEBHOOKS = {
  verdict: 'inconclusive',
  reason: 'no webhook listener; give --webhook-port, and point the target at it',
  judgements: 0,
  evidence: [],
} as const

/** Nothing is wrong: everything that could be exercised passed. */
export function cleanRun(): RunRecord {
  return assemble(
    requirements({
      'GEN-05': {
        verdict: 'inconclusive',
        reason: 'no apex host is given; --apex-url names it',
        judgements: 0,
        evidence: [],
      },
      'EVENT-01': NO_WEBHOOKS,
      'EVENT-02': NO_WEBHOOKS,
      'LIMIT-02': {
        verdict: 'inconclusive',
        reason: 'no exhaustible key; CONFORMANCE_EXHAUSTIBLE_API_KEY names one',
        judgements: 0,
        evidence: [],
      },
    }),
  )
}

/** Three violations of two requirements, and one known failure. */
export function threeFindings(): RunRecord {
  const rows = requirements({
    'LEAD-21': {
      verdict: 'failed',
      severity: 'critical',
      mutants: ['dedup/none', 'dedup/captured-overlooked'],
      findings: [
        sampleFinding('LEAD-21', { exchanges: [7, 8], case: 'LEAD-21-case', pointer: '/data/id', count: 4 }),
        sampleFinding('LEAD-21', {
          received: '200 without existing, and the lead Zt81Qa0',
          exchanges: [9],
        }),
      ],
    },
    'TIME-01': {
      verdict: 'failed',
      findings: [
        sampleFinding('TIME-01', {
          where: 'GET /bookings',
          expected: 'a timestamp of the form YYYY-MM-DDThh:mm:ssZ at /data/0/created_at',
          received: '"2026-11-20T09:14:03.120+00:00"',
          pointer: '/data/0/created_at',
          exchanges: [10],
        }),
      ],
    },
    'ERR-02': {
      verdict: 'failed',
      findings: [
        sampleFinding('ERR-02', { where: 'GET /leads', expected: 'an allowed code', received: '"oops"' }),
      ],
      known: {
        reason: 'renamed in the next release',
        link: 'https://tracker.example.test/7',
        until: '2026-12-31',
        unexpectedPass: false,
      },
    },
    'EVENT-01': NO_WEBHOOKS,
    'LEAD-22': {
      verdict: 'inconclusive',
      reason: 'blocked by LEAD-21',
      reasonKind: 'premise-broken',
      premise: ['LEAD-21'],
      judgements: 0,
      evidence: [],
    },
  })
  return assemble(rows, {
    verdict: 'failed',
    exitCode: 1,
    footprint: [
      { kind: 'created', resource: 'lead', id: 'Zt81Qa0', note: 'POST /leads, named "conformance 1795201"' },
    ],
  })
}

/** Three hundred violations of twelve requirements, each with an exchange of its own. */
export function manyFindings(): RunRecord {
  const broken = SAMPLE_ROWS.filter((row) => row[3] !== 'open').slice(0, 12)
  const exchanges = Array.from({ length: 300 }, (_, index) => sampleExchange(index + 1))
  const change = broken.map(([id], row): [string, Partial<RequirementResult>] => {
    const shown = exchanges.slice(row * 25, row * 25 + 25)
    const findings = shown.map((exchange, index) =>
      sampleFinding(id, {
        where: exchange.operation,
        expected: `a value of the documented form at /data/${index}/created_at`,
        received: `"2026-11-20 09:14:${10 + index}" at /data/${index}/created_at`,
        // Each row is about a field of its own, so that they are different symptoms.
        pointer: `/data/${index}/field_${row}`,
        exchanges: [exchange.id],
      }),
    )
    return [id, { verdict: 'failed', findings }]
  })
  return assemble(requirements(Object.fromEntries(change)), { verdict: 'failed', exitCode: 1, exchanges })
}

/** A target that answers with markup, control characters, half characters and endless text. */
export function hostileRun(): RunRecord {
  const hostile = '\u0000\u001B[31m<script>alert("1")</script>&]]>\uD800 \u202E\u{1F600}\r\n'
  const endless = '{"<&>":"é"}'.repeat(30_000)
  const finding = sampleFinding('LEAD-21', { received: hostile, where: hostile, case: 'LEAD-21-case' })
  const rows = requirements({
    'LEAD-21': { verdict: 'failed', findings: [finding, sampleFinding('LEAD-21', { received: endless })] },
    'TIME-01': { verdict: 'failed', findings: [sampleFinding('TIME-01', { received: endless })] },
    'ERR-01': { verdict: 'error', reason: `no answer: ${hostile}`, judgements: 0, evidence: [] },
    'EVENT-01': { ...NO_WEBHOOKS, reason: hostile },
  })
  return assemble(rows, { verdict: 'failed', exitCode: 1 })
}

/** The key was rejected in the middle of the run. */
export function erroredRun(): RunRecord {
  const error = { verdict: 'error', reason: 'the run ended before', judgements: 0, evidence: [] } as const
  return {
    ...changed(cleanRun(), { 'ERR-01': error, 'ERR-02': error, 'LIMIT-01': error }),
    verdict: 'error',
    exitCode: 2,
    problem: 'the key was rejected (401) after 42 requests',
  }
}

/** The target could not be reached: nothing was judged, and no requirement has a row. */
export function unreachableRun(): RunRecord {
  return sampleRecord({
    verdict: 'error',
    exitCode: 2,
    problem: 'connection refused at https://staging.example.test/v1',
    requests: { total: 1, byKey: { main: 1 } },
    judgements: 0,
  })
}

/** The requirements that a clean run could not exercise, under --strict. */
export function inconclusiveRun(): RunRecord {
  return { ...cleanRun(), verdict: 'incomplete', exitCode: 3 }
}

/** A known failure passed. */
export function staleExcuse(): RunRecord {
  const known = { reason: 'dates with milliseconds', unexpectedPass: true }
  return { ...changed(cleanRun(), { 'TIME-01': { known } }), verdict: 'failed', exitCode: 1 }
}

/** A record whose rows have these members, by id. */
export function changed(
  record: RunRecord,
  rows: Readonly<Record<string, Partial<RequirementResult>>>,
): RunRecord {
  return { ...record, requirements: record.requirements.map((row) => ({ ...row, ...rows[row.id] })) }
}

/** Every sample by name. */
export const SAMPLES: Readonly<Record<string, () => RunRecord>> = {
  cleanRun,
  threeFindings,
  manyFindings,
  hostileRun,
  erroredRun,
  unreachableRun,
  inconclusiveRun,
  staleExcuse,
}

const EXCHANGES = Array.from({ length: 13 }, (_, index) => sampleExchange(index + 1))

/** Rows of the sample catalogue; `change` returns how the row with an id differs from a pass. */
function requirements(
  change: Readonly<Record<string, Partial<RequirementResult>>> = {},
): RequirementResult[] {
  return SAMPLE_ROWS.map((row) => sampleRequirement(row, { cases: [`${row[0]}-case`], ...change[row[0]] }))
}

function cases(rows: readonly RequirementResult[]): CaseResult[] {
  return rows.map((row, index) => ({
    id: `${row.id}-case`,
    suite: row.endpoint,
    title: row.text,
    requirements: [row.id],
    verdict: row.verdict,
    requests: 2,
    startedAt: '2026-11-20T17:42:09.000Z',
    durationMs: 11,
    exchanges: row.evidence,
    file: 'suites/leads.ts',
    line: 12 + index * 9,
  }))
}

/** A record of these results, with cases, exchanges and observations that go with them. */
function assemble(rows: RequirementResult[], overrides: Partial<RunRecord> = {}): RunRecord {
  const observations = rows
    .filter((row) => row.strength === 'open' && row.verdict === 'passed')
    .map((row) => ({
      requirement: row.id,
      text: `${row.text}: seen as one consistent choice`,
      exchanges: [3],
    }))
  return sampleRecord({
    requirements: rows,
    cases: cases(rows),
    exchanges: EXCHANGES,
    observations,
    ...overrides,
  })
}
