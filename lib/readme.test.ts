import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from './api/catalogue/index.ts'
import { COMMANDS } from './cli/config/option.ts'
import { renderOptionTable } from './cli/config/option-table.ts'

const FILE = fileURLToPath(new URL('../README.md', import.meta.url))

/** What is generated in the README, by the name of its block; `npm run update` writes it. */
const GENERATED: Readonly<Record<string, () => string>> = {
  figures: renderFigures,
  options: renderOptionTable,
}

function renderFigures(): string {
  const judged = CATALOGUE.filter(({ strength, excluded }) => strength !== 'open' && excluded === undefined)
  const open = CATALOGUE.filter(({ strength }) => strength === 'open')
  const excluded = CATALOGUE.filter((row) => row.excluded !== undefined)
  return `${judged.length} requirements are judged, by cases and by oracles that look at every answer, whoever asked for it.
${open.length} open points are observed. ${excluded.length} statements cannot be seen from outside; each says why (\`list\`).
`
}

function block(name: string): RegExp {
  return new RegExp(`(<!-- ${name} -->\\n)([\\s\\S]*?)(<!-- /${name} -->)`)
}

describe('README.md', () => {
  test('has its generated parts as they are', async () => {
    const fresh = Object.entries(GENERATED).reduce(
      (text, [name, render]) =>
        text.replace(block(name), (_, open: string, __, close: string) => `${open}\n${render()}\n${close}`),
      readFileSync(FILE, 'utf8'),
    )
    await expect(fresh, 'npm run update writes them').toMatchFileSnapshot(FILE)
  })

  test('names every command', () => {
    const text = readFileSync(FILE, 'utf8')
    expect(COMMANDS.filter((command) => !new RegExp(`^\\| .*\`${command}\\b`, 'm').test(text))).toEqual([])
  })

  test('names requirements that there are', () => {
    const ids = new Set(CATALOGUE.map(({ id }) => id))
    const named = readFileSync(FILE, 'utf8').match(/\b[A-Z]+(?:-[A-Z]+)*-\d{2}\b/g) ?? []
    expect(named.filter((id) => !ids.has(id))).toEqual([])
  })
})
