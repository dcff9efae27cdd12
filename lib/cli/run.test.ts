import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createScrubber } from '../engine/http/scrub.ts'
import type { RunRecord } from '../app/report/record.ts'
import { validateRecord } from '../app/report/validate-record.ts'
import { cleanRun, threeFindings } from '../app/report/testing/sample-records.ts'
import { USUAL_SEED } from '../app/run/options.ts'
import { ConfigurationError } from '../engine/util/errors.ts'
import { shownLine } from '../engine/util/text.ts'
import { runProgram } from './program.ts'
import { call, fakeEngine } from './testing/call.ts'
import { fakeHost } from './testing/fake-host.ts'

const KEY = 'cak_live_9f8e7d6c5b4a39281706'

async function recordIn(folder: string, name = 'run.json'): Promise<RunRecord> {
  return JSON.parse(await readFile(join(folder, 'reports', name), 'utf8')) as RunRecord
}

describe('a run', () => {
  test('is what happens without a command, and leaves its reports', async () => {
    const { code, out, err, asked, folder } = await call(['--seed', '42', '--no-writes'])

    expect([code, asked]).toMatchObject([0, [{ seed: 42, writes: false, profile: 'standard' }]])
    expect(out).toMatch(/PASSED[\s\S]*\nReport: reports\/index.html\n$/)
    expect(err).toContain('Verifying the embedded reference service, in process, profile standard, seed 42\n')
    expect(await readdir(join(folder, 'reports'))).toContain('junit.xml')
  })

  test('is a demonstration where the program is called without a word, and by its name, in CI and beside a settings file', async () => {
    const files = { 'conformance.config.json': JSON.stringify({ environments: { staging: {} } }) }
    const bare = await call([], { environment: { CI: 'true' }, files })
    expect([bare.code, bare.asked]).toMatchObject([0, [{ baseUrl: undefined }]])
    const environment = { CI: 'true', CONFORMANCE_API_KEY: KEY }
    const named = await call(['run', '--base-url', 'embedded'], { environment, files })
    expect([named.code, named.asked[0]?.baseUrl, named.asked[0]?.apiKey]).toEqual([0, undefined, undefined])
  })

  test('says in GitHub Actions why it was refused, and that it is incomplete', async () => {
    const environment = { GITHUB_ACTIONS: 'true', CI: 'true' }
    const refused = await call(['run', '--bugdet', '5'], { environment })
    expect(refused.err).toContain('\n::error title=conformance run::unknown option --bugdet')
    const noTarget = await call(['run', '--quiet'], { environment })
    expect(noTarget.err).toContain('::error title=conformance run::no base URL, and CI is set')
    const record = { ...cleanRun(), verdict: 'incomplete' as const, exitCode: 3 as const }
    const { out } = await call(['--base-url', 'embedded'], { environment, engine: fakeEngine(() => record) })
    expect(out).toMatch(/^::error title=conformance run::/m)
  })

  test('that is killed leaves no page that says what the run before it found', async () => {
    const host = await fakeHost()
    const page = (): Promise<string> => readFile(join(host.folder, 'reports/index.html'), 'utf8')
    const ends = (record: RunRecord) => () =>
      Promise.resolve({ record, exchanges: [], scrub: createScrubber([]) })
    await runProgram([], host, { runConformance: ends(cleanRun()) })
    const before = await page()
    let during = ''
    const failing = { ...cleanRun(), settings: { ...cleanRun().settings, selection: { only: ['LEAD-21'] } } }
    await runProgram([], host, {
      runConformance: async () => {
        during = await page()
        return ends(failing)()
      },
    })
    expect(before).toContain('<title>Passed')
    expect(during).toContain('<title>Not ended: Passed')
    expect(during).toMatch(/<b>A run that began at .* has not ended\.<\/b>/)
    expect(await page()).toBe(before)
  })

  test('prints with --quiet the verdict alone, and annotations in GitHub Actions', async () => {
    const engine = fakeEngine(threeFindings)
    const environment = { GITHUB_ACTIONS: 'true' }
    const { out, err } = await call(['--quiet'], { environment, engine })
    expect(out).toMatch(/FAILED.*\n(::error .*\n)+$/)
    expect(err).toBe('')
  })

  test('takes its target and keys from the environment and .env, and shows no key', async () => {
    const { asked, out, err } = await call(['run', '--only', 'LEAD-01', 'LEAD-02', '--strict'], {
      environment: { CONFORMANCE_BASE_URL: 'https://host.test/v1/' },
      files: { '.env': `CONFORMANCE_API_KEY=${KEY}\n` },
    })
    const [options] = asked
    expect(options).toMatchObject({ baseUrl: 'https://host.test/v1', apiKey: KEY, strict: true })
    expect(options).toMatchObject({ only: ['LEAD-01', 'LEAD-02'], writes: false })
    expect(out + err).not.toContain(KEY)
  })

  test('of an incomplete run ends with the code of its record', async () => {
    const record = { ...cleanRun(), exitCode: 3 as const }
    expect((await call([], { engine: fakeEngine(() => record) })).code).toBe(3)
  })
})

describe('reports that cannot be written in the end', () => {
  test.each([
    ['spoil a clean run', cleanRun(), 2, 'PASSED'],
    ['leave a violation what it is', threeFindings(), 1, 'FAILED'],
  ])('%s', async (_, record, expected, verdict) => {
    const host = await fakeHost()
    const code = await runProgram(['--quiet'], host, {
      runConformance: async () => {
        // A folder has the name of the file.
        await mkdir(join(host.folder, 'reports/summary.md/x'), { recursive: true })
        return { record, exchanges: [], scrub: createScrubber([]) }
      },
    })
    expect([code, host.out()]).toEqual([expected, expect.stringContaining(verdict)])
    expect(host.err()).toMatch(
      new RegExp(`^error: reports could not be written: summary.md \\(.*\\); exit code ${expected}\n$`),
    )
  })
})

describe('a run that ends without a verdict', () => {
  const engine = (error: Error) => fakeEngine(() => error)
  const refusal = new ConfigurationError('the target refused\nthe connection')
  const fault = new TypeError(`cannot read \u001b[2J of ${KEY}`)
  const environment = { CONFORMANCE_API_KEY: KEY, CONFORMANCE_BASE_URL: 'https://host.test/v1' }

  test.each<[string, Parameters<typeof call>, string]>([
    [
      'by its target',
      [['--quiet'], { engine: engine(refusal) }],
      'error: the target refused the connection\n',
    ],
    [
      'by a fault of the tool, shown without keys and control characters',
      [['--quiet'], { environment, engine: engine(fault) }],
      'internal error: cannot read \\u001b[2J of $CONFORMANCE_API_KEY\n',
    ],
  ])('%s says so in one line, and in a record beside the earlier one', async (_, [argv, more], says) => {
    const files = { 'reports/run.json': JSON.stringify(cleanRun()) }
    const { code, err, folder } = await call(argv, { ...more, files })

    expect([code, err]).toEqual([2, says])
    expect((await recordIn(folder)).verdict).toBe('passed')
    const record = await recordIn(folder, 'partial/run.json')
    expect(validateRecord(record)).toEqual([])
    expect(record).toMatchObject({ verdict: 'error', exitCode: 2, requirements: [] })
    expect(says).toContain(shownLine(record.problem ?? ''))
  })

  test('shows the stack of a fault under --verbose, without keys', async () => {
    const { err } = await call(['--verbose'], { environment, engine: engine(fault) })
    expect(err).toMatch(/of \$CONFORMANCE_API_KEY\nTypeError: cannot read .*\n {4}at /)
    expect(err).not.toContain(KEY)
  })

  test('leaves no JUnit report of an earlier one while it is under way: it may be killed', async () => {
    const host = await fakeHost({}, { 'reports/junit.xml': '<testsuites/>' })
    let before: readonly string[] = []
    await runProgram(['run'], host, {
      runConformance: async () => {
        before = await readdir(join(host.folder, 'reports'))
        return { record: cleanRun(), exchanges: [], scrub: createScrubber([]) }
      },
    })
    expect(before.filter((name) => !name.startsWith('.'))).toEqual([])
    expect(await readdir(join(host.folder, 'reports'))).toContain('junit.xml')
  })
})

describe('run --last-failed', () => {
  test('verifies what failed in the last whole run, with its inputs', async () => {
    const last = threeFindings()
    const settings = { ...last.settings, fuzzRuns: 5 }
    const files = { 'reports/run.json': JSON.stringify({ ...last, settings, profile: 'full', seed: 42 }) }
    const { asked } = await call(['run', '--last-failed'], { files })
    const again = { profile: 'full', seed: 42, fuzzRuns: 5 }
    expect(asked).toMatchObject([{ only: ['TIME-01', 'LEAD-21'], lastFailed: true, ...again }])
  })

  test.each<[argv: string[], inputs: object]>([
    [['--last-failed', '--seed', '7', '--profile', 'smoke'], { profile: 'smoke', seed: 7 }],
    [['TIME-01'], { profile: 'standard', seed: USUAL_SEED }],
  ])('%j has the inputs that are asked for, or the usual ones', async (argv, inputs) => {
    const files = { 'reports/run.json': JSON.stringify({ ...threeFindings(), profile: 'full', seed: 42 }) }
    expect((await call(['run', ...argv], { files })).asked).toMatchObject([inputs])
  })
})

test.each([
  [['--bail'], 1],
  [['--bail', '3'], 3],
  [[], undefined],
])('run %j asks the engine to stop at that many violations', async (argv, bail) => {
  expect((await call(['run', ...argv])).asked).toMatchObject([{ bail }])
})

describe('a selection', () => {
  const optionsOf = async (...words: readonly string[]): Promise<unknown> =>
    (await call(['run', ...words])).asked

  test('is ids and patterns as plain words, too', async () => {
    expect(await optionsOf('AUTH-02', 'RATE-*', '--only', 'TIME-01')).toMatchObject([
      { only: ['TIME-01', 'AUTH-02', 'RATE-*'] },
    ])
  })

  test('keeps the name of its option', async () => {
    expect(await optionsOf('--endpoint', 'POST /leads')).toMatchObject([{ endpoint: ['POST /leads'] }])
    expect(await optionsOf('--endpoint', 'POST /leads')).not.toHaveProperty('0.only')
  })

  test('leaves out what the settings file skips, with its reason', async () => {
    const skip = { 'RATE-*': 'the gateway of staging limits', 'AUTH-02': 'see #7: known' }
    const files = { 'conformance.config.json': JSON.stringify({ skip }) }
    const { asked } = await call(['run', '--skip', 'TIME-01'], { files })
    expect(asked).toMatchObject([{ skip: [{ id: 'TIME-01' }] }])
    expect((await call(['run'], { files })).asked).toMatchObject([
      {
        skip: [
          { id: 'RATE-*', reason: 'the gateway of staging limits' },
          { id: 'AUTH-02', reason: 'see #7: known' },
        ],
      },
    ])
  })
})

describe('what a run is called with', () => {
  const given = { CONFORMANCE_API_KEY: KEY, CONFORMANCE_RATE: '5', GATE: 'secret', GITHUB_SHA: '0123abc' }
  const files = {
    'conformance.config.json': JSON.stringify({
      environments: { staging: { baseUrl: 'https://host.test/v1', writes: true } },
    }),
  }

  test('is repeated by the words that are printed, without keys and what is found again', async () => {
    const words = ['run', '--env', 'staging', '--header', 'X-Gate:$GATE', '--only', 'AUTH-02', '--seed', '4']
    const { asked } = await call(words, { environment: given, files })
    expect(asked).toMatchObject([
      {
        repeat: ['--header', 'X-Gate:$GATE', '--rate', '5', '--env', 'staging'],
        header: [['X-Gate', 'secret']],
      },
    ])
  })

  test('names the build of the target: the commit in CI, or what its operator says', async () => {
    const of = async (...words: readonly string[]) =>
      (await call(['run', '--env', 'staging', ...words], { environment: given, files })).asked
    expect(await of()).toMatchObject([{ targetVersion: '0123abc' }])
    expect(await of('--target-name', 'eu', '--target-version', '2.4')).toMatchObject([
      { targetName: 'eu', targetVersion: '2.4' },
    ])
    expect((await call(['run'], { environment: { GITHUB_SHA: '0123abc' } })).asked).not.toHaveProperty(
      '0.targetVersion',
      '0123abc',
    )
  })
})
