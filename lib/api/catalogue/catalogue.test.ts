import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CATALOGUE } from './index.ts'

const FILE = new URL('catalogue.snapshot.json', import.meta.url)

const ADVICE = `The catalogue differs from lib/api/catalogue/catalogue.snapshot.json.
Ids are permanent: others keep them in known-failures files, dashboards and records. So
- a new requirement gets an id that was never used;
- one that goes is not replaced by another under its id;
- a change of strength, or a text that now asks for something else, goes into CHANGELOG.md.
When that is done: UPDATE_CATALOGUE=1 npx vitest run --project unit lib/api/catalogue`

test('id, strength and text of every requirement are as frozen', () => {
  const rows = Object.fromEntries(
    CATALOGUE.map(({ id, strength, text, excluded }) => [
      id,
      { strength: excluded === undefined ? strength : 'excluded', text },
    ]),
  )
  if (process.env['UPDATE_CATALOGUE'] === '1') writeFileSync(FILE, `${JSON.stringify(rows, null, 2)}\n`)
  const frozen: Record<string, unknown> = JSON.parse(readFileSync(FILE, 'utf8'))

  const changed = [...new Set([...Object.keys(frozen), ...Object.keys(rows)])].filter(
    (id) => JSON.stringify(frozen[id]) !== JSON.stringify(rows[id]),
  )
  expect(changed.length === 0 ? [] : [ADVICE, ...changed]).toEqual([])
})
