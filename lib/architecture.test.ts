import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { CASES, CATALOGUE, SUITES } from '../suites/index.ts'
import { LIST_FACTS, LIST_RULES, listRule, type ListRule } from '../suites/lists/rules.ts'
import { LISTS } from './engine/contract/operations.ts'
import { FIELDS } from '../suites/fields/table.ts'
import { CLIENT_CATALOGUE } from '../suites/client.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Lowest first: a folder imports only from itself, from its neighbours in one row, and from folders in rows before it. */
const LAYERS: readonly (readonly string[])[] = [
  ['lib/engine/util'],
  ['lib/engine/contract'],
  ['lib/engine/http'],
  ['lib/engine/judge'],
  ['lib/engine/case'],
  ['suites'],
  ['lib/app/report'],
  ['lib/app/run'],
  ['lib/app/traffic'],
  ['lib/cli'],
  ['lib/vitest'],
  ['lib/index.ts'],
]

/** Tests, the proof and the entry point for Vitest stand on top of everything. */
const ON_TOP = /\.test\.ts$|^fixtures\/proof\/|\.test-support\.ts$|\/testing\/|reference\/testing\.ts$/

const RULES = Object.keys(LIST_RULES).filter((name): name is ListRule => name in LIST_RULES)

interface Source {
  /** Relative to the project, with slashes. */
  readonly file: string
  readonly text: string
  /** The project's modules that it imports, relative to the project. */
  readonly imports: readonly string[]
}

function sourcesBelow(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => read(relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/')))
}

function read(file: string): Source {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const imports = [...text.matchAll(/(?:\bfrom|\bimport)[ (]+'(\.[^']+)'/g)].map(([, path = '']) =>
    join(dirname(file), path).replaceAll('\\', '/'),
  )
  return { file, text, imports }
}

const sources = ['lib', 'suites', 'fixtures'].flatMap(sourcesBelow)
const product = sources.filter(({ file }) => !ON_TOP.test(file))

function layerOf(file: string): number {
  return LAYERS.findIndex((row) => row.some((layer) => file === layer || file.startsWith(`${layer}/`)))
}

describe('imports', () => {
  test('every source belongs to a known folder', () => {
    const homeless = product.filter(({ file }) => !file.startsWith('fixtures/') && layerOf(file) < 0)
    expect(homeless.map(({ file }) => file)).toEqual([])
  })

  test('point one way: a folder imports only from folders below it', () => {
    const wrong = product.flatMap(({ file, imports }) =>
      imports
        .filter((imported) => layerOf(file) >= 0 && layerOf(imported) > layerOf(file))
        .map((imported) => `${file} imports ${imported}`),
    )
    expect(wrong).toEqual([])
  })

  test('the fixtures import nothing of what judges them', () => {
    const wrong = product
      .filter(({ file }) => file.startsWith('fixtures/'))
      .flatMap(({ file, imports }) =>
        imports
          .filter((imported) => /^(?:lib|suites)\//.test(imported))
          .map((imported) => `${file} imports ${imported}`),
      )
    expect(wrong).toEqual([])
  })
})

describe('the catalogue and the cases', () => {
  /** Every id that stands in the suites as a text of its own, as often as it does: once in its row. */
  const written = product
    .filter(({ file }) => file.startsWith('suites/'))
    .flatMap(({ text }) => [...text.matchAll(/['"`]([A-Z]+(?:-[A-Z]+)*-\d{2})['"`]/g)])
    .map(([, id = '']) => id)
  const judged = new Set(twice(written))

  test('every requirement has a case, an oracle, or a reason why it is excluded', () => {
    const byField = new Set(FIELDS.map(({ id }) => id))
    const isolated = new Set(LISTS.map((list) => LIST_FACTS[list].isolation))
    const byCase = new Set(CASES.flatMap(({ requirements }) => requirements))
    const judging = product.filter(({ file }) => file.startsWith('suites/')).map(({ text }) => text)
    const byListRule = new Set(
      RULES.filter((rule) => judging.some((text) => text.includes(`'${rule}'`))).flatMap((rule) =>
        LISTS.map((list) => listRule(list, rule)),
      ),
    )
    const orphans = CATALOGUE.rows.filter(({ id, excluded }) => {
      if (excluded !== undefined) return false
      return (
        !byCase.has(id) && !byField.has(id) && !isolated.has(id) && !byListRule.has(id) && !judged.has(id)
      )
    })
    expect(orphans.map(({ id }) => id)).toEqual([])
  })

  test('no excluded requirement has a case', () => {
    const excluded = new Set(CATALOGUE.rows.filter((row) => row.excluded !== undefined).map(({ id }) => id))
    const wrong = CASES.filter(({ requirements }) => requirements.some((id) => excluded.has(id)))
    expect(wrong.map(({ id }) => id)).toEqual([])
  })

  test('every id that a case or an oracle names is in the catalogue', () => {
    const named = [...CASES.flatMap(({ requirements }) => requirements), ...written]
    expect([...new Set(named)].filter((id) => !CATALOGUE.has(id) && !CLIENT_CATALOGUE.has(id))).toEqual([])
  })

  test('ids are unique', () => {
    expect(twice(CATALOGUE.rows.map(({ id }) => id))).toEqual([])
    expect(twice(CASES.map(({ id }) => id))).toEqual([])
    expect(twice(SUITES.map(({ title }) => title))).toEqual([])
  })

  test('a title states a fact in at most 70 characters', () => {
    const bad = CASES.filter(({ title }) => title.length > 70 || /^(?:should|test)\b/i.test(title))
    expect(bad.map(({ title }) => title)).toEqual([])
  })

  test('every file of cases is in the index of suites', () => {
    const index = read('suites/index.ts').imports
    const files = sourcesBelow('suites').filter(
      ({ file, text }) => !ON_TOP.test(file) && /^export default (?:suite\(|\[)/m.test(text),
    )
    expect(files.map(({ file }) => file).filter((file) => !index.includes(file))).toEqual([])
  })

  test('a file of cases holds no try, no environment and no HTTP of its own', () => {
    const bad = sourcesBelow('suites')
      .filter(({ file }) => !ON_TOP.test(file) && /^suites\/[^/]+$/.test(file))
      .filter(({ text }) => /\btry \{|\bcatch\b|process\.env|\bfetch\(/.test(text))
      .map(({ file }) => file)
    expect(bad).toEqual([])
  })
})

function twice(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

test('the lock file has an integrity hash for every package, binaries of other platforms included', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const without = Object.entries<{ integrity?: string }>(packages).filter(
    ([path, { integrity }]) => path !== '' && integrity === undefined,
  )
  expect(without.map(([path]) => path)).toEqual([])
})
