import { describe, expect, test } from 'vitest'
import type { Delivery } from '../../../lib/harness/case.ts'
import { isEvent, mentions, runOf, tellsOf } from './events.ts'

const delivery = (json: unknown, headers: Record<string, string> = {}): Delivery => ({
  headers,
  body: JSON.stringify(json),
  json,
})

describe('the name of an event', () => {
  test('may stand in the body or in a header', () => {
    expect(isEvent(delivery({ type: 'lead.created' }), 'lead.created')).toBe(true)
    expect(isEvent(delivery({}, { 'x-event': 'lead.created' }), 'lead.created')).toBe(true)
    expect(isEvent(delivery({ type: 'lead.updated' }), 'lead.created')).toBe(false)
  })
})

test('a delivery speaks of what its body holds, and of nothing where nothing is looked for', () => {
  expect(mentions(delivery({ id: 'Lead000001' }), 'Lead000001')).toBe(true)
  expect(mentions(delivery({ id: 'Lead000001' }), 'Lead000002')).toBe(false)
  expect(mentions(delivery({}), '')).toBe(false)
})

test('the marks of a run share all but their number', () => {
  expect(runOf('cac-7abcde-12')).toBe('cac-7abcde')
})

describe('the event of one lead', () => {
  const created = (lead: unknown): Delivery => delivery({ type: 'lead.created', lead })
  const traces = { own: ['Lead000001', 'cac-7abcde-1'], others: ['cac-7abcde', 'Lead000009'] }

  test('names it, by its id or by what was sent', () => {
    const all = [
      created({ id: 'Lead000001' }),
      created({ name: 'cac-7abcde-1' }),
      created({ id: 'Lead000009' }),
    ]

    expect(all.map((one) => tellsOf(one, all, traces))).toEqual([true, true, false])
  })

  test('may be any where none names a lead', () => {
    const all = [created({ ref: 1 }), delivery({ type: 'lead.updated' })]

    expect(all.map((one) => tellsOf(one, all, traces))).toEqual([true, false])
  })

  test('is none that is silent while others name theirs', () => {
    const all = [created({ ref: 1 }), created({ id: 'Lead000009' })]

    expect(all.map((one) => tellsOf(one, all, traces))).toEqual([false, false])
  })
})
