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
  const watched = async (
    made: () => RunRecord | Error,
    keys: readonly string[],
    ...words: readonly string[]
  ) => {
    const files = { 'reports/run.json': JSON.stringify(threeFindings()) }
    const host = await fakeHost({}, files, { hasKeyboard: true })
    const engine = fakeEngine(made)
    const left = [...keys]
    const write = (text: string): void => {
      host.stderr.write(text)
      if (text.startsWith('Watching')) setImmediate(() => (left.shift() ?? '').split('').forEach(host.type))
    }
    const code = await runProgram(
      ['run', '--watch', ...words],
      { ...host, stderr: { ...host.stderr, write } },
      engine,
    )
    return { code, err: host.err(), asked: engine.asked }
  }

  test('runs what failed again, then everything once nothing does, until it is ended, by single keys', async () => {
    const records = [threeFindings()]
    const { code, err, asked } = await watched(() => records.pop() ?? cleanRun(), ['\r', 'x\r', 'q'])
    expect([code, asked.map(({ only }) => only)]).toEqual([0, [undefined, ['TIME-01', 'LEAD-21'], undefined]])
    expect(err.match(/^Running .*$/gm)).toEqual([
      'Running everything',
      'Running what failed',
      'Running everything',
    ])
  })

  test('runs everything once what failed passes, though the list of the last whole run stays', async () => {
    const { settings } = cleanRun()
    const part = { ...cleanRun(), settings: { ...settings, selection: { lastFailed: true as const } } }
    const records = [cleanRun(), part, { ...threeFindings(), settings: part.settings }]
    const { err } = await watched(() => records.pop() ?? cleanRun(), ['\r', '\r', 'q'], '--last-failed')
    expect(err.match(/^Running .*$/gm)).toEqual([
      'Running what failed',
      'Running what failed',
      'Running everything',
    ])
  })

  test('runs everything as a whole, also where it began with what had failed', async () => {
    const { asked } = await watched(cleanRun, ['\r', 'q'], '--last-failed')
    expect(asked.map(({ lastFailed }) => lastFailed)).toEqual([true, undefined])
  })

  test('goes on where a run ends without a verdict: the target may be starting', async () => {
    const errors = [new Error('away')]
    const { code, err, asked } = await watched(() => errors.pop() ?? cleanRun(), ['\r', 'q'])
    expect([code, asked.length, err.includes('away')]).toEqual([0, 2, true])
  })

  test('ends a run, too', async () => {
    const host = await fakeHost({}, {}, { hasKeyboard: true })
    const code = runProgram(['run', '--watch'], host, {
      runConformance: (_, __, signal) =>
        new Promise((_done, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error))
          host.type('q')
        }),
    })
    expect(await code).toBe(2)
    expect(host.err()).toContain('interrupted: ending in order')
  })
})
