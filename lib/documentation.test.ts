import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { MUTANTS } from '../fixtures/mutants/index.ts'
import { VARIANTS } from '../fixtures/variants/index.ts'
import { CATALOGUE } from '../suites/index.ts'
import { CLIENT_CATALOGUE } from '../suites/client.ts'
import { withCommand } from './cli/program.ts'
import { OUTPUT, RUN_SETTINGS, SOURCES } from './cli/settings/options.ts'
import type { Setting } from './cli/settings/setting.ts'
import { parseKnownFailures } from './cli/settings/known-failures.ts'
import { idleProgram } from './cli/testing/call.ts'

// Whole runs: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 180_000 })

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DOCS = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))

const COMMANDS = (await idleProgram()).commands.map((command) => command.name())
const SETTINGS: readonly Setting[] = Object.values({ ...RUN_SETTINGS, ...OUTPUT, ...SOURCES })
const FILES = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'reports/README.md',
  ...DOCS.map((name) => `docs/${name}`),
]
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** Words of a command line: quoted ones whole, up to what a shell would take for something else. */
const WORDS = String.raw`((?: +(?:'[^']*'|[^\s'"\x60#|>&;]+))*)`
const CALLED = new RegExp(String.raw`(?:npx chat-agent-conformance|npm start --)${WORDS}`, 'g')
/** A command in running text: `run --last-failed`, without what runs it. */
const NAMED = new RegExp(String.raw`\x60((?:${COMMANDS.join('|')}) (?:'[^']*'|[^\x60])*)\x60`, 'g')

function commandLines(from: string): string[][] {
  return [...from.matchAll(CALLED), ...from.matchAll(NAMED)].map(([, line = '']) =>
    [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain),
  )
}

const ALL: readonly (readonly [string, readonly string[]])[] = [
  ...[...FILES, 'docs/ci-examples/Jenkinsfile.example'].flatMap((file) =>
    commandLines(text(file)).map((words) => [file, words] as const),
  ),
  ...commandLines(await helpTexts()).map((words) => ['help', words] as const),
]

/** The help of all commands, whose examples are commands, too. */
async function helpTexts(): Promise<string> {
  const texts: string[] = []
  const program = await idleProgram()
  program.configureOutput({ writeOut: (some) => void texts.push(some) })
  for (const command of [program, ...program.commands]) command.copyInheritedSettings(program).outputHelp()
  return texts
    .join('\n')
    .replaceAll(/^ +(?:\w+=\S+ +)?chat-agent-conformance/gm, 'npx chat-agent-conformance')
}

/** Reads a command line as the program does, and checks the value of each option. */
async function read(words: readonly string[]): Promise<void> {
  const program = await idleProgram()
  program.parse(withCommand(words), { from: 'user' })
}

describe('the commands of the documentation', () => {
  test.each(ALL.filter(([, words]) => words[0] === undefined || !words.includes('--help')))(
    '%s: %j',
    async (_, words) => {
      await expect(read(words)).resolves.toBeUndefined()
    },
  )
})

describe('the documentation', () => {
  const ids = new Set([...CATALOGUE.rows, ...CLIENT_CATALOGUE.rows].map(({ id }) => id))
  const alterations = new Set([...MUTANTS, ...VARIANTS].map(({ id }) => id))

  test.each(FILES)('%s names requirements, faults, options and files that exist', (file) => {
    const said = text(file)
    const named = said.match(/\b[A-Z]{2,}(?:-[A-Z]+)*-\d\d\b/g) ?? []
    expect(named.filter((id) => !ids.has(id))).toEqual([])
    const faults = [...said.matchAll(/--(?:mutant|variant) ([a-z-]+\/[a-z-]+)/g)].map(([, id = '']) => id)
    expect(faults.filter((id) => !alterations.has(id))).toEqual([])
    const variables = said.match(/\bCONFORMANCE_[A-Z_]+\b/g) ?? []
    const known = new Set(SETTINGS.map(({ variable }) => variable))
    expect(variables.filter((name) => !known.has(name))).toEqual([])
    const links = [...said.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(file), link)))).toEqual([])
    const sources = [...said.matchAll(/\x60((?:lib|suites|fixtures)\/[\w./-]+)\x60/g)].map(
      ([, path = '']) => path,
    )
    expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('has an example of known failures that the tool reads', () => {
    const [, json = ''] = /```json\n([\s\S]*?)```/.exec(text('docs/known-failures.md')) ?? []
    expect(parseKnownFailures(json, 'the example', CATALOGUE.rows).failures).toHaveLength(1)
  })
})
