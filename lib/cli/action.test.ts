import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const ACTION = readFileSync(fileURLToPath(new URL('../../action.yml', import.meta.url)), 'utf8')

const SCRIPT = (/id: run\n[\s\S]*?run: \|\n((?: {8}.*\n|\n)+)/.exec(ACTION)?.[1] ?? '').replaceAll(
  /^ {8}/gm,
  '',
)

/** Stands for the tool: prints its arguments, and leaves a record. */
const STUB = `
  const { writeFileSync, mkdirSync } = require('node:fs')
  const given = Object.entries(process.env).filter(([name]) => name.startsWith('CONFORMANCE_')).map((pair) => pair.join('='))
  console.log(JSON.stringify({ given: given.sort(), words: process.argv.slice(2) }))
  mkdirSync('reports', { recursive: true })
  writeFileSync('reports/run.json', JSON.stringify({ verdict: 'failed', requirements: [{ id: 'AUTH-02', verdict: 'failed' }, { id: 'ME-01', verdict: 'passed' }] }))
  process.exitCode = 1
`

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'conformance action '))
  mkdirSync(join(folder, 'dist/lib/cli'), { recursive: true })
  writeFileSync(join(folder, 'dist/lib/cli/main.js'), STUB)
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const GITHUB_FILES = ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY']

/** The default that the action declares for each input, as GitHub passes it if the input is left out. */
const DEFAULTS: Readonly<Record<string, string>> = Object.fromEntries(
  [...ACTION.matchAll(/^ {2}([\w-]+):\n(?: {4}.*\n)*? {4}(?:default: (.*)|required: true)$/gm)].map(
    ([, name = '', value = '']) => [
      `INPUT_${name.toUpperCase().replaceAll('-', '_')}`,
      value.replace("''", ''),
    ],
  ),
)

function step(inputs: Readonly<Record<string, string>>): {
  status: number | null
  out: string
  outputs: string
  summary: string
} {
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    ACTION_FOLDER: folder,
    ...DEFAULTS,
  }
  for (const file of GITHUB_FILES) {
    env[file] = join(folder, file)
    writeFileSync(env[file], '')
  }
  const { status, stdout } = spawnSync('bash', ['--norc', '-e', '-o', 'pipefail', '-c', SCRIPT], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, ...inputs },
  })
  const [outputs = '', summary = ''] = GITHUB_FILES.map((file) => readFileSync(join(folder, file), 'utf8'))
  return { status, out: stdout, outputs, summary }
}

const TARGET = { INPUT_BASE_URL: 'https://host.test/v1', INPUT_API_KEY: 'a-key' }

const GREEN = { 'run.json': '{"verdict":"passed","requirements":[]}', 'summary.md': '✅ Passed' }
const RED_PART = { 'partial/run.json': '{"verdict":"failed","requirements":[]}' }

describe('the GitHub action', () => {
  test('declares every input that it uses, and uses every one that it declares', () => {
    const [, declared = ''] = /^inputs:\n([\s\S]*?)^outputs:/m.exec(ACTION) ?? []
    const names = [...declared.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name]) => name)
    expect(new Set([...ACTION.matchAll(/\binputs\.([\w-]+)/g)].map(([, name]) => name))).toEqual(
      new Set(names),
    )
  })

  test('gives the tool what was given, and says what it found', () => {
    const { status, out, outputs } = step({
      ...TARGET,
      INPUT_PROFILE: 'smoke',
      INPUT_HEADER: 'X-Staging-Token:two words',
      INPUT_ARGUMENTS: '--part 4 --seed 42',
    })
    expect(JSON.parse(out)).toEqual({
      given: [
        'CONFORMANCE_API_KEY=a-key',
        'CONFORMANCE_BASE_URL=https://host.test/v1',
        'CONFORMANCE_HEADER=X-Staging-Token:two words',
        'CONFORMANCE_PROFILE=smoke',
        'CONFORMANCE_REPORTS=reports',
      ],
      words: ['run', '--part', '4', '--seed', '42'],
    })
    expect(status).toBe(1)
    expect(outputs).toBe('exit-code=1\nverdict=failed\nfailed=AUTH-02\nreport=reports/index.html\n')
  })

  test.each([
    ['base-url', { INPUT_API_KEY: 'a-key' }],
    ['api-key', { INPUT_BASE_URL: 'https://host.test/v1' }],
    ['base-url', {}],
  ])('ends with 2 where the input %s is empty', (name, inputs) => {
    const { status, out, outputs } = step(inputs)
    expect([status, outputs]).toEqual([2, 'exit-code=2\nverdict=error\nfailed=\n'])
    expect(out).toContain(`::error title=conformance::the input ${name} is empty`)
  })

  test('verifies the embedded service where that is asked for, whatever key is there', () => {
    expect(JSON.parse(step({ ...TARGET, INPUT_BASE_URL: 'embedded' }).out)).toMatchObject({
      given: ['CONFORMANCE_BASE_URL=embedded', 'CONFORMANCE_PROFILE=standard', 'CONFORMANCE_REPORTS=reports'],
      words: ['run'],
    })
  })

  test.each([
    ['OTHER_API_KEY', 'other-api-key'],
    ['EXHAUSTIBLE_API_KEY', 'exhaustible-api-key'],
  ])('says that a key was given without a value, and nothing where none was given: %s', (name, input) => {
    const says = `::warning title=conformance::the input ${input} is empty`
    expect(step({ ...TARGET, [`INPUT_${name}`]: '' }).out).toContain(says)
    const { out } = step(TARGET)
    expect(out).not.toContain('::warning')
    expect(out).not.toContain(name)
  })

  const NOTHING = '## Conformance: nothing was judged, exit code'
  test.each([
    ['a green run, where nothing is judged', GREEN, 2, 'verdict=error', `${NOTHING} 2\n`],
    ['a green run, where this one is killed', GREEN, 137, 'verdict=error', `${NOTHING} 137\n`],
    ['a green run and a red part of it', { ...GREEN, ...RED_PART }, 1, 'verdict=failed', ''],
  ])('says what came of this run over a folder with %s', (_, kept, code, says, summary) => {
    for (const [name, content] of Object.entries(kept)) {
      mkdirSync(join(folder, 'reports/partial'), { recursive: true })
      writeFileSync(join(folder, 'reports', name), content)
    }
    writeFileSync(join(folder, 'dist/lib/cli/main.js'), `process.exitCode = ${code}`)
    expect(step(TARGET)).toMatchObject({
      status: code,
      outputs: expect.stringContaining(`exit-code=${code}\n${says}\n`),
      summary,
    })
  })
})
