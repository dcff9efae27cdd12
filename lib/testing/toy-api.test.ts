import { describe, expect, test } from 'vitest'
import { shortcomings } from '../prove/matrix.ts'
import { proveAll } from '../prove/prove-all.ts'
import { renderConsole } from '../report/console/render.ts'
import { renderHtml } from '../report/html/render.ts'
import type { RunRecord } from '../report/record.ts'
import { validateRecord } from '../report/run-json.ts'
import { TOY_SETUP } from './toy-api.ts'
import { recordOfShelf } from './toy-run.ts'

const verdicts = ({ requirements }: RunRecord): Record<string, string> =>
  Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]))

describe('the engine verifies another API, from preflight to reports', () => {
  test('one that does what it should', async () => {
    const record = await recordOfShelf()

    expect(validateRecord(record)).toEqual([])
    expect(record).toMatchObject({ verdict: 'passed', exitCode: 0, api: { title: 'Shelf' } })
    expect(verdicts(record)).toEqual({
      'STATUS-1': 'passed',
      'STATUS-2': 'passed',
      'BOOK-1': 'passed',
      'BOOK-2': 'passed',
      'BOOK-3': 'passed',
      'OPEN-1': 'passed',
    })
  })

  test('one that breaks what a case asserts', async () => {
    const record = await recordOfShelf('shelf/dropped')

    expect(record).toMatchObject({ verdict: 'failed', exitCode: 1 })
    expect(verdicts(record)).toMatchObject({ 'STATUS-1': 'passed', 'BOOK-1': 'passed', 'BOOK-2': 'failed' })
    expect(record.requirements.find(({ id }) => id === 'BOOK-2')?.findings).toMatchObject([
      { where: 'GET /books', received: 'no such book', case: 'BOOK-2/shows-a-new-book' },
    ])
  })

  test('one that breaks what an oracle judges', async () => {
    const record = await recordOfShelf('fields/untitled')

    expect(verdicts(record)).toMatchObject({ 'BOOK-1': 'failed', 'BOOK-2': 'passed' })
    expect(record.requirements.find(({ id }) => id === 'BOOK-1')?.findings).toMatchObject([
      { where: 'GET /books', pointer: '/books/1/title' },
    ])
  })

  test('one that it must not write to', async () => {
    const record = await recordOfShelf(undefined, { writes: false })

    expect(record.requirements.find(({ id }) => id === 'BOOK-2')).toMatchObject({
      verdict: 'inconclusive',
      reason: 'needs --writes',
    })
  })

  test('and its reports name its parts and operations, and those of no other API', async () => {
    const record = await recordOfShelf('shelf/dropped')
    const page = renderHtml(record)
    const text = renderConsole(record, { colour: false, quiet: false, verbose: true, width: 100 })

    for (const word of ['Reading', 'Writing', 'POST /books']) expect(page).toContain(word)
    expect(text).toContain('BOOK-2')
    expect(page).not.toMatch(/chatbot|reservation/i)
  })
})

test('the engine proves the cases of another API: each seeded fault is found, by the requirement that it breaks', async () => {
  const matrix = await proveAll(TOY_SETUP, { seed: 1 })
  const { survived, alarms } = shortcomings(matrix)

  expect({ survived, alarms }).toEqual({ survived: [], alarms: [] })
  expect(matrix.mutants.map(({ id, kill }) => [id, kill?.requirement])).toEqual([
    ['shelf/dropped', 'BOOK-2'],
    ['fields/untitled', 'BOOK-1'],
    ['status/down', 'STATUS-2'],
    ['titles/cut', 'BOOK-3'],
  ])
})
