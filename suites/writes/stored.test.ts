import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import { exchange, page, summarised } from '../../lib/engine/judge/testing/exchanges.ts'
import { conversation, lead } from '../../lib/engine/judge/testing/items.ts'
import { isShownAtOnce, lateWrites, storedWrites } from './stored.ts'
import { Answer } from '../../lib/engine/case/answer.ts'

const [UPDATE, DETAIL] = ['PATCH /conversations/c1', 'GET /conversations/c1']
const [NOTE, CREATE, LEADS] = ['POST /conversations/c1/messages', 'POST /leads', 'GET /leads']
const CREATED_AT = '2026-11-20T12:00:00Z'

const run = (...exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.map((one, index) => ({ ...one, id: index + 1 }))

const found = (after: number, fields: object): Exchange =>
  exchange(DETAIL, { after, body: { data: { ...conversation({ id: 'c1', ...fields }), messages: [] } } })

const listed = (after: number, fields: object): Exchange =>
  exchange('GET /conversations', { after, body: page([conversation({ id: 'c1', ...fields })]) })

/** An update whose answer shows the sent fields, or others. */
const update = (after: number, sent: object, answered = sent): Exchange =>
  exchange(UPDATE, { after, sent, body: { data: { id: 'c1', ...answered } } })

const note = (after: number, id: string): Exchange =>
  exchange(NOTE, {
    after,
    sent: { content: id },
    body: { data: { id, role: 'note', content: id, created_at: CREATED_AT } },
  })

const transcript = (after: number, ...ids: readonly string[]): Exchange =>
  exchange(DETAIL, {
    after,
    body: {
      data: {
        id: 'c1',
        messages: ids.map((id) => ({ id, role: 'note', content: id, created_at: CREATED_AT })),
      },
    },
  })

const create = (id: string, sent: object = { name: 'Ada' }, after = 0): Exchange =>
  exchange(CREATE, {
    after,
    sent: { chatbot_id: 'bot1', ...sent },
    body: { data: { id, chatbot_id: 'bot1', ...sent, created_at: CREATED_AT } },
  })

const leads = (after: number, ...items: readonly object[]): Exchange =>
  exchange(LEADS, { after, body: page(items.map((one) => lead({ created_at: CREATED_AT, ...one }))) })

const single = (after: number, id: string, fields: object): Exchange =>
  exchange(`GET /leads/${id}`, { after, body: { data: lead({ id, created_at: CREATED_AT, ...fields }) } })

const gone = (after: number, id: string): Exchange => exchange(`GET /leads/${id}`, { after, status: 404 })

const faults = (...exchanges: readonly Exchange[]): string[][] => summarised(storedWrites(run(...exchanges)))
const late = (...exchanges: readonly Exchange[]): readonly string[] =>
  lateWrites(run(...exchanges)).map(({ what }) => what)

const OLD = found(0, { tags: ['old'], is_resolved: false })
const NEW = update(1, { tags: ['new'] })

describe('a write that never shows', () => {
  test('is looked for again for ten seconds, and is missing then', () => {
    const first = found(1.1, { tags: ['old'] })
    expect(late(OLD, NEW, first)).toEqual(['`tags` of conversation c1'])
    expect(faults(OLD, NEW, first)).toEqual([])

    expect(faults(OLD, NEW, first, found(11.1, { tags: ['old'] }))).toEqual([
      ['PATCH-CONVERSATION-13', '`tags` ["new"]', '["old"], and it never showed', '/data/tags'],
    ])
  })

  test.each([
    ['it is shown three seconds later', [found(4, { tags: ['new'] }), found(12, { tags: ['edited'] })]],
    ['it is shown with a tag of an automation', [found(12, { tags: ['new', 'reviewed'] })]],
    ['an automation adds a tag again that it removed', [found(12, { tags: ['new', 'old'] })]],
    ['another update follows it', [update(2, { tags: ['newer'] }), found(2.1, { tags: ['newer'] })]],
    ['somebody has edited it before a late view shows it', [found(12, { tags: ['edited'] })]],
    ['the conversation was deleted', [exchange(DETAIL, { after: 12, status: 404 })]],
  ])('is no violation if %s', (_why, later: readonly Exchange[]) => {
    expect(faults(OLD, NEW, found(1.1, { tags: ['old'] }), ...later)).toEqual([])
  })

  test('is violated at each operation by itself', () => {
    const right = { tags: ['new'] }
    expect(
      faults(OLD, listed(0.5, { tags: ['old'] }), NEW, found(12, right), listed(12, { tags: ['old'] })),
    ).toEqual([['PATCH-CONVERSATION-13', '`tags` ["new"]', '["old"], and it never showed', '/data/0/tags']])
  })

  test('is none at one operation if somebody has put back what was there before', () => {
    const old = { tags: ['old'] }
    expect(faults(OLD, NEW, found(1.1, { tags: ['new'] }), listed(12, old), found(12, old))).toEqual([])
  })

  test('is certain at first sight if the item never had what it shows', () => {
    expect(faults(OLD, NEW, found(1.1, { tags: ['ne'] }))).toEqual([
      ['PATCH-CONVERSATION-13', '`tags` ["new"]', '["ne"]', '/data/tags'],
    ])
  })

  test('breaks the rule on the value if its answer did not show it', () => {
    const silent = update(1, { tags: ['new'] }, {})
    expect(faults(OLD, silent, found(1.1, { tags: ['old'] }), found(12, { tags: ['old'] }))).toEqual([
      ['PATCH-CONVERSATION-02', '`tags` ["new"]', '["old"], and it never showed', '/data/tags'],
    ])
  })

  test('is none of a field that others change all the time', () => {
    const other = (after: number, tags: readonly string[]): Exchange =>
      exchange('GET /conversations', { after, body: page([conversation({ id: 'c2', tags })]) })
    const shown = found(1.1, { tags: ['by hand'] })
    expect(faults(other(0, ['a']), OLD, NEW, shown)).toHaveLength(1)
    expect(faults(other(0, ['a']), other(0.5, ['b']), OLD, NEW, shown)).toEqual([])
  })

  test('is none for a single flag, which a colleague may set back at once; two are not stored', () => {
    const is_resolved = false
    const lost = (at: number): readonly Exchange[] => [
      update(at, { is_resolved: true }),
      found(at + 0.1, { is_resolved }),
      found(at + 11, { is_resolved }),
    ]
    expect(faults(OLD, ...lost(1))).toEqual([])
    expect(faults(OLD, ...lost(1), ...lost(20)).map(([requirement]) => requirement)).toEqual([
      'PATCH-CONVERSATION-13',
      'PATCH-CONVERSATION-13',
    ])
  })

  test('is not looked for if its answer contradicts what was sent: that is the service’s own word', () => {
    const merged = update(1, { tags: ['new'] }, { tags: ['old', 'new'] })
    expect(late(OLD, merged, found(1.1, { tags: ['old', 'new'] }))).toEqual([])
  })
})

describe('writes at the same time', () => {
  test('take effect each', () => {
    const shown = { tags: ['old'], is_resolved: true }
    expect(faults(OLD, update(1, { is_resolved: true }), NEW, found(1.1, shown), found(12, shown))).toEqual([
      ['PATCH-CONVERSATION-17', '`tags` ["new"]', '["old"], and it never showed', '/data/tags'],
    ])
  })

  test('in one field leave one of both', () => {
    expect(faults(OLD, NEW, update(1, { tags: ['other'] }), found(12, { tags: ['old'] }))).toEqual([])
  })
})

describe('an update that is undone', () => {
  const again = update(2, { tags: ['newer'] })
  const shown = found(2.1, { tags: ['newer'] })

  test('shows tags again that this run had sent before', () => {
    expect(late(OLD, NEW, again, shown, found(7, { tags: ['new'] }))).toEqual(['`tags` of conversation c1'])
    expect(faults(OLD, NEW, again, shown, found(12.1, { tags: ['new'] }))).toEqual([
      ['PATCH-CONVERSATION-13', '`tags` ["newer"]', '["new"]: the update was undone', '/data/tags'],
    ])
  })

  test.each([
    ['a replica is behind for some seconds', [found(5, { tags: ['new'] }), found(8, { tags: ['newer'] })]],
    ['an automation gives the first tags again', [found(12.1, { tags: ['old'] })]],
    ['a colleague clears the tags', [found(12.1, { tags: [] })]],
  ])('is none if %s', (_why, later: readonly Exchange[]) => {
    expect(faults(OLD, NEW, again, shown, ...later)).toEqual([])
  })
})

describe('a note', () => {
  test('is in the transcript, and stays', () => {
    const lost = 'message "n1"'
    expect(faults(note(0, 'n1'), transcript(0.1), transcript(10.1))).toEqual([
      ['ADD-NOTE-10', lost, 'an answer without it, and it never showed', '/data/messages'],
    ])
    const both = [note(0, 'n1'), note(0, 'n2'), transcript(0.1, 'n1', 'n2')]
    expect(faults(...both, transcript(10.1)).map(([rule]) => rule)).toEqual(['ADD-NOTE-10', 'ADD-NOTE-10'])
    expect(faults(...both, transcript(10.1, 'n1'))).toEqual([])
  })

  test('may change its conversation: an update before it is not expected any more', () => {
    const tags = ['note']
    expect(faults(OLD, NEW, note(2, 'n1'), found(2.1, { tags }), found(12, { tags }))).toEqual([])
  })

  test.each([1, 1.2])('or a lead of that conversation, sent at second %d, may have changed it', (second) => {
    const shown = found(1.5, { tags: ['lead'] })
    const of = (conversation_id: string): Exchange => create('l1', { conversation_id }, second)
    expect(faults(OLD, NEW, of('c1'), shown)).toEqual([])
    expect(faults(OLD, NEW, of('c2'), shown)).toEqual([
      ['PATCH-CONVERSATION-13', '`tags` ["new"]', '["lead"]', '/data/tags'],
    ])
  })
})

describe('a lead', () => {
  test('is shown by list and detail', () => {
    const missing = [leads(0.1), single(0.1, 'l1', { name: 'Ada' })]
    expect(late(create('l1'), ...missing)).toEqual(['lead l1', 'lead l1'])
    expect(faults(create('l1'), ...missing, leads(11), single(11, 'l1', { name: 'Ada' }))).toEqual([
      ['CREATE-LEAD-04', 'lead "l1"', 'an answer without it', '/data'],
    ])
  })

  test('that nobody was ever shown is lost', () => {
    expect(
      faults(create('l1'), leads(0.1), leads(11), gone(11, 'l1')).map(([, , received]) => received),
    ).toEqual(['an answer without it, and it never showed', 'an answer without it, and it never showed'])
  })

  test('that was shown may be deleted; two are lost', () => {
    const shown = leads(0.1, { id: 'l1', name: 'Ada' }, { id: 'l2', name: 'Ada' })
    const created = [create('l1'), create('l2'), shown]
    const kept = [leads(11, { id: 'l2', name: 'Ada' }), gone(11, 'l1')]
    expect(faults(...created, ...kept)).toEqual([])

    expect(new Set(faults(...created, leads(11), gone(11, 'l1'), gone(11, 'l2')).flat())).toContain(
      'lead "l2", as earlier in the run',
    )
  })

  test('that nobody looked for at once may be deleted, too', () => {
    expect(faults(create('l1'), leads(5), leads(11), gone(11, 'l1'))).toEqual([])
  })

  test('beyond a page is not missed there', () => {
    const newest = exchange(LEADS, {
      after: 11,
      body: page([lead({ id: 'l9', created_at: '2026-11-20T13:00:00Z' })], { has_more: true }),
    })
    expect(faults(create('l1'), newest)).toEqual([])
  })

  test('that a list shows late may have been edited by then', () => {
    const edited = { id: 'l1', name: 'Ada', status: 'qualified' }
    expect(faults(create('l1', { name: 'Ada', status: 'x' }), leads(0.1), leads(11, edited))).toEqual([])
  })
})

describe('a field that is left out', () => {
  const full = { id: 'l0', phone: '+1' }
  const without = { id: 'l1', name: 'Ada', phone: null }
  const sent = create('l1', { name: 'Ada', phone: '+2' })

  test('is lost if no answer shows it, and all show it of other items', () => {
    expect(faults(sent, leads(0.1, full, without), leads(11, full, without))).toEqual([
      ['CREATE-LEAD-04', '`phone` "+2"', 'null, and it never showed', '/data/1/phone'],
    ])
  })

  test('now and then is free', () => {
    expect(faults(sent, leads(0.1, full, without), leads(11, { id: 'l0', phone: null }, without))).toEqual([])
  })
})

test('a read at once shows what was written just before, or not', () => {
  const seen = new Answer(found(1.1, { tags: ['new'] }))
  expect(isShownAtOnce(seen, [new Answer(NEW)])).toBe(true)
  expect(isShownAtOnce(seen, [new Answer(update(1, { tags: ['other'] }))])).toBe(false)
})

test('twenty thousand messages are judged in a time that grows with them', () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => `m${index}`)
  const exchanges = Array.from({ length: 20 }, (_, index) => transcript(20 + index, ...ids, 'n1'))
  expect(faults(note(0, 'n1'), ...exchanges)).toEqual([])
})
