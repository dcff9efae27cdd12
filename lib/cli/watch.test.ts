import { describe, expect, test } from 'vitest'
import type { RunRecord } from '../app/report/record.ts'
import { cleanRun, threeFindings } from '../app/report/testing/sample-records.ts'
import { runProgram } from './program.ts'
import { restarted } from './watch.ts'
import { fakeEngine } from './testing/call.ts'
import { fakeHost } from './testing/fake-host.ts'

test('a target has restarted when it was away and is back', async () => {
  const looks = [true, true, false, false, true]
  const isUp = (): Promise<boolean> => Promise.resolve(looks.shift() ?? true)
  await restarted('http://127.0.0.1:1/v1', new AbortController().signal, isUp, 0)
  expect(looks).toEqual([])
})

describe('run --watch', () => {
  const watched = async (made: () => RunRecord | Error, ...lines: readonly string[]) => {
    const host = await fakeHost({}, {}, { hasKeyboard: true })
    const engine = fakeEngine(made)
    for (const line of lines) host.type(line)
    const code = await runProgram(['run', '--watch'], host, engine)
    return { code, err: host.err(), asked: engine.asked.map(({ only }) => only) }
  }

  test('runs what failed again, then everything once nothing does, until it is ended', async () => {
    const records = [threeFindings()]
    const { code, err, asked } = await watched(() => records.pop() ?? cleanRun(), '', '', 'q')
    expect([code, asked]).toEqual([0, [undefined, ['TIME-01', 'LEAD-21'], undefined]])
    expect(err).toContain('Watching.')
  })

  test('goes on where a run ends without a verdict: the target may be starting', async () => {
    const errors = [new Error('away')]
    const { code, err, asked } = await watched(() => errors.pop() ?? cleanRun(), '', 'q')
    expect([code, asked.length, err.includes('away')]).toEqual([0, 2, true])
  })
})
