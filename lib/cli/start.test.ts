import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SETUP } from '../composition.ts'
import { parseKnownFailures } from './config/known-failures.ts'
import { OPTIONS } from './config/options.ts'
import { renderFinding } from './commands/doctor.ts'
import { filesFor } from './commands/init.ts'
import { runProgram } from './program.ts'
import { fakeDependencies } from './testing/fake-dependencies.ts'
import { fakeHost } from './testing/fake-host.ts'

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

  test('names only options and variables that there are', () => {
    const flags = new Set(OPTIONS.flatMap(({ flag }) => flag ?? []))
    const variables = new Set(OPTIONS.flatMap(({ variable }) => variable ?? []))
    const text = [...Object.values(filesFor('github')), ...Object.values(filesFor('gitlab'))].join('\n')
    const used = [...text.matchAll(/(?<![\w-])--[a-z-]+/g)].map(([flag]) => flag)
    expect(used.filter((flag) => !flags.has(flag))).toEqual([])
    expect(
      [...text.matchAll(/CONFORMANCE_[A-Z_]+/g)].map(([name]) => name).filter((name) => !variables.has(name)),
    ).toEqual([])
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
  const dependencies = fakeDependencies({ dependencies: { setup: () => Promise.resolve(SETUP) } })
  const code = await runProgram(['doctor', '--base-url', 'http://127.0.0.1:1/v1'], host, dependencies)
  expect(code).toBe(2)
  expect(host.out()).toContain('✗ address')
  expect(host.out()).toContain('Mend what is marked ✗ first.')
})
