import { describe, expect, test } from 'vitest'
import { missingItems } from './exactly.ts'
import { exchange, page } from '../../lib/engine/judge/testing/exchanges.ts'

const item = (id: number, status = 'new'): Record<string, unknown> => ({
  id: `l${id}`,
  status,
  created_at: `2026-11-01T10:00:0${id}Z`,
})
const [one, two, three, lost] = [item(1), item(2), item(3), item(4, 'lost')]
const known = [lost, three, two, one]
const NEW = 'GET /leads?status=new'
const MORE = { total: 9, has_more: true }

const missing = (asked: string, shown: readonly unknown[], pagination: object = {}): unknown[] =>
  missingItems(known, exchange(asked, { body: page(shown, pagination) }), 'GET /leads').map(({ id }) => id)

describe('the items that a page lacks', () => {
  test.each([
    ['none, where all that belong are there', NEW, [three, two, one], {}, []],
    ['what belongs and is not there', NEW, [three, one], {}, ['l2']],
    ['every item, where the page is empty', NEW, [], {}, ['l3', 'l2', 'l1']],
    ['not what the filter keeps out', 'GET /leads?status=lost', [lost], {}, []],
    ['a gap in a full page', NEW, [three, one], { limit: 2, ...MORE }, ['l2']],
    ['nothing behind the end of a full page', NEW, [three, two], { limit: 2, ...MORE }, []],
    [
      'what is behind the end of a full page that says it is the last',
      NEW,
      [three, two],
      { limit: 2 },
      ['l1'],
    ],
    ['nothing that newer items pushed out', NEW, [item(9), three], { limit: 2, ...MORE }, []],
    ['nothing of a full page in disorder', NEW, [one, three], { limit: 2, ...MORE }, []],
    ['nothing of a full page without times', NEW, [{ id: 'x' }], { limit: 1, ...MORE }, []],
    ['nothing where the bound is open', 'GET /leads?since=2026-11-01T10:00:09Z', [], {}, []],
    ['what is later than the bound', 'GET /leads?since=2026-11-01T10:00:03Z', [], {}, ['l4']],
    ['nothing where the filter cannot be read', 'GET /leads?status=new&sort=x', [], {}, []],
    ['what a plain list lacks', 'GET /leads', [lost, three, one], {}, ['l2']],
  ])('are %s', (_, asked, shown, pagination, ids) => {
    expect(missing(asked, shown, pagination)).toEqual(ids)
  })

  test('are not those that share the time of the last item of a full page', () => {
    const twin = { ...two, id: 'twin' }
    const full = exchange(NEW, { body: page([three, two], { limit: 2, ...MORE }) })
    expect(missingItems([three, two, twin], full, 'GET /leads')).toEqual([])
  })

  test('are none on a full page of bookings, which have no order', () => {
    const full = exchange('GET /bookings', { body: page([one], { limit: 1, ...MORE }) })
    expect(missingItems(known, full, 'GET /bookings')).toEqual([])
  })
})
