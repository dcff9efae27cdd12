import { expect, test } from 'vitest'
import { tracing } from './tracing.ts'

test('a request carries the run, the exchange and the case', () => {
  const headers = new Map(tracing('cac-1')(255, 'AUTH-02-refuses'))
  expect(headers.get('traceparent')).toMatch(/^00-[0-9a-f]{16}00000000000000ff-00000000000000ff-01$/)
  expect(headers.get('X-Request-Id')).toBe('cac-1.255.AUTH-02-refuses')
  expect(new Map(tracing('cac-1')(1)).get('X-Request-Id')).toBe('cac-1.1')
})

test('requests of one run begin alike, those of another do not', () => {
  const start = (run: string, id: number): string =>
    new Map(tracing(run)(id)).get('traceparent')?.slice(3, 19) ?? ''
  expect(start('a', 1)).toBe(start('a', 2))
  expect(start('a', 1)).not.toBe(start('b', 1))
})
