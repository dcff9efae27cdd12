import type { RunRecord } from '../record.ts'
import { BASE_URL } from './sample-parts.ts'

/** Every optional member is present, at every depth. */
type Complete<T> = T extends readonly (infer Item)[]
  ? number extends T['length']
    ? readonly Complete<Item>[]
    : T
  : T extends object
    ? { readonly [Key in keyof T]-?: Complete<NonNullable<T[Key]>> }
    : T

/**
 * A record in which every member of the type occurs. A member that is added to the type fails to compile here until it
 * is added, and then fails against the schema until it is added there.
 */
export const FULL_RECORD: Complete<RunRecord> = {
  schemaVersion: 1,
  api: { title: 'An API', parts: ['Service'], operations: ['GET /things'] },
  tool: { name: 'chat-agent-conformance', version: '0.1.0' },
  target: { baseUrl: BASE_URL, embedded: false },
  startedAt: '2026-11-20T17:42:08.000Z',
  finishedAt: '2026-11-20T17:42:10.384Z',
  durationMs: 2384,
  profile: 'full',
  seed: 7,
  settings: {
    writes: true,
    otherKey: true,
    exhaustibleKey: true,
    apexUrl: 'https://example.test',
    webhooks: true,
    webhook: { host: '0.0.0.0', port: 8025 },
    insecure: true,
    clientCertificate: { cert: 'client.pem', key: 'client-key.pem' },
    proxy: 'http://proxy.example.com:3128',
    suite: 'my cases.mjs',
    budget: 900,
    fuzzRuns: 50,
    strict: true,
    failOn: 'must',
    selection: { only: ['LEAD-21'], cases: ['LEAD-21-returns-the-existing-lead'], parts: [4] },
    knownFailures: {
      file: 'known-failures.json',
      entries: [
        {
          id: 'LEAD-21',
          where: 'POST /leads',
          pointer: '/existing',
          reason: 'under repair',
          link: 'https://tracker.example.test/7',
          until: '2026-12-31',
        },
      ],
    },
    warnings: ['TLS certificates were not verified'],
  },
  verdict: 'failed',
  exitCode: 1,
  problem: 'ended at the floor of the allowance',
  problemKind: 'budget',
  underWay: [1],
  violations: { rootCauses: 1, total: 2 },
  requests: {
    total: 5,
    unanswered: 1,
    byKey: { main: 1, other: 1, exhaustible: 1, none: 1, invalid: 1 },
  },
  requirements: [
    {
      id: 'LEAD-21',
      part: 4,
      endpoint: 'POST /leads',
      strength: 'derived',
      severity: 'major',
      source: { part: 4, section: 'POST /leads', item: 'Records a lead' },
      text: 'returns the existing lead for a conversation that has one',
      because: 'a reason',
      own: true,
      verdict: 'failed',
      reason: 'seen twice',
      reasonKind: 'more-findings',
      options: ['--writes'],
      consequenceOf: ['GEN-03'],
      premise: ['GEN-04'],
      findings: [
        {
          requirement: 'LEAD-21',
          where: 'POST /leads',
          expected: 'existing: true',
          received: 'existing: false',
          pointer: '/existing',
          exchanges: [1],
          case: 'LEAD-21-returns-the-existing-lead',
          count: 2,
          replay: { seed: 7, path: '0:1' },

          status: 500,
          accepted: [200],
          value: true,
          consequenceOf: ['GEN-03'],
        },
      ],
      judgements: 2,
      evidence: [1],
      cases: ['LEAD-21-returns-the-existing-lead'],
      known: {
        reason: 'under repair',
        link: 'https://tracker.example.test/7',
        until: '2026-12-31',
        unexpectedPass: false,
        unexcused: 1,
      },
      mutants: ['lead-dedup-off'],
    },
  ],
  serverErrors: [{ status: 500, count: 2, first: 'GET /leads/{id}', exchange: 1 }],
  cases: [
    {
      id: 'LEAD-21-returns-the-existing-lead',
      suite: 'POST /leads',
      title: 'returns the existing lead',
      requirements: ['LEAD-21'],
      verdict: 'failed',
      reason: 'a second lead',
      reasonKind: 'undecided',
      options: ['--writes'],
      startedAt: '2026-11-20T17:42:08.500Z',
      requests: 1,
      durationMs: 12.5,
      exchanges: [1],
      file: 'suites/leads.ts',
      line: 42,
      own: true,
      flaky: false,
      whole: true,
    },
  ],
  observations: [{ requirement: 'LEAD-23', text: 'new', exchanges: [1], previous: 'open' }],
  footprint: [{ kind: 'created', resource: 'lead', id: 'Zt81Qa0', note: 'POST /leads' }],
  exchanges: [
    {
      id: 1,
      key: 'main',
      operation: 'POST /leads',
      request: {
        method: 'POST',
        url: `${BASE_URL}/leads`,
        headers: [['accept', 'application/json']],
        body: '{}',
        bodyCoding: 'latin1',
      },
      response: { status: 200, headers: [['content-type', 'application/json']], body: '{}', size: 2 },
      failure: { kind: 'timeout', message: 'no answer within 10 s' },
      startedAt: '2026-11-20T17:42:08.120Z',
      durationMs: 12.5,
      curl: `curl -sS '${BASE_URL}/leads'`,
      shortCurl: `curl -i ${BASE_URL}/leads`,
    },
  ],
  judgements: 40,
  history: [
    {
      startedAt: '2026-11-18T17:42:08.000Z',
      target: BASE_URL,
      profile: 'full',
      version: '0.1.0',
      verdict: 'failed',
      failures: 3,
      exercised: 40,
      applicable: 44,
      requests: 900,
      durationMs: 2000,
    },
  ],
  clients: [],
  traffic: [
    {
      operation: 'GET /things',
      exchanges: 2,
      statuses: {},
      parameters: {},
      fields: {},
    },
  ],
  since: {
    startedAt: '2026-11-19T17:42:08.000Z',
    profile: 'full',
    broke: ['LEAD-21'],
    mended: ['LEAD-21'],
    notJudged: ['LEAD-21'],
  },
}
