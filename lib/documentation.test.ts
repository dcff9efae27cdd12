import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { describe, expect, test, vi } from 'vitest'
import { MUTANTS } from '../fixtures/mutants/index.ts'
import { VARIANTS } from '../fixtures/variants/index.ts'
import { CATALOGUE } from './api/catalogue/index.ts'
import { COMMAND_ENTRIES } from './cli/commands/registry.ts'
import { parseKnownFailures } from './cli/config/known-failures.ts'
import { COMMANDS } from './cli/config/option.ts'
import { OPTIONS } from './cli/config/options.ts'
import { readOptions } from './cli/config/reading.ts'
import { addFlags, flagsOf } from './cli/command-line.ts'
import { suite, verify, type Suite } from './index.ts'

// Whole runs: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 60_000 })

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DOCS = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))
const FILES = ['README.md', 'CONTRIBUTING.md', 'reports/README.md', ...DOCS.map((name) => `docs/${name}`)]
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** Words of a command line: quoted ones whole, up to what a shell would take for something else. */
const WORDS = String.raw`((?: +(?:'[^']*'|[^\s'"\x60#|>&;]+))*)`
const CALLED = new RegExp(String.raw`(?:npx chat-agent-conformance|npm start --)${WORDS}`, 'g')
/** A command in running text: `run --last-failed`, without what runs it. */
const NAMED = new RegExp(String.raw`\x60((?:${COMMANDS.join('|')}) (?:'[^']*'|[^\x60])*)\x60`, 'g')

/** Every command line of a text, as words. */
function commandLines(from: string): string[][] {
  return [...from.matchAll(CALLED), ...from.matchAll(NAMED)].map(([, line = '']) =>
    [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain),
  )
}

const ALL: readonly (readonly [string, readonly string[]])[] = [
  ...[...FILES, 'docs/ci-examples/Jenkinsfile.example'].flatMap((file) =>
    commandLines(text(file)).map((words) => [file, words] as const),
  ),
  ...COMMAND_ENTRIES.flatMap(({ name, examples }) =>
    examples.map(
      (line) =>
        [`help of ${name}`, commandLines(`npx ${line.replace(/^.*?(?=chat-)/, '')}`)[0] ?? []] as const,
    ),
  ),
]

/** Reads a command line as the program does, and checks the value of each option. */
function read([first = 'run', ...rest]: readonly string[]): void {
  const named = COMMAND_ENTRIES.find(({ name }) => name === first)
  const entry = named ?? COMMAND_ENTRIES[0]
  if (entry === undefined) throw new Error('there is no command')
  const command = new Command(entry.name).exitOverride().configureOutput({ writeErr: () => undefined })
  if (entry.operands !== undefined) command.arguments(entry.operands)
  addFlags(command, entry.name)
  command.action(() => undefined)
  command.parse(named === undefined ? [first, ...rest] : rest, { from: 'user' })
  readOptions(entry.name, { flags: flagsOf(command, entry.name), environment: {}, file: {} })
}

describe('the commands of the documentation', () => {
  test('are many', () => {
    expect(ALL.length).toBeGreaterThan(60)
  })

  test.each(ALL.filter(([, words]) => words[0] === undefined || !words.includes('--help')))(
    '%s: %j',
    (_, words) => {
      expect(() => read(words)).not.toThrow()
    },
  )
})

describe('the documentation', () => {
  const ids = new Set(CATALOGUE.map(({ id }) => id))
  const alterations = new Set([...MUTANTS, ...VARIANTS].map(({ id }) => id))

  test.each(FILES)('%s names requirements, faults, options and files that exist', (file) => {
    const said = text(file)
    const named = said.match(/\b[A-Z]{2,}(?:-[A-Z]+)*-\d\d\b/g) ?? []
    expect(named.filter((id) => !ids.has(id))).toEqual([])
    const faults = [...said.matchAll(/--(?:mutant|variant) ([a-z-]+\/[a-z-]+)/g)].map(([, id = '']) => id)
    expect(faults.filter((id) => !alterations.has(id))).toEqual([])
    const variables = said.match(/\bCONFORMANCE_[A-Z_]+\b/g) ?? []
    const known = new Set(OPTIONS.map(({ variable }) => variable))
    expect(variables.filter((name) => !known.has(name))).toEqual([])
    const links = [...said.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(file), link)))).toEqual([])
  })

  test('shows a red run in the words of the catalogue', () => {
    const rows = [...text('README.md').matchAll(/^ {2}([A-Z-]+-\d\d) +(.+)$/gm)]
    expect(rows.length).toBeGreaterThan(1)
    for (const [, id, words = ''] of rows) {
      const row = CATALOGUE.find((one) => one.id === id)
      expect(row?.text).toContain(words.replace(/…$/, ''))
    }
  })

  test('has an example of known failures that the tool reads', () => {
    const [, json = ''] = /```json\n([\s\S]*?)```/.exec(text('docs/known-failures.md')) ?? []
    expect(parseKnownFailures(json, 'the example', ids)).toHaveLength(1)
  })
})

describe('the examples of own cases', () => {
  const code = [...text('docs/own-cases.md').matchAll(/```js\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  const suites = code.flatMap((block): (readonly [title: string, id: string, block: string])[] => {
    const [, title, id] = /suite\('([^']+)'[\s\S]*?verify\('([^']+)'/.exec(block) ?? []
    return title === undefined || id === undefined ? [] : [[title, id, block]]
  })

  test.each(suites)('the suite %s gives a verdict on %s', async (title, id, block) => {
    const body = block.replace(/^import .*$/m, '').replace('export default', 'return')
    // oxlint-disable-next-line typescript/no-implied-eval, no-new-func, typescript/no-unsafe-type-assertion -- the code of our own page
    const made = new Function('suite', body) as (make: typeof suite) => Suite
    const record = await verify({ only: [id], suites: [made(suite)] })
    expect(record.cases.find((one) => one.suite === title)?.verdict).toMatch(/passed|failed|inconclusive/)
  })

  test('the library takes the options that are shown', () => {
    const library = code.find((block) => block.includes('await verify(')) ?? ''
    const keys = [...library.matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key)
    expect(keys).toEqual(['baseUrl', 'apiKey', 'profile'])
    expect(library).toContain("from 'chat-agent-conformance'")
  })
})
