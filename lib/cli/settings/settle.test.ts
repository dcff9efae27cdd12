import { describe, expect, test } from 'vitest'
import { type RunOptions, USUAL_SEED } from '../../app/run/options.ts'
import { call } from '../testing/call.ts'
import { OUTPUT, RUN_SETTINGS, SOURCES } from './options.ts'
import { resolveOutput } from './output.ts'

type Variables = Readonly<Record<string, string>>

interface Given {
  readonly argv?: readonly string[]
  readonly environment?: Variables
  readonly dotenv?: string
  readonly config?: object
}

const NAME = 'conformance.config.json'

async function said({ argv = [], environment = {}, dotenv, config }: Given, ...more: readonly string[]) {
  const files: Record<string, string> = {}
  if (dotenv !== undefined) files['.env'] = dotenv
  if (config !== undefined) files[NAME] = JSON.stringify(config)
  const called = await call(['run', ...argv, ...target(environment), ...more], { environment, files })
  return { ...called, options: called.asked[0] }
}

/** The embedded service, even if a settings file names environments. */
const target = ({ CONFORMANCE_BASE_URL: given }: Variables): string[] =>
  given === undefined ? ['--base-url', 'embedded'] : []

async function optionsOf(given: Given = {}): Promise<RunOptions | undefined> {
  return (await said(given)).options
}

describe('precedence', () => {
  const config = { budget: 5, environments: { staging: { budget: 7 } } }
  const dotenv = 'CONFORMANCE_BUDGET=10\n'
  const environment = { CONFORMANCE_BUDGET: '20' }

  test.each<[string, Given, number, string]>([
    ['a default holds where nothing is said', {}, 850, 'default'],
    ['the settings file wins over the default', { config }, 5, `budget in ${NAME}`],
    ['its environment over it', { config, argv: ['--env', 'staging'] }, 7, `budget in ${NAME} (staging)`],
    ['.env over the settings file', { config, dotenv }, 10, 'CONFORMANCE_BUDGET (in .env)'],
    ['the environment over .env', { config, dotenv, environment }, 20, 'CONFORMANCE_BUDGET'],
    ['a flag over all', { config, dotenv, environment, argv: ['--budget', '30'] }, 30, '--budget'],
  ])('%s, and --print-config says so', async (_, given, budget, origin) => {
    expect(await optionsOf(given)).toMatchObject({ budget })
    const { code, out, options } = await said(given, '--print-config')
    expect([code, options]).toEqual([0, undefined])
    expect(/^budget +.*?  +(.*)$/m.exec(out)?.[1]).toBe(origin)
  })

  test.each<[Given, Partial<RunOptions>]>([
    [{ environment: { CONFORMANCE_BUDGET: '' }, argv: ['--budget', '30'] }, { budget: 30 }],
    [{ environment: { CONFORMANCE_WRITES: '1' }, argv: ['--no-writes'] }, { writes: false }],
    [{ config: { writes: true }, environment: { CONFORMANCE_WRITES: '0' } }, { writes: false }],
  ])(
    'a source takes the place of an empty variable, and turns a switch off again: %j',
    async (given, options) => {
      expect(await optionsOf(given)).toMatchObject(options)
    },
  )
})

const KNOWN = '{ "profile": "standard", "failures": [] }'

describe('the settings file', () => {
  test('names files from where it is', async () => {
    const files = { 'ours/settings.json': '{"knownFailures": "known.json"}', 'ours/known.json': KNOWN }
    const { asked, folder } = await call(['run', '--config', 'ours/settings.json'], { files })
    expect(asked).toMatchObject([{ knownFailuresFile: `${folder}/ours/known.json` }])
  })

  test('may be a module', async () => {
    const text = 'export default { part: [4, 7], header: ["X-Env:blue"], timeout: 0.25 }'
    const { asked } = await call(['run', '--quiet'], { files: { 'conformance.config.mjs': text } })
    expect(asked).toMatchObject([{ part: [4, 7], header: [['X-Env', 'blue']], timeout: 0.25 }])
  })

  test('shows no key and no header', async () => {
    const key = 'cak_live_9f8e7d6c5b4a'
    const { out } = await said({
      environment: { CONFORMANCE_API_KEY: key, CONFORMANCE_BASE_URL: 'https://host.test/v1' },
      argv: ['--print-config', '--header', `X-Gate:${key}`],
    })
    expect(out).not.toContain(key)
    expect(out).toMatch(/^apiKey +\(set, not shown\) +CONFORMANCE_API_KEY$/m)
  })
})

describe('the seed', () => {
  const seedOf = async (given: Given): Promise<number | undefined> => (await optionsOf(given))?.seed

  test('is the same each time, unless it is named or drawn', async () => {
    expect([await seedOf({}), await seedOf({})]).toEqual([USUAL_SEED, USUAL_SEED])
    expect(await seedOf({ argv: ['--seed', '42'] })).toBe(42)
    const drawn = [
      await seedOf({ argv: ['--seed', 'random'] }),
      await seedOf({ environment: { CONFORMANCE_SEED: 'random' } }),
    ]
    expect(new Set([USUAL_SEED, ...drawn]).size).toBe(3)
    expect(drawn.every(Number.isSafeInteger)).toBe(true)
  })
})

describe('defaults', () => {
  test('without anything, the embedded service is verified with writes', async () => {
    const options = await optionsOf({ argv: ['--seed', '7'] })
    expect(options).toMatchObject({ writes: true, profile: 'standard', seed: 7, failOn: 'derived' })
    expect(options?.baseUrl).toBeUndefined()
    expect(options?.webhookPort).toBeUndefined()
  })
  test.each<[Given, Partial<RunOptions>]>([
    [{ argv: ['--wait'] }, { wait: true, runTimeout: 7200 }],
    [
      { environment: { CONFORMANCE_BASE_URL: 'HTTPS://Host/v1//', CONFORMANCE_API_KEY: 'key-of-a-test' } },
      { baseUrl: 'https://host/v1', writes: false },
    ],
    [{ argv: ['--webhook-port', '9000'] }, { webhookPort: 9000 }],
  ])('of what is left out beside %j', async (given, options) => {
    expect(await optionsOf(given)).toMatchObject(options)
  })
})

describe('values', () => {
  test('lists are separated by commas or blanks, or given several times, and named once', async () => {
    const environment = { CONFORMANCE_ONLY: 'LEAD-01, LEAD-02 LEAD-01', CONFORMANCE_PART: '4,7' }
    expect(await optionsOf({ environment })).toMatchObject({ only: ['LEAD-01', 'LEAD-02'], part: [4, 7] })
    const argv = ['--only', 'LEAD-01', 'AUTH-01', '--only', 'LEAD-01,LEAD-02']
    expect(await optionsOf({ argv })).toMatchObject({ only: ['LEAD-01', 'AUTH-01', 'LEAD-02'] })
  })
})

describe('output', () => {
  test.each<[values: object, environment: Variables, isTTY: boolean, output: object]>([
    [{}, {}, true, { color: true, reports: '/caller/reports' }],
    [{}, { NO_COLOR: '0' }, true, { color: false }],
    [{ color: false }, { FORCE_COLOR: '1' }, false, { color: false }],
    [{}, { FORCE_COLOR: '1' }, false, { color: true }],
    [{}, { GITHUB_ACTIONS: 'true' }, false, { annotations: true }],
  ])('with %j and %j, on a terminal: %j', (values, environment, isTTY, output) => {
    expect(resolveOutput(values, { folder: '/caller', environment, stdout: { isTTY } })).toMatchObject(output)
  })
})

test('the name of a setting is that of the value that commander gives', () => {
  const settings = Object.entries({ ...RUN_SETTINGS, ...OUTPUT, ...SOURCES })
  expect(settings.filter(([name, setting]) => setting.attributeName() !== name)).toEqual([])
})
