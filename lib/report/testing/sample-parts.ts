import { OPERATIONS } from '../../api/operations.ts'
import type { RecordedExchange, RequirementResult, RunRecord, RunSettings } from '../record.ts'
import type { Finding } from '../../judge/finding.ts'
import type { SampleRow } from './sample-records.ts'
import { API } from '../../api/index.ts'

export const BASE_URL = 'https://staging.example.test/v1'

const RESPONSE_BODY = JSON.stringify({
  data: {
    id: 'Uk4xqL9',
    chatbot_id: 'b7Qe2',
    name: 'Ada Example',
    email: 'ada@example.test',
    status: 'new',
    conversation_id: 'c81Zr',
    created_at: '2026-11-20T09:14:03Z',
  },
})

/** An answered exchange; the overrides replace top-level members. */
export function sampleExchange(id: number, overrides: Partial<RecordedExchange> = {}): RecordedExchange {
  const operation = OPERATIONS[id % OPERATIONS.length] ?? 'GET /me'
  const [method = 'GET', template = '/me'] = operation.split(' ')
  const path = template.replace('{id}', 'Uk4xqL9')
  const body =
    method === 'GET' ? undefined : JSON.stringify({ chatbot_id: 'b7Qe2', conversation_id: 'c81Zr' })
  return {
    id,
    key: 'main',
    operation,
    request: {
      method,
      url: `${BASE_URL}${path}`,
      headers: [
        ['accept', 'application/json'],
        ['authorization', 'Bearer [key]'],
      ],
      ...(body === undefined ? {} : { body }),
    },
    response: {
      status: 200,
      headers: [
        ['content-type', 'application/json; charset=utf-8'],
        ['x-ratelimit-limit', '1000'],
        ['x-ratelimit-remaining', String(1000 - (id % 1000))],
        ['x-ratelimit-reset', '1795200000'],
      ],
      body: RESPONSE_BODY,
      size: RESPONSE_BODY.length,
    },
    startedAt: '2026-11-20T17:42:08.120Z',
    durationMs: 12,
    curl: [
      `curl -sS -i -X ${method} '${BASE_URL}${path}' \\`,
      `  -H "Authorization: Bearer $CONFORMANCE_API_KEY"${body === undefined ? '' : ' \\'}`,
      ...(body === undefined ? [] : [`  -H 'Content-Type: application/json' --data-raw '${body}'`]),
    ].join('\n'),
    ...overrides,
  }
}

export function sampleFinding(requirement: string, overrides: Partial<Finding> = {}): Finding {
  return {
    requirement,
    where: 'POST /leads',
    expected: '200 with existing: true and the lead Uk4xqL9',
    received: '200 with existing: false and a new lead Zt81Qa0',
    exchanges: [1],
    count: 1,
    ...overrides,
  }
}

/** A passed requirement from a sample row. */
export function sampleRequirement(
  row: SampleRow,
  overrides: Partial<RequirementResult> = {},
): RequirementResult {
  const [id, part, endpoint, strength, text] = row
  return {
    id,
    part,
    endpoint,
    strength,
    text,
    verdict: 'passed',
    findings: [],
    judgements: 24,
    evidence: [1, 2],
    cases: [],
    ...overrides,
  }
}

export const SAMPLE_SETTINGS: RunSettings = {
  writes: true,
  otherKey: true,
  exhaustibleKey: false,
  webhooks: false,
  budget: 400,
  fuzzRuns: 20,
  strict: false,
  warnings: [],
}

/** A record without requirements; the overrides replace top-level members. */
export function sampleRecord(overrides: Partial<RunRecord> = {}): RunRecord {
  return {
    schemaVersion: 1,
    api: { title: API.title, parts: API.parts, operations: OPERATIONS },
    tool: { name: 'chat-agent-conformance', version: '0.1.0' },
    target: { baseUrl: BASE_URL, embedded: false },
    startedAt: '2026-11-20T17:42:08.000Z',
    finishedAt: '2026-11-20T17:42:10.384Z',
    durationMs: 2384,
    profile: 'standard',
    seed: 1_795_201,
    settings: SAMPLE_SETTINGS,
    verdict: 'passed',
    exitCode: 0,
    requests: { total: 318, byKey: { main: 281, other: 31, none: 3, invalid: 3 } },
    requirements: [],
    cases: [],
    observations: [],
    footprint: [],
    exchanges: [],
    judgements: 9140,
    ...overrides,
  }
}
