import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { RequirementResult } from '../app/report/record.ts'
import { exampleOf } from './commands/init.ts'
import { runProgram } from './program.ts'
import { OUTPUT, RUN_SETTINGS } from './settings/options.ts'
import type { Setting } from './settings/setting.ts'
import { call } from './testing/call.ts'

describe('list', () => {
  test('prints a table for each part, the cases, and apart what is required of clients', async () => {
    const { out } = await call(['list', '--only', 'GET-ME-01', 'CLIENT-24'])
    expect(out).toMatch(
      /^Part 4\nid .*\nGET-ME-01 +must +GET \/me +[^]*\n\nClients: .*\nid .*\nCLIENT-24 +must [^]*\n\nCases\n/,
    )
    expect(out).toMatch(/\n\n1 requirement, 1 on clients, \d+ cases?\n$/)
  })

  test.each([
    [['--part', '8'], ({ part }: RequirementResult) => part === 8],
    [['--endpoint', 'GET /me'], ({ endpoint }: RequirementResult) => endpoint === 'GET /me'],
    [['--grep', 'NEWEST'], ({ text }: RequirementResult) => /newest/i.test(text)],
  ])('%j selects, also for tools', async (argv, isSelected) => {
    const { out } = await call(['list', '--json', ...argv])
    const { requirements, cases } = JSON.parse(out) as {
      requirements: RequirementResult[]
      cases: { requirements: string[] }[]
    }
    expect(requirements.length).toBeGreaterThan(0)
    expect(requirements.filter((row) => !isSelected(row))).toEqual([])
    const ids = requirements.map(({ id }) => id)
    expect(cases.filter((one) => !one.requirements.some((id) => ids.includes(id)))).toEqual([])
  })
})

describe('init', () => {
  test('writes what a project needs, and leaves alone what is there', async () => {
    const files = { '.env.example': 'mine', '.gitignore': 'node_modules\nreports/' }
    const { code, out, folder, host } = await call(['init', '--ci', 'gitlab'], { files })
    const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8')
    expect(code).toBe(0)
    expect(out).toContain('kept    .env.example')
    expect(out).toContain('wrote   .gitlab-ci.conformance.yml')
    expect(await read('.env.example')).toBe('mine')
    expect(await read('.gitignore')).toBe('node_modules\nreports/\n.env\n')

    // The tool can read the settings.
    const environment = { CONFORMANCE_API_KEY: 'cak_live_9f8e7d6c' }
    const further = { ...host, environment, stdout: { write: () => undefined, isTTY: false } }
    expect(await runProgram(['run', '--env', 'local', '--print-config'], further)).toBe(0)
    expect(await runProgram(['run', '--env', 'local', '--print-config'], { ...host, environment })).toBe(0)
    expect(host.out()).toMatch(/^baseUrl +"http:\/\/localhost:8080\/v1" +baseUrl in conformance.config.json/m)
  })

  test('in a folder of a repository, writes the job where it is found', async () => {
    const { host } = await call(['list'], { files: { '.git/HEAD': '', 'api/package.json': '{}' } })
    const out: string[] = []
    const folder = join(host.folder, 'api')
    const stdout = { isTTY: false, write: (text: string) => void out.push(text) }
    expect(await runProgram(['init'], { ...host, folder, stdout })).toBe(0)
    expect(out.join('')).toContain('wrote   ../.github/workflows/conformance.yml\n')
    expect(out.join('')).toMatch(
      /Next:\n {2}mkdir -p vendor && npm pack .*\n {2}npm install --save-dev \.\/vendor\//,
    )
    const job = await readFile(join(host.folder, '.github/workflows/conformance.yml'), 'utf8')
    expect(job).toContain('defaults:\n  run:\n    working-directory: api\njobs:\n')
    expect(job).toContain('path: api/reports')
  })

  const written = async (): Promise<string> => `${await exampleOf('github')}\n${await exampleOf('gitlab')}`

  test('draws new inputs at night, and says what a new red means there', async () => {
    for (const ci of ['github', 'gitlab'] as const) {
      expect(await exampleOf(ci)).toContain('full --writes --seed random')
      expect(await exampleOf(ci)).toContain('a violation that is new there may be an old fault')
    }
  })

  test('names only options and variables that there are', async () => {
    const settings: readonly Setting[] = Object.values({ ...RUN_SETTINGS, ...OUTPUT })
    const known = new Set(['--save-dev', ...settings.flatMap(({ long, variable }) => [long, variable])])
    const used = [...(await written()).matchAll(/(?<![\w-])--[a-z-]+|CONFORMANCE_[A-Z_]+/g)].map(
      ([name]) => name,
    )
    expect(used.filter((name) => !known.has(name))).toEqual([])
  })
})

describe('doctor', () => {
  test('ends with 2 where nothing answers, and says so', async () => {
    const environment = { CONFORMANCE_API_KEY: 'cak_live_x' }
    const { code, out } = await call(['doctor', '--base-url', 'http://127.0.0.1:1/v1'], { environment })
    expect(code).toBe(2)
    expect(out).toMatch(/✗ address[^]*Fix what is marked ✗ first\./)
  })
})
