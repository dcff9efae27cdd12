import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/util/values.ts'
import { compareWithItem, firstDifference, varied } from './comparing.ts'
import type { CaseOutcome } from '../../../lib/harness/outcome.ts'
import { answerOf } from '../../../lib/api/testing/answers.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'
import { page } from '../../../lib/api/testing/tables.ts'

describe('items that differ most', () => {
  const items: readonly JsonObject[] = [
    { id: 'a', tags: [], status: 'open', message_count: 2 },
    { id: 'b', tags: [], status: 'open', message_count: 9 },
    { id: 'c', tags: ['x'], status: 'resolved', message_count: 1 },
    { id: 'd', tags: null, status: 'open', message_count: 1 },
    { id: 'e', tags: [], status: 'open', message_count: 1 },
  ]

  test('the last one and the longest come first, then those that show something new', () => {
    expect(varied(items, ['tags', 'status'], 4).map(({ id }) => id)).toEqual(['e', 'b', 'c', 'd'])
  })
})

describe('a difference between an item and its detail', () => {
  const item = { id: 'c', is_lead: false, tags: ['a', 'b'], created_at: 'x' }

  test.each<[string, JsonObject, string | undefined]>([
    ['none', item, undefined],
    ['another order of tags', { ...item, tags: ['b', 'a'] }, undefined],
    ['a field that only one of them has', { ...item, status: 'open', messages: [] }, undefined],
    ['a field that the contract does not know', { ...item, colour: 'red' }, undefined],
    ['other tags', { ...item, tags: ['a'] }, 'tags'],
    ['another value', { ...item, is_lead: true }, 'is_lead'],
    ['null for a value', { ...item, created_at: null }, 'created_at'],
  ])('%s', (_, detail, field) => {
    expect(firstDifference('Conversation', item, detail)).toBe(field)
  })
})

describe('comparing with the list', () => {
  const item = { id: 'c', is_lead: false }
  const list = answerOf(page([item]).body, { id: 1, path: '/conversations' })
  const compare = (detail: JsonObject, fresh: readonly JsonObject[]): Promise<CaseOutcome> =>
    runCase(sessionOf(), (ctx) =>
      compareWithItem(
        ctx,
        {
          resource: 'Conversation',
          item,
          list,
          detail: answerOf({ data: detail }, { id: 2, path: '/conversations/c' }),
        },
        () => Promise.resolve(answerOf(page(fresh).body, { id: 3, path: '/conversations' })),
      ),
    )

  test('only a difference that lasts is reported', async () => {
    const outcome = await compare({ id: 'c', is_lead: true }, [item])

    expect(outcome.findings).toMatchObject([
      {
        expected: 'is_lead false, as in the list',
        received: 'true',
        pointer: '/data/is_lead',
        exchanges: [2, 1],
      },
    ])
  })

  test.each<[string, readonly JsonObject[]]>([
    ['the list shows it too by now', [{ id: 'c', is_lead: true }]],
    ['the list has moved on', []],
  ])('not where %s', async (_, fresh) => {
    expect((await compare({ id: 'c', is_lead: true }, fresh)).verdict).toBe('passed')
  })
})
