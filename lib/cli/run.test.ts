import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createScrubber } from '../http/scrub.ts'
import type { RunRecord, RequirementResult } from '../report/record.ts'
import { cleanRun, threeFindings } from '../report/testing/sample-records.ts'
import { renderRecord, validateRecord } from '../report/run-json.ts'
import { ConfigurationError } from '../util/errors.ts'
import type { Engine } from './command.ts'
import { runProgram } from './program.ts'
import type { Reports } from './command.ts'
import { fakeDependencies, type Fakes } from './testing/fake-dependencies.ts'
import { fakeHost } from './testing/fake-host.ts'
import { TOPICS } from '../../suites/support/topics.ts'
import { sampleFinding } from '../report/testing/sample-parts.ts'
import { renderNext as renderNextOf } from './commands/next.ts'

const KEY = 'cak_live_9f8e7d6c5b4a39281706'
const NOT_WRITTEN = { written: [], failed: [{ file: '/reports/run.json', problem: 'ENOSPC: no space' }] }

const engineWith = (record = cleanRun()): Partial<Engine> => ({
  runConformance: () => Promise.resolve({ record, exchanges: [], scrub: createScrubber([]) }),
})

function rejecting(error: Error): Partial<Engine> {
  return { runConformance: () => Promise.reject(error) }
}

describe('a run', () => {
  test('is what happens without a command', async () => {
    const host = await fakeHost()
    const dependencies = fakeDependencies()

    const code = await runProgram(['--seed', '42', '--no-writes'], host, dependencies)

    expect(code).toBe(0)
    expect(dependencies.asked.runs).toMatchObject([{ seed: 42, writes: false, profile: 'standard' }])
    expect(host.out()).toBe('verdict passed in full\nReport: reports/run.json\n')
    expect(host.err()).toBe('Verifying the embedded reference service, in process, profile standard, seed 42\n')
    expect(await readdir(join(host.folder, 'reports'))).toEqual([])
  })

  test('prints with --json one line of JSON for each event, the verdict last, and nothing else', async () => {
    const host = await fakeHost({ GITHUB_ACTIONS: 'true' })
    const failing = await fakeHost()

    expect(await runProgram(['run', '--json', '--seed', '42'], host, fakeDependencies())).toBe(0)
    const refused = fakeDependencies({ engine: rejecting(new ConfigurationError('the key was rejected')) })
    expect(await runProgram(['run', '--json'], failing, refused)).toBe(2)

    const eventsOf = (text: string): unknown[] =>
      text
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line))
    expect(eventsOf(host.out())).toMatchObject([
      { version: 1, event: 'start', target: 'embedded', seed: 42 },
      { version: 1, event: 'verdict', verdict: 'passed', exitCode: 0, reports: 'reports' },
    ])
    expect(eventsOf(failing.out()).at(-1)).toMatchObject({
      event: 'verdict',
      exitCode: 2,
      problem: 'the key was rejected',
    })
  })

  test('touches no folder where the folder itself cannot be read from the options', async () => {
    const host = await fakeHost({ CONFORMANCE_REPORTS: '' }, { 'reports/run.json': '{}' })

    expect(await runProgram(['run', '--budget', 'x'], host, fakeDependencies({}))).toBe(2)
    expect(await readdir(join(host.folder, 'reports'))).toEqual(['run.json'])
  })

  test('takes its target and keys from the environment and .env', async () => {
    const host = await fakeHost(
      { CONFORMANCE_BASE_URL: 'https://host.test/v1/' },
      { '.env': `CONFORMANCE_API_KEY=${KEY}\n` },
    )
    const dependencies = fakeDependencies()

    await runProgram(['run', '--only', 'LEAD-01', 'LEAD-02', '--strict'], host, dependencies)

    expect(dependencies.asked.runs).toMatchObject([
      {
        baseUrl: 'https://host.test/v1',
        apiKey: KEY,
        only: ['LEAD-01', 'LEAD-02'],
        strict: true,
        writes: false,
      },
    ])
    expect(host.out() + host.err()).not.toContain(KEY)
  })

  test('reads a known-failures file relative to the caller', async () => {
    const entry = { id: 'LEAD-01', reason: 'being mended', until: '2027-01-31' }
    const host = await fakeHost({}, { 'known.json': JSON.stringify([entry]) })
    const dependencies = fakeDependencies()

    await runProgram(['--known-failures', 'known.json'], host, dependencies)

    expect(dependencies.asked.runs).toMatchObject([{ knownFailures: [entry] }])
  })

  test('prints only the verdict when quiet', async () => {
    const host = await fakeHost()
    await runProgram(['--quiet'], host, fakeDependencies())
    expect([host.out(), host.err()]).toEqual(['verdict passed\n', ''])
  })

  test('annotates in GitHub Actions', async () => {
    const host = await fakeHost({ GITHUB_ACTIONS: 'true' })
    await runProgram(['--quiet'], host, fakeDependencies())
    expect(host.out()).toBe('verdict passed\n::error::annotation\n')
  })

  test('hands progress on to the display, which is ended before the verdict', async () => {
    const host = await fakeHost()
    const seen: string[] = []
    const dependencies = fakeDependencies({
      engine: {
        runConformance: (_, events) => {
          events?.onProgress?.({ phase: 'cases', done: 1, total: 2, requests: 3, failed: 0 })
          return Promise.resolve({ record: cleanRun(), exchanges: [], scrub: createScrubber([]) })
        },
      },
      reports: {
        createProgress: () => ({
          update: ({ done }) => void seen.push(`done ${done}`),
          end: () => void seen.push('end'),
        }),
        renderConsole: () => {
          seen.push('verdict')
          return ''
        },
      },
    })

    await runProgram([], host, dependencies)

    expect(seen).toEqual(['done 1', 'end', 'verdict'])
  })

  test.each([
    ['a clean run', cleanRun(), 0],
    ['a violation', threeFindings(), 1],
    ['an incomplete run', { ...cleanRun(), exitCode: 3 as const }, 3],
  ])("exits with the record's code: %s", async (_, record, expected) => {
    expect(await runProgram([], await fakeHost(), fakeDependencies({ engine: engineWith(record) }))).toBe(
      expected,
    )
  })
})

describe('reports that cannot be written in the end', () => {
  test.each([
    ['spoil a clean run', cleanRun(), 2],
    ['leave a violation what it is', threeFindings(), 1],
  ])('%s', async (_, record, expected) => {
    const host = await fakeHost()
    const dependencies = fakeDependencies({
      engine: engineWith(record),
      reports: { writeReports: () => Promise.resolve(NOT_WRITTEN) },
    })

    expect(await runProgram(['--quiet'], host, dependencies)).toBe(expected)
    expect(host.out()).toBe(`verdict ${record.verdict}\n`)
    expect(host.err()).toBe(
      `error: reports could not be written: run.json (ENOSPC: no space); exit code ${expected}\n`,
    )
  })
})

describe('an engine that rejects', () => {
  test('with something to mend is one line', async () => {
    const host = await fakeHost()
    const engine = rejecting(new ConfigurationError('the target refused\nthe connection'))
    expect(await runProgram(['--quiet'], host, fakeDependencies({ engine }))).toBe(2)
    expect(host.err()).toBe('error: the target refused the connection\n')
  })

  test('with a fault of its own is one line, without keys and control characters', async () => {
    const host = await fakeHost({ CONFORMANCE_API_KEY: KEY, CONFORMANCE_BASE_URL: 'https://host.test/v1' })
    const engine = rejecting(new TypeError(`cannot read \u001b[2J of ${KEY}`))
    expect(await runProgram(['--quiet'], host, fakeDependencies({ engine }))).toBe(2)
    expect(host.err()).toBe('internal error: cannot read \\u001b[2J of $CONFORMANCE_API_KEY\n')
  })

  test('shows the stack when verbose, without keys', async () => {
    const host = await fakeHost(
      {},
      { '.env': `CONFORMANCE_API_KEY=${KEY}\nCONFORMANCE_BASE_URL=http://h/v1\n` },
    )
    const engine = rejecting(new TypeError(`about ${KEY}`))
    await runProgram(['--verbose'], host, fakeDependencies({ engine }))
    expect(host.err()).toContain('internal error: about $CONFORMANCE_API_KEY\nTypeError: about')
    expect(host.err()).toMatch(/ {4}at /)
    expect(host.err()).not.toContain(KEY)
  })
})

describe('a proxy of the environment', () => {
  const environment = { HTTPS_PROXY: 'http://me:secret@proxy.example:3128', CONFORMANCE_API_KEY: KEY }
  const said = async (url: string, more = {}): Promise<string> => {
    const host = await fakeHost({ ...environment, ...more })
    await runProgram(['run', '--base-url', url], host, fakeDependencies())
    return host.err()
  }

  test('is named before the run, without its credentials', async () => {
    expect(await said('https://host.test/v1')).toContain(
      'Through the proxy http://proxy.example:3128 (HTTPS_PROXY)\n',
    )
  })

  test('is not used for this machine, nor for what NO_PROXY names', async () => {
    expect(await said('https://127.0.0.1:1/v1')).not.toContain('proxy')
    expect(await said('https://host.test/v1', { NO_PROXY: '.test' })).not.toContain('proxy')
  })

  test('that is none ends the command', async () => {
    expect(await said('https://host.test/v1', { HTTPS_PROXY: 'socks5://proxy:1080' })).toContain(
      'error: HTTPS_PROXY must be the address of an HTTP proxy, like http://proxy:3128, not of a SOCKS proxy',
    )
  })
})

describe('a run that ends before its first case', () => {
  test.each<[string, readonly string[], Fakes, string]>([
    [
      'without a target',
      ['run', '--annotations'],
      { engine: rejecting(new ConfigurationError('the target cannot be reached')) },
      'the target cannot be reached',
    ],
    ['with an unknown id', ['run', '--only', 'NO-99'], {}, 'unknown requirement id'],
    ['with a value that no setting takes', ['run', '--env', 'x'], {}, 'no environment "x"'],
  ])('%s leaves a record that says why', async (_, argv, fakes, problem) => {
    const host = await fakeHost(
      {},
      { 'reports/run.json': '{}', 'reports/junit.xml': 'earlier', 'conformance.config.json': '{}' },
    )
    const made: RunRecord[] = []
    const reports: Partial<Reports> = {
      writeReports: (_folder, record) => {
        made.push(record)
        return Promise.resolve({ written: [], failed: [] })
      },
    }

    expect(await runProgram(argv, host, fakeDependencies({ ...fakes, reports }))).toBe(2)
    const last = made.at(-1)
    expect(last).toMatchObject({ verdict: 'error', exitCode: 2, requirements: [] })
    expect(made.flatMap(validateRecord)).toEqual([])
    expect(last?.problem).toContain(problem)
  })

  test('leaves a record that it has not ended, until it has', async () => {
    const host = await fakeHost({}, { 'reports/run.json': '{}' })
    const made: RunRecord[] = []
    const atStart: string[] = []
    const reports: Partial<Reports> = {
      writeReports: (_folder, record) => {
        made.push(record)
        return Promise.resolve({ written: [], failed: [] })
      },
    }
    const engine: Partial<Engine> = {
      runConformance: () => {
        atStart.push(...made.map(({ verdict, problem }) => `${verdict}: ${problem}`))
        return Promise.resolve({ record: cleanRun(), exchanges: [], scrub: createScrubber([]) })
      },
    }

    await runProgram(['run'], host, fakeDependencies({ engine, reports }))

    expect(atStart).toEqual([expect.stringMatching(/^error: this run has not ended: .*killed/)])
    expect(made.map(({ verdict }) => verdict)).toEqual(['error', 'passed'])
  })
})

const renderNext = (record: RunRecord): string => renderNextOf(record, TOPICS)

const recorded = (record: RunRecord): Record<string, string> => ({
  'reports/run.json': renderRecord(record),
})

describe('run --last-failed', () => {
  test('verifies what failed in the last run', async () => {
    const host = await fakeHost({}, recorded(threeFindings()))
    const dependencies = fakeDependencies()
    expect(await runProgram(['run', '--last-failed'], host, dependencies)).toBe(0)
    expect(dependencies.asked.runs).toMatchObject([{ only: ['GEN-03', 'LEAD-21'] }])
  })

  test.each([
    ['where nothing failed', recorded(cleanRun()), '--last-failed has nothing to repeat'],
    ['where there was no run', {}, 'run.json cannot be read (ENOENT)'],
  ])('is an error of one line %s', async (_, files, message) => {
    const host = await fakeHost({}, files)
    expect(await runProgram(['run', '--last-failed'], host, fakeDependencies())).toBe(2)
    expect(host.err()).toContain(message)
  })
})

describe('run --bail', () => {
  /** An engine whose cases all fail, and that ends when it is asked to. */
  function failing(reasons: unknown[]): Partial<Engine> {
    return {
      runConformance: (_settings, events, signal) => {
        for (let failed = 1; failed <= 5; failed += 1) {
          if (signal?.aborted === true) break
          events?.onProgress?.({ phase: 'read', done: failed, total: 5, requests: failed, failed })
        }
        reasons.push(signal?.reason)
        return Promise.resolve({ record: cleanRun(), exchanges: [], scrub: createScrubber([]) })
      },
    }
  }

  test.each([
    [['--bail'], 'ended after 1 violation (--bail)'],
    [['--bail', '3'], 'ended after 3 violations (--bail)'],
    [[], undefined],
  ])('%j ends the run in order, and the record says why', async (argv, reason) => {
    const reasons: unknown[] = []
    const host = await fakeHost({})
    await runProgram(['run', ...argv], host, fakeDependencies({ engine: failing(reasons) }))
    expect(reasons).toEqual([reason])
  })
})

test('list --grep lists what has the text in id, endpoint or words', async () => {
  const host = await fakeHost({})
  await runProgram(['list', '--grep', 'NEWEST'], host, fakeDependencies())
  expect(host.out()).toContain('LEAD-01')
  expect(host.out()).not.toContain('RATE-01')
})

test('serve --list names the seeded faults and the freedoms, and serves nothing', async () => {
  const host = await fakeHost({})
  const startSandbox = (): never => {
    throw new Error('nothing is to be served')
  }
  const dependencies = fakeDependencies({ engine: { startSandbox } })
  expect(await runProgram(['serve', '--list'], host, dependencies)).toBe(0)
  expect(host.out()).toMatch(/^dedup\/none +CREATE-LEAD-30 /m)
  expect(host.out()).toMatch(/^ids\/short +1 /m)
})

describe('next', () => {
  const row = (id: string, more: Partial<RequirementResult>): RequirementResult => ({
    id,
    part: 1,
    endpoint: '*',
    strength: 'must',
    text: `text of ${id}`,
    verdict: 'passed',
    findings: [],
    judgements: 1,
    evidence: [],
    cases: [],
    ...more,
  })
  const recordOf = (...requirements: readonly RequirementResult[]): RunRecord => ({
    ...cleanRun(),
    requirements,
  })

  test('gives the steps in the order of building, and the violation that every report starts with', () => {
    const text = renderNext(
      recordOf(
        row('CREATE-LEAD-01', { verdict: 'failed', findings: [sampleFinding('CREATE-LEAD-01')] }),
        row('JSON-01', {}),
        row('AUTH-01', { verdict: 'inconclusive', reason: 'nothing came' }),
        row('ERROR-01', {
          verdict: 'failed',
          severity: 'critical',
          findings: [sampleFinding('ERROR-01', { received: 'absent' })],
        }),
      ),
    )
    expect(text.split('\n').slice(0, 4)).toEqual([
      '✓ Responses in JSON  1 of 1 hold',
      '· Keys               0 of 1 hold',
      '✗ Errors             0 of 1 hold, 1 violated  ← next',
      '✗ Creating a lead    0 of 1 hold, 1 violated',
    ])
    expect(text).toContain('ERROR-01  text of ERROR-01\n')
    expect(text).toContain('  received    absent\n')
    expect(text).toContain('  explain     npx chat-agent-conformance explain ERROR-01\n')
  })

  test('names what could not be judged where nothing fails, and says so where all holds', () => {
    expect(
      renderNext(recordOf(row('AUTH-01', { verdict: 'inconclusive', reason: 'nothing came' }))),
    ).toContain('AUTH-01  text of AUTH-01\n  not judged  nothing came\n')
    expect(renderNext(recordOf(row('AUTH-01', {})))).toContain('Every requirement holds.\n')
  })

  test('says that the last run judged nothing', () => {
    const none = { ...recordOf(), cases: [], problem: 'the key was rejected' }
    expect(renderNext(none)).toBe(
      'The last run judged nothing: the key was rejected\nRun again, then next.\n',
    )
  })

  test('reads the record of the last run', async () => {
    const host = await fakeHost({}, recorded(recordOf(row('AUTH-01', {}))))
    expect(await runProgram(['next'], host, fakeDependencies())).toBe(0)
    expect(host.out()).toContain('✓ Keys  1 of 1 hold')
  })
})
