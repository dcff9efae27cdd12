import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { CATALOGUE } from './index.ts'

const FILE = fileURLToPath(new URL('catalogue.snapshot.json', import.meta.url))

const ADVICE = `The catalogue differs from lib/api/catalogue/catalogue.snapshot.json.
Ids are permanent: others keep them in known-failures files, dashboards and records. So
- a new requirement gets an id that was never used;
- one that goes is not replaced by another under its id;
- a change of strength, or a text that now asks for something else, goes into CHANGELOG.md.
When that is done: npm run update`

test('id, strength and text of every requirement are as frozen', async () => {
  const rows = Object.fromEntries(
    CATALOGUE.map(({ id, strength, text, excluded }) => [
      id,
      { strength: excluded === undefined ? strength : 'excluded', text },
    ]),
  )
  await expect(`${JSON.stringify(rows, null, 2)}\n`, ADVICE).toMatchFileSnapshot(FILE)
})
