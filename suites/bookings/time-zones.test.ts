import { describe, expect, test } from 'vitest'
import { isTimeZone } from './time-zones.ts'

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
    expect(isTimeZone(name)).toBe(false)
  })
})
