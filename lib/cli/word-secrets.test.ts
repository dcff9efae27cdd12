import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { validateRecord } from '../app/report/validate-record.ts'
import { type RunOutcome, verifyTarget } from '../app/run/index.ts'
import { inProcessTarget } from '../app/run/in-process.ts'
import { SCOPE } from '../app/run/scope.ts'
import { scrubberFor } from '../app/run/scrubber.ts'
import { OPTIONS } from '../app/run/testing/options.ts'
import { SMOKE_CASES } from '../app/run/testing/whole-run.ts'
import { runProgram } from './program.ts'
import { call } from './testing/call.ts'
import { fakeHost } from './testing/fake-host.ts'

vi.setConfig({ testTimeout: 60_000 })

/** A run of a faulty service whose secrets are words, and the same run with other secrets. */
async function runWith(words: readonly string[]): Promise<RunOutcome> {
  const target = inProcessTarget({
    now: () => new Date('2026-11-20T12:00:00Z'),
    seams: {
      respond: (_, answer) => ({
        ...answer,
        headers: answer.headers.filter(([name]) => !/remaining/i.test(name)),
      }),
    },
  })
  const scrub = scrubberFor(target.keys, { header: words.map((word) => [`X-${word.length}`, word]) })
  const outcome = await verifyTarget({ ...target, scrub }, { ...SCOPE, cases: SMOKE_CASES }, OPTIONS)
  await target.close()
  return outcome
}

const WORDS = `requests changeme passed passed-1 sk_live_requirement conformance-key conversations
  test-key-conversations chat-agent-conformance staging missing-need critical localhost answers operations
  authorization GET-ME-01 2026-11-20T12`.split(/\s+/)

test('a secret that is a word of the tool changes no id, no name of a list and no member of the record', async () => {
  const outcome = await runWith(WORDS)
  const plain = await runWith([])
  expect(validateRecord(JSON.parse(JSON.stringify(outcome.record)))).toEqual([])
  for (const member of ['id', 'endpoint', 'text', 'verdict', 'source', 'cases'] as const)
    expect(outcome.record.requirements.map((row) => row[member])).toEqual(
      plain.record.requirements.map((row) => row[member]),
    )
  const addresses = ({ record }: RunOutcome): unknown =>
    record.exchanges.map(({ request }) => request.url.split('?')[0])
  expect(addresses(outcome)).toEqual(addresses(plain))
  const host = await fakeHost({
    CONFORMANCE_BASE_URL: 'https://staging.test/v1',
    CONFORMANCE_API_KEY: 'changeme',
  })
  const code = await runProgram(['run', '--verbose'], host, {
    runConformance: () => Promise.resolve(outcome),
  })
  expect([code, host.err()]).not.toContain('internal error')
  expect(code).toBe(plain.record.exitCode)
  const { requirements } = JSON.parse(await readFile(join(host.folder, 'reports/run.json'), 'utf8'))
  expect(requirements.length).toBe(plain.record.requirements.length)
})

/** A recording in which a client sends this key, and once an unknown parameter. */
function recordingWith(key: string): string {
  const entry = (path: string): object => ({
    startedDateTime: '2026-11-20T12:00:00.000Z',
    time: 1,
    request: {
      method: 'GET',
      url: `https://api.test/v1${path}`,
      headers: [{ name: 'Authorization', value: `Bearer ${key}` }],
    },
    response: { status: 200, headers: [], content: { size: 2, text: '{}' } },
  })
  return JSON.stringify({ log: { entries: [entry('/conversations?x=1'), entry('/leads')] } })
}

test.each(['requests', 'changeme', 'passed-1', 'test-key-conversations'])(
  'judge takes the key %s of a client for no name of its own',
  async (key) => {
    const { out } = await call(['judge', 'a.har', '--json'], { files: { 'a.har': recordingWith(key) } })
    const record = JSON.parse(out)
    expect(validateRecord(record)).toEqual([])
    expect(record.requests.total).toBe(2)
    expect(record.exchanges[0].curl).toContain('https://api.test/v1/conversations?x=1')
    expect(record.exchanges[0].curl).not.toContain(key === 'test-key-conversations' ? key : `Bearer ${key}`)
  },
)

const TARGET = { CONFORMANCE_BASE_URL: 'https://host.test/v1' }

test.each([
  ['changeme', true],
  ['sk_live_requirement', true],
  ['passed-1', true],
  ['cak_live_main_key_for_tests_only_0001', false],
  ['wk_live_9aF3kQ7mZp2RtX8vB1nC', false],
  ['0e6f4b1c-9d1a-4f0e-8a53-0c2b9a7d6e51', false],
])('of the key %s it is said that it is a word: %s', async (key, isSaid) => {
  const { err } = await call(['--quiet'], { environment: { ...TARGET, CONFORMANCE_API_KEY: key } })
  expect(err.includes('warning: half of the key in CONFORMANCE_API_KEY is a word')).toBe(isSaid)
  expect(err).not.toContain(key)
})

test('a base address that shows the key is refused: every report shows the address', async () => {
  const environment = {
    CONFORMANCE_BASE_URL: 'https://host.test/hiddenKey9aF3kQ7m/v1',
    CONFORMANCE_API_KEY: 'hiddenKey9aF3kQ7m',
  }
  const { code, err } = await call(['--quiet'], { environment })
  expect([code, err]).toEqual([
    2,
    'error: the path of the base URL has the key of CONFORMANCE_API_KEY in it: every report shows that address\n',
  ])
})
