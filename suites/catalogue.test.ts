import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { CONTRACT } from '../lib/engine/contract/api.ts'
import { operationOf, OPERATIONS } from '../lib/engine/contract/operations.ts'
import { CATALOGUE } from './index.ts'
import { FIELDS, fieldRequirement } from './fields/table.ts'

const FILE = fileURLToPath(new URL('catalogue.snapshot.json', import.meta.url))

const ADVICE = `The catalogue differs from suites/catalogue.snapshot.json.
Ids are permanent: others keep them in known-failures files, dashboards and records. So
- a new requirement gets an id that was never used, and since with the version that it comes with;
- one that goes is not replaced by another under its id;
- a change of strength, or a text that now asks for something else, goes into CHANGELOG.md.
When that is done: npm run update`

test('id, strength and text of every requirement are as frozen', async () => {
  const rows = Object.fromEntries(
    CATALOGUE.rows
      .map(({ id, strength, text, excluded, since }): [string, object] => [
        id,
        { strength: excluded === undefined ? strength : 'excluded', text, since },
      ])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
  await expect(`${JSON.stringify(rows, null, 2)}\n`, ADVICE).toMatchFileSnapshot(FILE)
})

const RESOURCES = [...new Set(FIELDS.map(({ resource }) => resource))]

test('every resource of the contract has a table', () => {
  // A detail is a conversation with its messages, and shares its table.
  const missing = [...CONTRACT.operations.values()]
    .map(({ key }) => operationOf(key)?.resource)
    .filter((name) => name !== 'ConversationDetail' && !RESOURCES.some((one) => one === name))
  expect(missing).toEqual([])
})

test.each(['nothing', '', '__proto__', 'constructor'])('no requirement speaks of a field %j', (field) => {
  expect(fieldRequirement('Lead', field)).toBeUndefined()
})

const LONGEST = 160
const bad = (wrong: (row: (typeof CATALOGUE.rows)[number]) => boolean): string[] =>
  CATALOGUE.rows.filter(wrong).map(({ id }) => id)

describe('a requirement', () => {
  test('has an id of its own, words and two digits', () => {
    expect(bad(({ id }) => !/^[A-Z]+(?:-[A-Z]+)*-\d{2}$/.test(id))).toEqual([])
    const ids = CATALOGUE.rows.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test('states a fact in one line', () => {
    expect(bad(({ text }) => text.length > LONGEST || text !== text.trim() || /\s{2}|\n/.test(text))).toEqual(
      [],
    )
    expect(bad(({ text }) => /\b(?:should|must|shall|needs to)\b/i.test(text))).toEqual([])
    expect(bad(({ text }) => !/^[A-Z0-9`].*\.$/.test(text))).toEqual([])
  })

  test('says something else than every other of its endpoint', () => {
    const said = CATALOGUE.rows.map(({ endpoint, text }) => `${endpoint}: ${text}`)
    expect(said.filter((one, index) => said.indexOf(one) !== index)).toEqual([])
  })

  test('has one of the nine parts, in their order', () => {
    const parts = CATALOGUE.rows.map(({ part }) => part)
    expect([...new Set(parts)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('speaks of an operation, of all, or of what is named beside them', () => {
    const places = new Set<string>([...OPERATIONS, '*', 'GET /openapi.json', 'apex host', 'webhooks'])
    expect(bad(({ endpoint }) => !places.has(endpoint))).toEqual([])
  })

  test('is open where its id says so', () => {
    expect(bad(({ id, strength }) => id.startsWith('OPEN-') && strength !== 'open')).toEqual([])
  })

  test('says where the specification states it, in its own part', () => {
    expect(bad(({ part, source }) => source.part !== part || source.item.trim() === '')).toEqual([])
    expect(bad(({ source }) => /^part \d|\(|\*/.test(source.section))).toEqual([])
  })

  test('that is derived says how it follows, and no other does', () => {
    expect(bad(({ strength, because }) => (strength === 'derived') !== (because !== undefined))).toEqual([])
    expect(bad(({ because }) => because !== undefined && !/^[A-Z`].*\.$/.test(because))).toEqual([])
  })

  test('that is judged says how harmful a violation is, why, and what it is about', () => {
    const isJudged = ({ strength, excluded }: (typeof CATALOGUE.rows)[number]): boolean =>
      strength !== 'open' && excluded === undefined
    expect(
      bad((row) => isJudged(row) && [row.severity, row.why, row.theme].some((one) => one === undefined)),
    ).toEqual([])
  })

  test('that is excluded has a reason', () => {
    expect(bad(({ excluded }) => excluded !== undefined && !/^[A-Z].*\.$/.test(excluded))).toEqual([])
  })

  test('is found by its id', () => {
    expect(CATALOGUE.get('LEAD-01').text).toBe('Lead `id` is required and is a string.')
    expect(['LEAD-01', 'LEAD-99', '', 'constructor'].map(CATALOGUE.has)).toEqual([true, false, false, false])
    expect(() => CATALOGUE.get('LEAD-99')).toThrow('the catalogue has no requirement LEAD-99')
  })
})
