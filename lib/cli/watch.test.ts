import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createScrubber } from '../http/scrub.ts'
import { renderRecord } from '../report/run-json.ts'
import { cleanRun, threeFindings } from '../report/testing/sample-records.ts'
import { runProgram } from './program.ts'
import { fakeDependencies } from './testing/fake-dependencies.ts'
import { fakeHost } from './testing/fake-host.ts'
import { nextTurn, type Reachable } from './watch.ts'

const never = new AbortController().signal

/** A keyboard on which nobody types. */
const silent = { listen: () => () => undefined }

describe('what comes after a run that is watched', () => {
  test.each([
    ['', 'failed'],
    ['a', 'all'],
    ['Q ', 'end'],
    [undefined, 'end'],
  ] as const)('%j: %s', async (line, turn) => {
    const keyboard = {
      listen: (heard: (line: string | undefined) => void) => {
        heard(line)
        return () => undefined
      },
    }
    expect(await nextTurn(keyboard, undefined, never)).toBe(turn)
  })

  test('a target that was away and is back', async () => {
    const looks = [true, true, false, false, true]
    const reachable: Reachable = () => Promise.resolve(looks.shift() ?? true)
    expect(await nextTurn(silent, 'http://127.0.0.1:1/v1', never, reachable, 0)).toBe('failed')
    expect(looks).toEqual([])
  })

  test('nothing, where the wait is ended', async () => {
    const ending = new AbortController()
    const turn = nextTurn(silent, 'http://127.0.0.1:1/v1', ending.signal, () => Promise.resolve(true), 0)
    ending.abort()
    expect(await turn).toBe('end')
  })
})

describe('run --watch', () => {
  test('runs what failed again, then everything once nothing does, until it is ended', async () => {
    const asked: unknown[] = []
    const host = await fakeHost({}, {}, { hasKeyboard: true })
    const dependencies = fakeDependencies({
      engine: {
        runConformance: ({ only }) => {
          asked.push(only)
          const record = asked.length === 1 ? threeFindings() : cleanRun()
          return Promise.resolve({ record, exchanges: [], scrub: createScrubber([]) })
        },
      },
      reports: {
        writeReports: async (folder, record) => {
          await mkdir(folder, { recursive: true })
          await writeFile(join(folder, 'run.json'), renderRecord(record))
          return { written: [], failed: [] }
        },
      },
    })
    for (const line of ['', '', 'q']) host.type(line)
    expect(await runProgram(['run', '--watch'], host, dependencies)).toBe(0)
    expect(asked).toEqual([undefined, ['GEN-03', 'LEAD-21'], undefined])
    expect(host.err()).toContain('Watching.')
  })

  test('goes on where a run ends without a verdict: the target may be starting', async () => {
    let runs = 0
    const host = await fakeHost({}, {}, { hasKeyboard: true })
    const dependencies = fakeDependencies({
      engine: {
        runConformance: () => {
          runs += 1
          if (runs === 1) throw new Error('away')
          return Promise.resolve({ record: cleanRun(), exchanges: [], scrub: createScrubber([]) })
        },
      },
    })
    for (const line of ['', 'q']) host.type(line)
    expect(await runProgram(['run', '--watch'], host, dependencies)).toBe(0)
    expect([runs, host.err().includes('away')]).toEqual([2, true])
  })

  test('is an error of one line where there is no terminal', async () => {
    const host = await fakeHost()
    expect(await runProgram(['run', '--watch'], host, fakeDependencies())).toBe(2)
    expect(host.err()).toContain('--watch waits for a key, and there is no terminal')
  })
})
