import { describe, expect, test } from 'vitest'
import { type Environment, type Flags, readOptions } from './reading.ts'
import { type OutputSettings, resolveOutput, resolveRun, type RunSettings } from './resolve.ts'

interface Given {
  readonly flags?: Flags
  readonly environment?: Environment
  readonly file?: Environment
}

const context = { folder: '/caller', requirementIds: () => Promise.resolve(new Set(['LEAD-01', 'LEAD-02'])) }

function settingsOf({ flags = {}, environment = {}, file = {} }: Given = {}): Promise<RunSettings> {
  return resolveRun(readOptions('run', { flags, environment, file }), context)
}

function outputOf(flags: Flags, environment: Environment = {}, terminal = false): OutputSettings {
  const reading = readOptions('run', { flags, environment, file: {} })
  return resolveOutput(reading, { folder: '/caller', environment, terminal })
}

describe('precedence', () => {
  const file = { CONFORMANCE_BUDGET: '10' }
  const environment = { CONFORMANCE_BUDGET: '20' }

  test('a default is used where nothing is said', async () => {
    expect(await settingsOf()).toMatchObject({ budget: 600 })
  })
  test('.env wins over the default', async () => {
    expect(await settingsOf({ file })).toMatchObject({ budget: 10 })
  })
  test('the environment wins over .env', async () => {
    expect(await settingsOf({ file, environment })).toMatchObject({ budget: 20 })
  })
  test('a flag wins over the environment', async () => {
    expect(await settingsOf({ file, environment, flags: { budget: '30' } })).toMatchObject({ budget: 30 })
  })
  test.each<[string, Given, string]>([
    ['in the environment', { file, environment: { CONFORMANCE_BUDGET: '' } }, 'CONFORMANCE_BUDGET'],
    ['of blanks', { file, environment: { CONFORMANCE_BUDGET: ' ' } }, 'CONFORMANCE_BUDGET'],
    ['in .env', { file: { CONFORMANCE_BUDGET: '' } }, 'CONFORMANCE_BUDGET (in .env)'],
  ])('an empty variable %s is an error', async (_, given, name) => {
    await expect((async () => settingsOf(given))()).rejects.toThrow(
      `${name} is set but empty: give it a value, or unset it`,
    )
  })
  test('a flag takes the place of an empty variable', async () => {
    const given = { environment: { CONFORMANCE_BUDGET: '' }, flags: { budget: '30' } }
    expect(await settingsOf(given)).toMatchObject({ budget: 30 })
  })
  test('a switch can be turned off again', async () => {
    const given = { environment: { CONFORMANCE_WRITES: '1' }, flags: { writes: '0' } }
    expect(await settingsOf(given)).toMatchObject({ writes: false })
  })
})

describe('defaults', () => {
  test('without anything, the embedded service is verified with writes', async () => {
    expect(await settingsOf({ flags: { seed: '7' } })).toEqual({
      proxies: {},
      writes: true,
      profile: 'standard',
      budget: 600,
      floor: 100,
      wait: false,
      seed: 7,
      fuzzRuns: 3,
      concurrency: 32,
      requestTimeoutMs: 10_000,
      runTimeoutMs: 600_000,
      verifyTls: true,
      strict: false,
      failOn: 'derived',
    })
  })
  test.each([
    ['smoke', 80, 0, 120_000],
    ['standard', 600, 3, 600_000],
    ['full', 900, 200, 3_600_000],
  ])('the profile %s brings its own', async (profile, budget, fuzzRuns, runTimeoutMs) => {
    expect(await settingsOf({ flags: { profile } })).toMatchObject({ budget, fuzzRuns, runTimeoutMs })
  })
  test('a run that waits for the next window gets the time for it', async () => {
    expect(await settingsOf({ flags: { wait: '1' } })).toMatchObject({ wait: true, runTimeoutMs: 7_200_000 })
  })
  test('a foreign target is not written to', async () => {
    const environment = { CONFORMANCE_BASE_URL: 'https://host/v1', CONFORMANCE_API_KEY: 'key-of-a-test' }
    expect(await settingsOf({ environment })).toMatchObject({ writes: false })
  })
  test('a seed is drawn within 31 bits', async () => {
    const { seed } = await settingsOf()
    expect(seed).toBe(seed & 0x7fffffff)
  })
})

describe('values', () => {
  test('the base URL loses trailing slashes', async () => {
    const environment = {
      CONFORMANCE_BASE_URL: 'HTTPS://Host.test:8443/v1//',
      CONFORMANCE_API_KEY: 'key-of-a-test',
    }
    expect(await settingsOf({ environment })).toMatchObject({ baseUrl: 'https://host.test:8443/v1' })
  })
  test('lists are separated by commas or blanks, and named once', async () => {
    const environment = { CONFORMANCE_ONLY: 'LEAD-01, LEAD-02 LEAD-01', CONFORMANCE_PART: '4,7' }
    expect(await settingsOf({ environment })).toMatchObject({ only: ['LEAD-01', 'LEAD-02'], parts: [4, 7] })
  })
  test('seconds become milliseconds', async () => {
    expect(await settingsOf({ flags: { timeout: '0.25', runTimeout: '90' } })).toMatchObject({
      requestTimeoutMs: 250,
      runTimeoutMs: 90_000,
    })
  })
  test('a webhook listener exists with a port, on loopback unless set otherwise', async () => {
    expect(await settingsOf({ flags: { webhookHost: '0.0.0.0' } })).not.toHaveProperty('webhook.port')
    expect(await settingsOf({ flags: { webhookPort: '9000', webhookWait: '3' } })).toMatchObject({
      webhook: { host: '127.0.0.1', port: 9000, waitMs: 3000 },
    })
  })
  test('files are named relative to the caller', async () => {
    expect(await settingsOf({ flags: { suite: 'my/cases.ts', seed: '1' } })).toMatchObject({
      suite: '/caller/my/cases.ts',
    })
  })
  test('TLS is verified unless turned off', async () => {
    expect(await settingsOf({ flags: { insecure: '1' } })).toMatchObject({ verifyTls: false })
  })
})

describe('output', () => {
  test('has defaults', () => {
    expect(outputOf({})).toEqual({
      reports: '/caller/reports',
      quiet: false,
      verbose: false,
      color: false,
      annotations: false,
    })
  })
  test('shows colours on a terminal, unless NO_COLOR or --no-color says no', () => {
    expect(outputOf({}, {}, true)).toMatchObject({ color: true })
    expect(outputOf({}, { NO_COLOR: '0' }, true)).toMatchObject({ color: false })
    expect(outputOf({ noColor: '1' }, { FORCE_COLOR: '1' }, true)).toMatchObject({ color: false })
    expect(outputOf({}, { FORCE_COLOR: '1' })).toMatchObject({ color: true })
  })
  test('annotates in GitHub Actions unless set otherwise', () => {
    const environment = { GITHUB_ACTIONS: 'true' }
    expect(outputOf({}, environment)).toMatchObject({ annotations: true })
    expect(outputOf({ annotations: '0' }, environment)).toMatchObject({ annotations: false })
  })
})
