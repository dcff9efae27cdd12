import { describe, expect, test } from 'vitest'
import { createProgress } from './progress.ts'

function watch(interactive: boolean): {
  written: string[]
  at: (ms: number) => void
  progress: ReturnType<typeof createProgress>
} {
  const written: string[] = []
  let now = 0
  const progress = createProgress({
    interactive,
    write: (text) => written.push(text),
    now: () => now,
    width: 80,
  })
  return { written, progress, at: (ms) => void (now = ms) }
}

const event = (done: number): { done: number; total: number; requests: number; failed: number } => ({
  done,
  total: 100,
  requests: done * 2,
  failed: done > 50 ? 1 : 0,
})

describe('progress', () => {
  test('is a few plain lines where nobody watches, and one after a long silence', () => {
    const { written, progress, at } = watch(false)
    for (let done = 1; done <= 100; done += 1) {
      at(done * 20)
      progress.update(event(done))
    }
    expect(written).toEqual([
      '25/100 cases, 50 requests, 500 ms\n',
      '50/100 cases, 100 requests, 1.0 s\n',
      '75/100 cases, 150 requests, 1 failed, 1.5 s\n',
      '100/100 cases, 200 requests, 1 failed, 2.0 s\n',
    ])
    at(18_000)
    progress.update(event(100))
    expect(written).toHaveLength(4)
    at(34_000)
    progress.update({ ...event(100), waitingFor: 'waiting for a limiter of the target' })
    expect(written.at(-1)).toBe('34.0 s: waiting for a limiter of the target\n')
  })

  test('is one live line on a terminal, and cleared at the end', () => {
    const { written, progress } = watch(true)
    progress.update(event(1))
    progress.update(event(3))
    progress.end()
    expect(written).toHaveLength(3)
    expect(written[1]).toContain('3/100 cases, 6 requests')
    expect(written.join('')).not.toContain('\n')
    expect(written.at(-1)).toBe('\r\u001B[2K')
  })

  test('says how long and for what it waits', () => {
    const { written, progress, at } = watch(true)
    progress.update(event(1))
    at(3_200)
    progress.update({ ...event(1), waitingFor: 'sends lead.created' })
    expect(written[1]).toContain('1/100 cases, 2 requests · 3.2 s: sends lead.created')
  })
})
