import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { suite, type Suite } from '../../engine/case/suite.ts'
import { runConformance } from './index.ts'
import { selectCases } from './selection.ts'
import { renderNext } from '../../cli/commands/next.ts'
import { renderConsole } from '../report/console/render.ts'
import { loadSuite } from './own-suites.ts'
import { SCOPE, scopeOf, withRequirements } from './scope.ts'
import { OPTIONS } from './testing/options.ts'
import { writeRun } from './write-run.ts'

async function file(text: string, name = 'cases.mjs'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'own cases '))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

const ONE = `{ title: 'ours', cases: [{ id: 'ME-01/x', requirements: ['ME-01'], run: async () => {} }] }`

function own(title: string, requirement: string): Suite {
  return suite('ours', {}, ({ verify }) => {
    verify(requirement, title, {}, () => Promise.resolve())
  })
}

describe('a file with cases', () => {
  test('exports one suite, or several', async () => {
    expect(await loadSuite(await file(`export default ${ONE}`))).toMatchObject([{ title: 'ours' }])
    expect(await loadSuite(await file(`export default [${ONE}, ${ONE}]`))).toHaveLength(2)
  })

  test.each([
    ['export const suite = 1', 'has no suite as its default export'],
    ['export default []', 'has no suite as its default export'],
    [`export default { title: 'x', cases: [{}] }`, 'has no suite as its default export'],
    ['export default (', 'cannot be loaded: '],
    [`throw new Error('in the file')`, 'cannot be loaded: in the file'],
  ])('is refused in one line: %s', async (text, problem) => {
    const path = await file(text)
    const error: unknown = await loadSuite(path).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'ConfigurationError' })
    expect(String(error)).toContain(path)
    expect(String(error)).toContain(problem)
    expect(String(error)).not.toContain('\n')
  })

  test('that is not there is reported', async () => {
    await expect(loadSuite('/no/such/file.mjs')).rejects.toThrow('/no/such/file.mjs cannot be loaded: ')
  })
})

describe('further cases', () => {
  test('are taken by every profile, unless they are deep', async () => {
    const taken = async (deep: boolean): Promise<readonly string[]> => {
      const suites = [
        suite('ours', {}, ({ verify }) => {
          verify('GET-ME-01', 'fact', { deep }, () => Promise.resolve())
        }),
      ]
      return selectCases(await scopeOf({ suites }), { profile: 'smoke' }).map(({ id }) => id)
    }

    expect(await taken(false)).toContain('GET-ME-01/fact')
    expect(await taken(true)).not.toContain('GET-ME-01/fact')
  })

  test('count where they could not be exercised: --strict is incomplete, and the record lists them', async () => {
    const suites = [
      suite('ours', {}, ({ verify }) => {
        verify('GET-ME-01', 'finds imported leads', {}, ({ inconclusive }) =>
          inconclusive('needs an imported lead'),
        )
      }),
    ]
    const run = { profile: 'smoke', only: ['GET-ME-01', 'LIST-LEADS-01'], strict: true } as const
    const { record } = await runConformance({ ...OPTIONS, ...run, suites })

    expect(record).toMatchObject({ verdict: 'incomplete', exitCode: 3 })
    expect(record.cases.find(({ suite: title }) => title === 'ours')).toMatchObject({
      verdict: 'inconclusive',
      reason: 'needs an imported lead',
    })
    expect(record.requirements.find(({ id }) => id === 'GET-ME-01')).toMatchObject({
      verdict: 'inconclusive',
      reason: 'needs an imported lead',
    })
    expect((await runConformance({ ...OPTIONS, ...run })).record.exitCode).toBe(0)
  })

  test.each([
    ['OURS-01', 'the case "fact" verifies OURS-01, which is no requirement; "list" shows all ids'],
    ['GET-ME-01', 'two cases have the id GET-ME-01/fact'],
  ])('that verify %s twice are refused: %s', async (requirement, problem) => {
    const suites = [own('fact', requirement), own('fact', requirement)]
    await expect(scopeOf({ suites })).rejects.toThrow(problem)
  })
})

describe('requirements of the operator', () => {
  const ACME = { id: 'ACME-01', text: 'Me is ours.', source: 'Handbook, 2', endpoint: 'GET /me' }
  const acme = suite('Acme', { requirements: [ACME] }, ({ verify }) => {
    verify('ACME-01', 'is ours', {}, async ({ api, expect: expectThat }) => {
      expectThat(await api.me()).toSatisfy(false, 'ours', 'somebody else')
    })
  })
  const run = { profile: 'smoke', only: ['ACME-01'], seed: 7 } as const

  test('are judged as all others, in a part of their own, and are named in every report', async () => {
    const { record } = await runConformance({ ...OPTIONS, ...run, suites: [acme] })
    const [row] = record.requirements.filter(({ id }) => id === 'ACME-01')

    expect(record).toMatchObject({ verdict: 'failed', exitCode: 1 })
    expect(row).toMatchObject({ verdict: 'failed', strength: 'must', endpoint: 'GET /me', own: true })
    expect(record.api?.parts[(row?.part ?? 0) - 1]).toBe('Own requirements')

    const folder = await mkdtemp(join(tmpdir(), 'own reports '))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const { failed } = await writeRun(folder, record, [], (text) => text)

    expect(failed).toEqual([])
    for (const name of ['run.json', 'summary.md', 'junit.xml', 'index.html', 'requirements/ACME-01.html'])
      expect(await readFile(join(folder, name), 'utf8'), name).toContain('Handbook, 2')
    for (const name of ['summary.md', 'junit.xml', 'index.html'])
      expect(await readFile(join(folder, name), 'utf8'), name).toContain('is ours')
    const terminal = renderConsole(record, { colour: false, verbose: false, quiet: false, width: 100 })
    expect(terminal).toContain('ACME-01  Me is ours.')
    expect(renderNext(record, withRequirements(SCOPE, record.requirements).topics)).toContain(
      'Own requirements',
    )
  }, 120_000)

  test.each([
    [[{ ...ACME, id: 'acme' }], 'needs an id like ACME-1, a text'],
    [[{ ...ACME, id: 'AUTH-01' }], 'has the id of another requirement'],
    [[{ ...ACME, text: ' ' }], 'needs an id like ACME-1, a text'],
    [[{ ...ACME, source: '' }], 'needs an id like ACME-1, a text'],
    [[ACME, ACME], 'has the id of another requirement'],
  ])('are refused in one line: %j', async (requirements, problem) => {
    const suites = [suite('Acme', { requirements }, () => {})]
    await expect(scopeOf({ suites })).rejects.toThrow(problem)
  })
})
