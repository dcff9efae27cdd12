import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from './api/catalogue/index.ts'
import { COMMANDS } from './cli/config/option.ts'
import { OPTIONS, optionsOf } from './cli/config/options.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:md|example)$/.test(file))
    .map((file) => join('docs', file)),
]
const VARIABLES = new Set(OPTIONS.flatMap(({ variable }) => variable ?? []))
const IDS = new Set(CATALOGUE.map(({ id }) => id))

/** Every call of the tool in a page, as the words behind its name. */
function calls(text: string): string[][] {
  return [...text.matchAll(/(?:npx chat-agent-conformance|npm start --) ([^\n|`#;'"]*)/g)].map(
    ([, words = '']) => words.trim().split(/\s+/).filter(Boolean),
  )
}

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8')

  test('calls commands that there are, with options that they take', () => {
    const wrong = calls(text).flatMap((words) => {
      const [first = 'run'] = words
      const command = first.startsWith('-') ? 'run' : COMMANDS.find((name) => name === first)
      if (command === undefined) return [`${words.join(' ')}: no such command`]
      const flags = new Set(
        optionsOf(command).flatMap(({ flag, negatable }) => [
          flag,
          negatable === true && flag !== undefined ? flag.replace('--', '--no-') : flag,
        ]),
      )
      return words
        .filter((word) => word.startsWith('--') && !flags.has(word) && word !== '--help')
        .map((word) => `${command} takes no ${word}`)
    })
    expect(wrong).toEqual([])
  })

  test('names variables and requirements that there are', () => {
    const variables = text.match(/CONFORMANCE_[A-Z_]+/g) ?? []
    expect(variables.filter((name) => !VARIABLES.has(name))).toEqual([])
    const ids = text.match(/\b(?!UTF-)[A-Z]+(?:-[A-Z]+)*-\d{2}\b/g) ?? []
    expect(ids.filter((id) => !IDS.has(id))).toEqual([])
  })

  test('links to files that there are', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link)
    const dead = links.filter((link) => !existsSync(join(ROOT, dirname(page), link)))
    expect(dead.map((link) => relative(ROOT, link))).toEqual([])
  })
})
