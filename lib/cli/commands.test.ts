import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { Sandbox, SandboxOptions } from '../run/sandbox.ts'
import type { Dependencies, Engine } from './command.ts'
import { runProgram } from './program.ts'
import { deferred } from './testing/deferred.ts'
import { FAKE_LISTING, FAKE_PLAN, fakeDependencies } from './testing/fake-dependencies.ts'
import { fakeHost } from './testing/fake-host.ts'
import { SCOPE } from '../run/scope.ts'
import { parseKnownFailures } from './settings/known-failures.ts'
import { OUTPUT, RUN_SETTINGS } from './settings/options.ts'
import type { Setting } from './settings/setting.ts'
import { CHATBOTS, entry, ME } from '../run/testing/har-entries.ts'
import { BASE, harFile } from '../run/testing/har-file.ts'
import { renderFinding } from './commands/doctor.ts'
import { filesFor } from './commands/init.ts'

async function said(
  argv: readonly string[],
  dependencies: Partial<Dependencies> = {},
  files: Readonly<Record<string, string>> = {},
  engine: Partial<Engine> = {},
): Promise<{ code: number; out: string; err: string; folder: string }> {
  const host = await fakeHost({}, files)
  const code = await runProgram(argv, host, fakeDependencies({ dependencies, engine }))
  return { code, out: host.out(), err: host.err(), folder: host.folder }
}

describe('list', () => {
  test('prints a table for each part, and the cases', async () => {
    const { out } = await said(['list'])
    expect(out).toContain('LEAD-01  must      GET /leads  newest first  lists leads newest first\n')
    expect(out).toContain(
      'LEAD-01-newest-first     2  lead   LEAD-01\n\n2 requirements, 1 case, 2 requests\n',
    )
  })
  test('prints JSON for tools', async () => {
    expect(JSON.parse((await said(['list', '--json'])).out)).toEqual(FAKE_LISTING)
  })
  test('prints a selection', async () => {
    const { out } = await said(['list', '--json', '--part', '8'])
    expect(JSON.parse(out)).toEqual({ requirements: [FAKE_LISTING.requirements[1]], cases: [] })
  })
})

describe('plan', () => {
  test('prints the bill, and what would be inconclusive', async () => {
    const { out } = await said(['plan'])
    expect(out).toContain('main   all             134\n')
    expect(out).toContain('Would be inconclusive (2)\n  no exhaustible key: RATE-01, RATE-02\n')
    expect(out).toContain('spent 9 requests; the key under test may still spend 341.\n')
  })
  test('prints JSON for tools', async () => {
    expect(JSON.parse((await said(['plan', '--json'])).out)).toEqual(FAKE_PLAN)
  })
})

function sandbox(closed: string[]): Sandbox {
  return {
    baseUrl: 'http://127.0.0.1:8080/v1',
    keys: [
      { key: 'key-one', meaning: 'workspace one' },
      { key: 'key-second', meaning: 'workspace two' },
    ],
    resetUrl: 'http://127.0.0.1:8081/__sandbox/reset',
    lasting: [],
    close: () => Promise.resolve(void closed.push('closed')),
  }
}

describe('serve', () => {
  test('prints address and keys, and ends cleanly on SIGTERM', async () => {
    const host = await fakeHost()
    const asked = deferred<SandboxOptions>()
    const closed: string[] = []
    const startSandbox = (options: SandboxOptions): Promise<Sandbox> => {
      asked.resolve(options)
      return Promise.resolve(sandbox(closed))
    }
    const code = runProgram(
      ['serve', '--port', '8080', '--mutant', 'lead-dup', '--mutant', 'lead-lost'],
      host,
      fakeDependencies({ engine: { startSandbox } }),
    )
    expect(await asked.promise).toMatchObject({ port: 8080, mutants: ['lead-dup', 'lead-lost'] })

    host.events.emit('SIGTERM')

    expect(await code).toBe(0)
    expect(closed).toEqual(['closed'])
    expect(host.out()).toContain('Reference service at http://127.0.0.1:8080/v1\n')
    expect(host.out()).toContain('  key-one     workspace one\n  key-second  workspace two\n')
    expect(host.out()).toContain("curl -H 'Authorization: Bearer key-one' http://127.0.0.1:8080/v1/me\n")
  })

  test('says in one line that the port is taken', async () => {
    const taken = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' })
    const { code, err } = await said(
      ['serve', '--port', '80'],
      {},
      {},
      {
        startSandbox: () => Promise.reject(taken),
      },
    )
    expect([code, err]).toEqual([
      2,
      'error: port 80 cannot be listened on (EADDRINUSE); choose another with --port\n',
    ])
  })
})

describe('commands whose result is text', () => {
  test('prove hands its selection on', async () => {
    const { code, out, folder } = await said(
      ['prove', '--part', '7', '--thorough', '--json', '--reports', 'proof'],
      {
        prove: (options) => Promise.resolve({ text: `${JSON.stringify(options)}\n`, exitCode: 1 }),
      },
    )
    expect(code).toBe(1)
    expect(JSON.parse(out)).toEqual({
      parts: [7],
      thorough: true,
      json: true,
      verbose: false,
      color: false,
      reports: join(folder, 'proof'),
    })
  })
  test('prove that is interrupted says so once', async () => {
    const host = await fakeHost()
    const started = deferred<void>()
    const code = runProgram(
      ['prove'],
      host,
      fakeDependencies({
        dependencies: {
          prove: (_, signal = AbortSignal.abort()) => {
            started.resolve()
            return new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason as Error))
            })
          },
        },
      }),
    )
    await started.promise

    host.events.emit('SIGINT')

    expect([await code, host.err()]).toEqual([2, 'interrupted\n'])
  })
})

describe('judge', () => {
  test('prints what a recording shows, and ends with 1 on a violation', async () => {
    const broken = { data: { ...ME.data, key_name: 5 } }
    const files = {
      'good.har': harFile([entry('/me', ME), entry('/chatbots', CHATBOTS)]),
      'bad.har': harFile([entry('/me', broken)]),
    }
    const good = await said(['judge', 'good.har'], {}, files)
    expect([good.code, good.out]).toEqual([0, expect.stringContaining('no violation in this recording')])
    const bad = await said(['judge', 'bad.har', '--base-url', `${BASE}/`, '--verbose'], {}, files)
    expect([bad.code, bad.out]).toEqual([1, expect.stringContaining('✗ ME-03')])
  })

  test.each([
    ['none.har', 'FOLDER/none.har cannot be read (ENOENT)'],
    ['text.har', 'FOLDER/text.har is not JSON'],
  ])('%s is refused in one line', async (name, problem) => {
    const { code, err, folder } = await said(['judge', name], {}, { 'text.har': 'not JSON' })
    expect([code, err.replaceAll(folder, 'FOLDER')]).toEqual([2, `error: ${problem}\n`])
  })
})

describe('known-failures', () => {
  const checked = (until: string): ReturnType<typeof said> =>
    said(
      ['known-failures'],
      {},
      { 'known-failures.json': JSON.stringify([{ id: 'LEAD-01', reason: 'being mended', until }]) },
    )

  test('prints the entries', async () => {
    const { code, out } = await checked('2999-12-31')
    expect([code, out]).toEqual([
      0,
      'id       where     until       reason\nLEAD-01  anywhere  2999-12-31  being mended\n',
    ])
  })
  test('fails where a date has passed', async () => {
    const { code, out } = await checked('2020-01-31')
    expect(code).toBe(1)
    expect(out).toContain('The date of LEAD-01 has passed: fix it, or set another date.\n')
  })
})

describe('init', () => {
  test('writes what a project needs, and leaves alone what is there', async () => {
    const host = await fakeHost({}, { '.env.example': 'mine' })
    expect(await runProgram(['init', '--ci', 'gitlab'], host, fakeDependencies())).toBe(0)
    expect(host.out()).toContain('kept    .env.example')
    expect(host.out()).toContain('wrote   .gitlab-ci.conformance.yml')
    expect(await readFile(join(host.folder, '.env.example'), 'utf8')).toBe('mine')
    const known = await readFile(join(host.folder, 'known-failures.json'), 'utf8')
    expect(parseKnownFailures(known, 'it', new Set())).toEqual([])
  })

  test('writes settings that the tool reads, and ignores keys and reports', async () => {
    const host = await fakeHost({}, { '.gitignore': 'node_modules\n/reports' })
    await runProgram(['init'], host, fakeDependencies())
    expect(await readFile(join(host.folder, '.gitignore'), 'utf8')).toBe('node_modules\n/reports\n.env\n')
    const dependencies = fakeDependencies()
    const target = { ...host, environment: { CONFORMANCE_API_KEY: 'cak_live_9f8e7d6c' } }
    expect(await runProgram(['run', '--env', 'local', '--quiet'], target, dependencies)).toBe(0)
    expect(dependencies.asked.runs).toMatchObject([{ baseUrl: 'http://localhost:8080/v1', writes: true }])
  })

  test('names only options and variables that there are', () => {
    const settings: readonly Setting[] = Object.values({ ...RUN_SETTINGS, ...OUTPUT })
    const flags = new Set(settings.map(({ long }) => long))
    const variables = new Set(settings.map(({ variable }) => variable))
    const text = [...Object.values(filesFor('github')), ...Object.values(filesFor('gitlab'))].join('\n')
    const used = [...text.matchAll(/(?<![\w-])--[a-z-]+/g)].map(([flag]) => flag)
    expect(used.filter((flag) => !flags.has(flag))).toEqual([])
    const named = [...text.matchAll(/CONFORMANCE_[A-Z_]+/g)].map(([name]) => name)
    expect(named.filter((name) => !variables.has(name))).toEqual([])
  })

  test('pins the actions and the image that this project is built with', async () => {
    const own = await Promise.all(
      ['.github/workflows/ci.yml', 'Dockerfile'].map((file) => readFile(file, 'utf8')),
    )
    const pins = [filesFor('github'), filesFor('gitlab')].flatMap((files) =>
      Object.values(files).flatMap((text) =>
        [...text.matchAll(/(?:uses|image): (\S+)/g)].map(([, pin]) => pin!),
      ),
    )

    expect(pins.length).toBe(4)
    expect(pins.filter((pin) => !own.join('\n').includes(pin))).toEqual([])
  })
})

test('a finding of doctor is a sign, what it is about, and what to do', () => {
  expect(
    renderFinding({ state: 'missing', about: 'TLS', text: 'none\u001B[2J', remedy: ['use https'] }, 80),
  ).toBe(`${'! TLS'.padEnd(34)}none\\u001b[2J\n${' '.repeat(34)}→ use https\n`)
})

test('doctor ends with 2 where nothing answers, and says so', async () => {
  const host = await fakeHost({ CONFORMANCE_API_KEY: 'cak_live_x' })
  const dependencies = fakeDependencies({ dependencies: { scope: () => Promise.resolve(SCOPE) } })
  const code = await runProgram(['doctor', '--base-url', 'http://127.0.0.1:1/v1'], host, dependencies)
  expect(code).toBe(2)
  expect(host.out()).toContain('✗ address')
  expect(host.out()).toContain('Fix what is marked ✗ first.')
})
