import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { MUTANTS } from '../../fixtures/mutants/index.ts'
import { CATALOGUE } from '../api/catalogue/index.ts'
import { groupBy } from '../util/group-by.ts'

const FILE = fileURLToPath(new URL('../harness/seeded-faults.json', import.meta.url))

/** To be written anew: UPDATE_FAULTS=1 npx vitest run --project unit lib/run/seeded-faults */
test('the planner knows how many seeded faults each requirement finds', () => {
  const found = groupBy(MUTANTS, ({ breaks }) => breaks)
  const counts = Object.fromEntries(
    CATALOGUE.flatMap(({ id }) => (found.has(id) ? [[id, found.get(id)?.length]] : [])),
  )
  if (process.env['UPDATE_FAULTS'] === '1') writeFileSync(FILE, `${JSON.stringify(counts, null, 2)}\n`)

  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(counts)
})
