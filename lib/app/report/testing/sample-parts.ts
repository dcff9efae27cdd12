import type { Strength } from '../../../engine/judge/requirement.ts'
import { type OperationKey, OPERATIONS } from '../../../engine/contract/operations.ts'
import type {
  CaseResult,
  OperationTraffic,
  RecordedExchange,
  RequirementResult,
  RunRecord,
  RunSettings,
} from '../record.ts'
import type { Finding } from '../../../engine/judge/finding.ts'
import { emptyRecord } from '../../run/record/recorded.ts'

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
  ['TIME-01', 1, '*', 'must', 'writes timestamps as YYYY-MM-DDThh:mm:ssZ'],
  ['GEN-05', 1, 'apex host', 'must', 'answers 308 on the bare apex host'],
  ['RES-01', 2, '*', 'must', 'gives all four fields of pagination'],
  ['RES-05', 2, 'GET /reservations', 'open', 'null or absence for optional reservation fields'],
  ['STATE-01', 3, 'PATCH /conversations/{id}', 'must', 'sets is_resolved to the given value'],
  ['ME-01', 4, 'GET /me', 'must', 'answers 200 with the workspace and the key'],
  ['BOT-01', 4, 'GET /chatbots', 'must', 'lists chatbots newest first'],
  ['CONV-03', 4, 'GET /conversations', 'open', 'language matches exactly or as a prefix'],
  ['NOTE-01', 4, 'POST /conversations/{id}/messages', 'must', 'adds the note with role note'],
  ['LEAD-02', 4, 'GET /leads', 'must', 'filters by status'],
  ['LEAD-20', 4, 'POST /leads', 'must', 'creates a lead and answers 200'],
  ['LEAD-21', 4, 'POST /leads', 'must', 'returns the existing lead for a conversation that has one'],
  ['LEAD-22', 4, 'POST /leads', 'derived', 'creates one lead for two posts at the same time'],
  ['LEAD-23', 4, 'POST /leads', 'open', 'initial status of a lead posted without one'],
  ['AUTH-01', 5, '*', 'must', 'answers 401 without a key'],
  ['EVENT-01', 6, 'webhooks', 'must', 'emits lead.created for a created lead'],
  ['EVENT-02', 6, 'webhooks', 'must', 'emits nothing for a changed conversation'],
  ['ERR-01', 7, '*', 'must', 'uses one envelope for every error'],
  ['ERR-02', 7, '*', 'must', 'uses only the eight allowed codes'],
  ['LIMIT-01', 8, '*', 'must', 'sends the three rate headers on every response'],
  ['LIMIT-02', 8, '*', 'must', 'answers 429 over 1,000 requests in an hour'],
  ['VER-01', 9, 'GET /openapi.json', 'must', 'serves an OpenAPI 3.1 description with version 1.1.0'],
]

/** The operations of sample exchanges, in turn: a new operation of the API changes no sample. */
const SAMPLED: readonly OperationKey[] = [
  'GET /me',
  'GET /chatbots',
  'GET /conversations',
  'GET /conversations/{id}',
  'PATCH /conversations/{id}',
  'POST /conversations/{id}/messages',
  'GET /leads',
  'POST /leads',
  'GET /leads/{id}',
  'GET /bookings',
  'GET /reservations',
  'GET /knowledge/sources',
  'GET /analytics/summary',
]

const BASE_URL = 'https://staging.example.test/v1'

const BODY = JSON.stringify({ data: { id: 'Uk4xqL9', chatbot_id: 'b7Qe2', status: 'new' } })

/** An answered exchange; the overrides replace top-level members. */
export function sampleExchange(id: number, overrides: Partial<RecordedExchange> = {}): RecordedExchange {
  const operation = SAMPLED[id % SAMPLED.length] ?? 'GET /me'
  const [method = 'GET', template = '/me'] = operation.split(' ')
  const url = `${BASE_URL}${template.replace('{id}', 'Uk4xqL9')}`
  return {
    id,
    key: 'main',
    operation,
    request: {
      method,
      url,
      headers: [['authorization', 'Bearer [key]']],
      body: method === 'GET' ? undefined : '{"chatbot_id":"b7Qe2"}',
    },
    response: {
      status: 200,
      headers: [
        ['content-type', 'application/json; charset=utf-8'],
        ['x-ratelimit-limit', '1000'],
      ],
      body: BODY,
      size: BODY.length,
    },
    startedAt: '2026-11-20T17:42:08.120Z',
    durationMs: 12,
    curl: `curl -sS -i -X ${method} '${url}' \\\n  -H "Authorization: Bearer $CONFORMANCE_API_KEY"`,
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
    source: { part, section: '', item: '1' },
    text,
    verdict: 'passed',
    findings: [],
    judgements: 24,
    evidence: [1, 2],
    cases: [],
    ...overrides,
  }
}

/** A case that ran; the overrides replace members. */
export function sampleCase(id: string, overrides: Partial<CaseResult> = {}): CaseResult {
  return {
    id,
    suite: 's',
    title: 't',
    requirements: [],
    verdict: 'failed',
    requests: 1,
    durationMs: 1,
    exchanges: [],
    ...overrides,
  }
}

function answered(operation: string): OperationTraffic {
  return { operation, exchanges: 20, statuses: { 200: 20 }, parameters: {}, fields: {} }
}

export const SAMPLE_SETTINGS: RunSettings = {
  writes: true,
  otherKey: true,
  exhaustibleKey: false,
  webhooks: false,
  budget: 400,
  strict: false,
  warnings: [],
}

/** A record without requirements; the overrides replace top-level members. */
export function sampleRecord(overrides: Partial<RunRecord> = {}): RunRecord {
  const span = { startedAt: new Date('2026-11-20T17:42:08.000Z'), durationMs: 2384 }
  return {
    ...emptyRecord({ baseUrl: BASE_URL, embedded: false }, span, { profile: 'standard', seed: 1_795_201 }),
    settings: SAMPLE_SETTINGS,
    verdict: 'passed',
    exitCode: 0,
    requests: { total: 318, byKey: { main: 281, other: 31, none: 3, invalid: 3 } },
    traffic: OPERATIONS.map(answered),
    judgements: 9140,
    ...overrides,
  }
}
