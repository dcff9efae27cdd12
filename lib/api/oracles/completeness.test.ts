import { describe, expect, test } from 'vitest'
import { keptOut, missingRows } from './completeness.ts'
import { exchange, page } from './testing/exchanges.ts'

const row = (id: number, status = 'new'): Record<string, unknown> => ({
  id: `l${id}`,
  status,
  created_at: `2026-11-01T10:00:0${id}Z`,
})
const [one, two, three, lost] = [row(1), row(2), row(3), row(4, 'lost')]
const known = [lost, three, two, one]
const NEW = 'GET /leads?status=new'

const missing = (asked: string, shown: readonly unknown[], pagination: object = {}): unknown[] =>
  missingRows(known, exchange(asked, { body: page(shown, pagination) }), 'GET /leads').map(({ id }) => id)

describe('the rows that a page lacks', () => {
  test.each([
    ['none, where all that belong are there', NEW, [three, two, one], {}, []],
    ['what belongs and is not there', NEW, [three, one], {}, ['l2']],
    ['every row, where the page is empty', NEW, [], {}, ['l3', 'l2', 'l1']],
    ['not what the filter keeps out', 'GET /leads?status=lost', [lost], {}, []],
    ['a gap in a full page', NEW, [three, one], { limit: 2 }, ['l2']],
    ['nothing behind the end of a full page', NEW, [three, two], { limit: 2 }, []],
    ['nothing that newer rows pushed out', NEW, [row(9), three], { limit: 2 }, []],
    ['nothing of a full page in disorder', NEW, [one, three], { limit: 2 }, []],
    ['nothing of a full page without times', NEW, [{ id: 'x' }], { limit: 1 }, []],
    ['nothing where the bound is open', 'GET /leads?since=2026-11-01T10:00:09Z', [], {}, []],
    ['what is later than the bound', 'GET /leads?since=2026-11-01T10:00:03Z', [], {}, ['l4']],
    ['nothing where the filter cannot be read', 'GET /leads?status=new&sort=x', [], {}, []],
    ['what a plain list lacks', 'GET /leads', [lost, three, one], {}, ['l2']],
  ])('are %s', (_, asked, shown, pagination, ids) => {
    expect(missing(asked, shown, pagination)).toEqual(ids)
  })

  test('are not those that share the time of the last row of a full page', () => {
    const twin = { ...two, id: 'twin' }
    const full = exchange(NEW, { body: page([three, two], { limit: 2 }) })
    expect(missingRows([three, two, twin], full, 'GET /leads')).toEqual([])
  })

  test('are none where there is no page', () => {
    expect(missingRows(known, exchange(NEW, { status: 400 }), 'GET /leads')).toEqual([])
  })

  test('are none on a full page of bookings, which have no order', () => {
    const full = exchange('GET /bookings', { body: page([one], { limit: 1 }) })
    expect(missingRows(known, full, 'GET /bookings')).toEqual([])
  })
})

test.each([
  [NEW, ['l4']],
  ['GET /leads?status=NEW', ['l4']],
  ['GET /leads?since=2026-11-02T00:00:00Z', ['l4', 'l3', 'l2', 'l1']],
  ['GET /leads', []],
])('%s keeps out %j', (asked, ids) => {
  expect(keptOut(known, exchange(asked), 'GET /leads').map(({ id }) => id)).toEqual(ids)
})
