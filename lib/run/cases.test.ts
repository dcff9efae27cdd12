import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CASES } from '../../suites/index.ts'
import { suite } from '../api/case.ts'
import type { Suite } from '../harness/case.ts'
import { runConformance, selectCases, withFurther } from '../testing/bound.ts'
import { loadSuite } from './cases.ts'
import { OPTIONS } from './testing/whole-run.ts'

async function file(text: string, name = 'cases.mjs'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'own cases '))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

const ONE = `{ title: 'ours', cases: [{ id: 'ME-01/x', requirements: ['ME-01'], run: async () => {} }] }`

function own(title: string, requirement = 'GET-ME-01'): Suite {
  return suite('ours', {}, (verify) => {
    verify(requirement, title, { cost: 1 }, () => Promise.resolve())
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
    [
      `import 'no-such-package'\nexport default ${ONE}`,
      'it imports no-such-package, which is not installed there',
    ],
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
    await expect(loadSuite('/no/such/file.mjs')).rejects.toThrow('cannot be loaded: there is no such file')
  })
})

describe('further cases', () => {
  test('come after ours', () => {
    const all = withFurther(CASES, [own('does what we want')])
    expect(all.at(-1)).toMatchObject({ id: 'GET-ME-01/does-what-we-want', suite: 'ours' })
    expect(all).toHaveLength(CASES.length + 1)
  })

  test('are taken by every profile, unless they are deep', () => {
    const taken = (deep: boolean): readonly string[] => {
      const suites = [
        suite('ours', {}, (verify) => {
          verify('GET-ME-01', 'fact', { cost: 1, deep }, () => Promise.resolve())
        }),
      ]
      return selectCases(withFurther(CASES, suites), { profile: 'smoke' }).map(({ id }) => id)
    }

    expect(taken(false)).toContain('GET-ME-01/fact')
    expect(taken(true)).not.toContain('GET-ME-01/fact')
  })

  test('count where they could not be exercised: --strict is incomplete, and the record lists them', async () => {
    const suites = [
      suite('ours', {}, (verify) => {
        verify('GET-ME-01', 'finds imported leads', { cost: 1 }, ({ inconclusive }) =>
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

  test('verify requirements that there are', () => {
    expect(() => withFurther(CASES, [own('fact', 'OURS-01')])).toThrow(
      'the case "fact" verifies OURS-01, which is no requirement; "list" shows all ids',
    )
  })

  test('have ids of their own', () => {
    expect(() => withFurther(CASES, [own('fact'), own('fact')])).toThrow(
      'two cases have the id GET-ME-01/fact',
    )
  })
})
