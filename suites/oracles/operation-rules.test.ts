import { describe, expect, test } from 'vitest'
import { isTimeZone, operationRules } from './operation-rules.ts'
import { judgementsOf, exchange, page, summarised } from '../../lib/judge/testing/exchanges.ts'
import { conversation, message } from '../../lib/judge/testing/items.ts'

describe('items of conversations', () => {
  test('carry no messages', () => {
    const items = [conversation(), conversation({ messages: [message()] })]
    expect(
      summarised(judgementsOf(exchange('GET /conversations', { body: page(items) }), operationRules)),
    ).toEqual([
      ['LIST-CONVERSATIONS-28', 'items without messages', 'an item with messages', '/data/1/messages'],
    ])
  })
})

describe('time zones of bookings', () => {
  test.each([
    'UTC',
    'Europe/Kyiv',
    'Asia/Calcutta',
    'America/Argentina/Buenos_Aires',
    'Etc/GMT+5',
    'EST5EDT',
    'America/City_Of_Next_Year',
  ])('%s is one', (name) => {
    expect(isTimeZone(name)).toBe(true)
  })

  test.each([
    '',
    '+05:30',
    'UTC+2',
    'Mars/Olympus',
    'Europe/',
    'Europe/CEST+2',
    'Europe/Paris\0',
    '__proto__',
    'Central European Time',
  ])('%j is none', (name) => {
    expect([isTimeZone(name), isTimeZone(name)]).toEqual([false, false])
  })
})
