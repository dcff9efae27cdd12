import { expect, test, vi } from 'vitest'
import { measure } from './time.ts'

test('a clock that is set back makes no time negative', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
  try {
    const taken = measure()
    vi.setSystemTime(new Date('2026-11-19T12:00:00Z'))
    expect(taken().startedAt).toEqual(new Date('2026-11-20T12:00:00Z'))
    expect(taken().durationMs).toBeGreaterThanOrEqual(0)
    expect(taken().durationMs).toBeLessThan(60_000)
  } finally {
    vi.useRealTimers()
  }
})
