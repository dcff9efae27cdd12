import { OPERATIONS } from './api/operations.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { CASES, SUITES } from '../suites/index.ts'
import { CATALOGUE, FIELDS, LIST_RULES, LISTS, listRule, type ListRule } from './api/catalogue/index.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Lowest first: a folder imports only from itself, from its neighbours in one row, and from folders in rows before it. */
const LAYERS: readonly (readonly string[])[] = [
  ['lib/util'],
  ['lib/contract'],
  ['lib/http', 'lib/judge', 'lib/api/catalogue', 'lib/api/contract.ts', 'lib/api/operations.ts'],
  ['lib/harness'],
  ['lib/generate'],
  ['lib/api'],
  ['suites'],
  ['lib/report'],
  ['lib/replay'],
  ['lib/run'],
  ['lib/prove'],
  // The composition root, and what is put together there for the command line and for processes of their own.
  ['lib/composition.ts'],
  ['lib/cli', 'lib/proof-worker.ts'],
  ['lib/index.ts'],
]

/** Folders that would serve another API: they get this one as a value, and import neither it nor its cases. */
const ENGINE = /^lib\/(?:util|contract|http|harness|generate|judge|replay|report|prove|cli|run)\//

/** Words of this API that mean nothing else; in comments, `leads` may be a verb. */
const WORDS =
  /\b(?:conversations?|leads?|bookings?|reservations?|chatbots?|knowledge|analytics|pagination|has_more|X-RateLimit[\w-]*|sqids?|team_id|key_prefix)\b/i
const WORDS_IN_COMMENTS =
  /\b(?:conversations?|bookings?|reservations?|chatbots?|analytics|X-RateLimit[\w-]*|sqids?)\b/i
/** First segments of its paths. */
const RESOURCES = new Set(OPERATIONS.map((key) => key.split('/')[1] ?? ''))

/** Tests and the entry point for Vitest stand on top of everything. */
const ON_TOP = /\.test\.ts$|\.conformance\.ts$|\.test-support\.ts$|\/testing\/|reference\/testing\.ts$/

/** Tests that drive whole runs of this API against its reference service, and what serves them. */
const WHOLE_RUNS = /\.whole\.test\.ts$|\/testing\/whole-run\.ts$/

const RULES = Object.keys(LIST_RULES).filter((name): name is ListRule => name in LIST_RULES)

interface Source {
  /** Relative to the project, with slashes. */
  readonly file: string
  readonly text: string
  /** What it imports of this project, relative to the project. */
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

  test('the engine imports nothing of this API', () => {
    const wrong = product
      .filter(({ file }) => ENGINE.test(file))
      .flatMap(({ file, imports }) =>
        imports
          .filter((imported) => /^(?:lib\/api|suites|fixtures)\//.test(imported))
          .map((imported) => `${file} imports ${imported}`),
      )
    expect(wrong).toEqual([])
  })

  test('the tests of the engine need nothing of this API: the toy API serves them', () => {
    const wrong = sources
      .filter(({ file }) =>
        /^lib\/(?:util|http|harness|generate|judge|prove|replay|run)\/|^lib\/contract\/[^/]+$/.test(file),
      )
      .filter(({ file }) => !WHOLE_RUNS.test(file))
      .flatMap(({ file, imports }) =>
        imports
          .filter((imported) =>
            /^(?:lib\/(?:api|composition|testing\/bound)|suites|fixtures)\b/.test(imported),
          )
          .map((imported) => `${file} imports ${imported}`),
      )
    expect(wrong).toEqual([])
  })

  test('the engine names no resource, path, header or requirement of this API', () => {
    const ids = new RegExp(`\\b(?:${CATALOGUE.rows.map(({ id }) => id).join('|')})\\b`)
    const paths = new RegExp(`(?:['"\`}]|\\b[A-Z]+ )/(?:${[...RESOURCES].join('|')})\\b`)
    const wrong = product
      .filter(({ file }) => ENGINE.test(file))
      .flatMap(({ file, text }) => {
        const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
        const searches = [
          [WORDS, code],
          [WORDS_IN_COMMENTS, text],
          // The examples in the help name a requirement.
          [ids, file === 'lib/cli/commands/registry.ts' ? '' : text],
          [paths, text],
        ] as const
        return searches.flatMap(([known, searched]) => {
          const found = known.exec(searched)?.[0]
          return found === undefined ? [] : [`${file}: ${found}`]
        })
      })
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

  test('only the composition root brings the reference service and the judge together', () => {
    const wrong = product
      .filter(({ file }) => !/^(?:fixtures\/|lib\/composition\.ts$)/.test(file))
      .flatMap(({ file, imports }) =>
        imports
          .filter((imported) => imported.startsWith('fixtures/') && imported.endsWith('.ts'))
          .map((imported) => `${file} imports ${imported}`),
      )
    expect(wrong).toEqual([])
  })
})

describe('the catalogue and the cases', () => {
  /** Ids that somebody who judges writes as a text of their own. */
  const written = new Set(
    product
      .filter(({ file }) => /^(?:suites|lib\/api\/(?:oracles|generate))\//.test(file))
      .flatMap(({ text }) => [...text.matchAll(/['"`]([A-Z]+(?:-[A-Z]+)*-\d{2})['"`]/g)])
      .map(([, id = '']) => id),
  )

  test('every requirement has a case, an oracle, or a reason why it is excluded', () => {
    const byField = new Set(FIELDS.map(({ id }) => id))
    const byCase = new Set(CASES.flatMap(({ requirements }) => requirements))
    const judging = product
      .filter(({ file }) => /^(?:suites|lib\/api\/oracles)\//.test(file))
      .map(({ text }) => text)
    const byListRule = new Set(
      RULES.filter((rule) => judging.some((text) => text.includes(`'${rule}'`))).flatMap((rule) =>
        LISTS.map((list) => listRule(list, rule)),
      ),
    )
    const orphans = CATALOGUE.rows.filter(({ id, excluded }) => {
      if (excluded !== undefined) return false
      return !byCase.has(id) && !byField.has(id) && !byListRule.has(id) && !written.has(id)
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
    expect([...new Set(named)].filter((id) => !CATALOGUE.has(id))).toEqual([])
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
    const files = sourcesBelow('suites')
      .map(({ file }) => file)
      .filter((file) => !ON_TOP.test(file) && !file.startsWith('suites/steps/'))
    expect(files.filter((file) => file !== 'suites/index.ts' && !index.includes(file))).toEqual([])
  })

  test('a suite file holds no try, no environment and no HTTP of its own', () => {
    const bad = sourcesBelow('suites')
      .filter(({ file }) => !ON_TOP.test(file) && !file.startsWith('suites/steps/'))
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
