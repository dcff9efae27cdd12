import type { Strength } from '../../judge/requirement.ts'
import { OPERATIONS } from '../../spec/operations.ts'
import type {
  OperationTraffic,
  RecordedExchange,
  RequirementResult,
  RunRecord,
  RunSettings,
} from '../record.ts'
import type { Finding } from '../../judge/finding.ts'
import { SCOPE } from '../../run/scope.ts'

/** A catalogue-like row for sample records. Ids and texts are samples, not the catalogue's. */
export type SampleRow = readonly [
  id: string,
  part: number,
  endpoint: string,
  strength: Strength,
  text: string,
]

export const SAMPLE_ROWS: readonly SampleRow[] = [
  ['GEN-01', 1, '*', 'must', 'wraps a single resource in data'],
  ['GEN-02', 1, '*', 'must', 'wraps a list in data, with pagination beside it'],
  ['GEN-03', 1, '*', 'must', 'writes timestamps as YYYY-MM-DDThh:mm:ssZ'],
  ['GEN-04', 1, '*', 'must', 'answers 404, never 403, for a resource of another workspace'],
  ['GEN-05', 1, 'apex host', 'must', 'answers 308 on the bare apex host'],
  ['RES-01', 2, '*', 'must', 'gives all four fields of pagination'],
  ['RES-02', 2, 'GET /chatbots', 'must', 'gives the required fields of a chatbot'],
  ['RES-03', 2, 'GET /conversations', 'must', 'leaves messages out of list items'],
  ['RES-04', 2, 'GET /reservations', 'must', 'gives reservation ids as UUIDs'],
  ['RES-05', 2, 'GET /reservations', 'open', 'null or absence for optional reservation fields'],
  ['STATE-01', 3, 'PATCH /conversations/{id}', 'must', 'sets is_resolved to the given value'],
  ['STATE-02', 3, 'PATCH /conversations/{id}', 'open', 'status of a conversation after is_resolved changed'],
  ['ME-01', 4, 'GET /me', 'must', 'answers 200 with the workspace and the key'],
  ['BOT-01', 4, 'GET /chatbots', 'must', 'lists chatbots newest first'],
  ['CONV-01', 4, 'GET /conversations', 'must', 'lists conversations newest first'],
  ['CONV-02', 4, 'GET /conversations', 'must', 'scopes the list to one chatbot'],
  ['CONV-03', 4, 'GET /conversations', 'open', 'language matches exactly or as a prefix'],
  ['CONV-04', 4, 'GET /conversations/{id}', 'must', 'gives the transcript with the conversation'],
  ['CONV-05', 4, 'PATCH /conversations/{id}', 'must', 'replaces the tags, and does not merge them'],
  ['CONV-06', 4, 'PATCH /conversations/{id}', 'must', 'refuses a body with neither tags nor is_resolved'],
  ['NOTE-01', 4, 'POST /conversations/{id}/messages', 'must', 'adds the note with role note'],
  [
    'NOTE-02',
    4,
    'POST /conversations/{id}/messages',
    'must',
    'refuses content of more than 10,000 characters',
  ],
  ['LEAD-01', 4, 'GET /leads', 'must', 'lists leads newest first'],
  ['LEAD-02', 4, 'GET /leads', 'must', 'filters by status'],
  ['LEAD-11', 4, 'GET /leads/{id}', 'must', 'answers 404 for a lead of another workspace'],
  ['LEAD-20', 4, 'POST /leads', 'must', 'creates a lead and answers 200'],
  ['LEAD-21', 4, 'POST /leads', 'must', 'returns the existing lead for a conversation that has one'],
  ['LEAD-22', 4, 'POST /leads', 'derived', 'creates one lead for two posts at the same time'],
  ['LEAD-23', 4, 'POST /leads', 'open', 'initial status of a lead posted without one'],
  ['BOOK-01', 4, 'GET /bookings', 'must', 'lists bookings in an order that pages keep'],
  ['RSV-01', 4, 'GET /reservations', 'must', 'hides held and blocked unless they are named'],
  ['RSV-02', 4, 'GET /reservations', 'must', 'treats from as inclusive and to as exclusive'],
  ['KNOW-01', 4, 'GET /knowledge/sources', 'must', 'refuses a request without chatbot_id'],
  ['STAT-01', 4, 'GET /analytics/summary', 'must', 'says 30d as the window'],
  ['AUTH-01', 5, '*', 'must', 'answers 401 without a key'],
  ['AUTH-02', 5, 'GET /me', 'must', 'gives a proper leading part of the key as key_prefix'],
  ['EVENT-01', 6, 'webhooks', 'must', 'emits lead.created for a created lead'],
  ['EVENT-02', 6, 'webhooks', 'must', 'emits nothing for a changed conversation'],
  ['ERR-01', 7, '*', 'must', 'uses one envelope for every error'],
  ['ERR-02', 7, '*', 'must', 'uses only the eight allowed codes'],
  ['LIMIT-01', 8, '*', 'must', 'sends the three rate headers on every response'],
  ['LIMIT-02', 8, '*', 'must', 'answers 429 over 1,000 requests in an hour'],
  ['LIMIT-03', 8, '*', 'open', 'unit and form of X-RateLimit-Reset'],
  ['VER-01', 9, 'GET /openapi.json', 'must', 'serves an OpenAPI 3.1 description with version 1.1.0'],
]

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

/** An operation that was answered. */
export function answered(operation: string): OperationTraffic {
  return { operation, exchanges: 20, statuses: { 200: 20 }, parameters: {}, fields: {} }
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
    api: { title: 'Workspace Chat-Agent REST API', parts: SCOPE.parts, operations: OPERATIONS },
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
    requests: {
      total: 318,
      byKey: { main: 281, other: 31, none: 3, invalid: 3 },
    },
    traffic: OPERATIONS.map(answered),
    requirements: [],
    cases: [],
    observations: [],
    footprint: [],
    exchanges: [],
    judgements: 9140,
    ...overrides,
  }
}
