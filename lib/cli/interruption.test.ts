import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createScrubber } from '../http/scrub.ts'
import { cleanRun } from '../report/testing/sample-records.ts'
import type { RunOutcome } from '../run/index.ts'
import { runProgram } from './program.ts'
import { deferred } from './testing/deferred.ts'
import { fakeDependencies } from './testing/fake-dependencies.ts'
import { fakeHost, type FakeHost } from './testing/fake-host.ts'
import { renderConsole } from '../report/console/render.ts'
import { writeReports } from '../report/write.ts'
import { SMOKE_CASES, wholeRun } from '../run/testing/whole-run.ts'

interface Running {
  readonly host: FakeHost
  readonly code: Promise<number>
  readonly signal: AbortSignal
  /** Lets the engine end with a record of this exit code. */
  readonly finish: (exitCode: 0 | 1 | 2) => void
}

/** A run whose engine waits until the test lets it end. */
async function running(argv: readonly string[] = ['--quiet']): Promise<Running> {
  const host = await fakeHost()
  const outcome = deferred<RunOutcome>()
  const started = deferred<AbortSignal>()
  const dependencies = fakeDependencies({
    engine: {
      runConformance: (_, __, signal = AbortSignal.abort()) => {
        started.resolve(signal)
        return outcome.promise
      },
    },
  })
  const code = runProgram(argv, host, dependencies)
  const signal = await started.promise
  const finish = (exitCode: 0 | 1 | 2): void =>
    outcome.resolve({ record: { ...cleanRun(), exitCode }, exchanges: [], scrub: createScrubber([]) })
  return { host, code, signal, finish }
}

describe('Ctrl-C and SIGTERM', () => {
  test.each(['SIGINT', 'SIGTERM'])(
    '%s lets the run end itself, with the code of its record',
    async (name) => {
      const { host, code, signal, finish } = await running()

      host.events.emit(name)
      expect(signal.aborted).toBe(true)
      finish(1)

      expect(await code).toBe(1)
      expect(host.exits).toEqual([])
      expect(host.out()).toBe('verdict passed\n')
      expect(host.err()).toBe(
        'interrupted: restoring what was changed and writing the record; once more to end at once\n',
      )
    },
  )

  test('a second one ends the process at once', async () => {
    const { host, code, finish } = await running()

    host.events.emit('SIGINT')
    host.advance(1000)
    host.events.emit('SIGINT')

    expect(host.exits).toEqual([2])
    expect(host.err()).toContain('interrupted again: ended at once\n')
    finish(2)
    await code
  })

  test('one that arrives twice, from the terminal and from npm, counts once', async () => {
    const { host, code, finish } = await running()

    host.events.emit('SIGINT')
    host.advance(5)
    host.events.emit('SIGINT')
    finish(2)

    expect(await code).toBe(2)
    expect(host.exits).toEqual([])
  })

  test('one that comes before the first request leaves a record', async () => {
    const host = await fakeHost()
    const asked = deferred<void>()
    const goOn = deferred<void>()
    const written: unknown[] = []
    const { reports, ...others } = fakeDependencies({
      reports: {
        writeReports: (_, record) => {
          written.push([record.verdict, record.exitCode, record.problem])
          return Promise.resolve({ written: [], failed: [] })
        },
      },
    })
    const code = runProgram(['--quiet'], host, {
      ...others,
      reports: async () => {
        asked.resolve()
        await goOn.promise
        return reports()
      },
    })
    await asked.promise
    host.events.emit('SIGTERM')
    goOn.resolve()

    expect([await code, host.exits]).toEqual([2, []])
    expect(written.at(-1)).toEqual(['error', 2, 'interrupted'])
  })

  test('one that comes while the program is loaded leaves a record, too', async () => {
    const host = await fakeHost()
    const written: unknown[] = []
    const dependencies = fakeDependencies({
      reports: {
        writeReports: (_, record) => {
          written.push(record.problem)
          return Promise.resolve({ written: [], failed: [] })
        },
      },
    })

    const code = await runProgram(['--quiet'], { ...host, wasInterrupted: () => true }, dependencies)

    expect([code, host.exits]).toEqual([2, []])
    expect(written.at(-1)).toBe('interrupted')
    expect(dependencies.asked.runs).toEqual([])
  })

  test('one that comes while a command without a record is loaded ends it', async () => {
    const host = await fakeHost()

    await runProgram(['list'], { ...host, wasInterrupted: () => true }, fakeDependencies())

    expect(host.exits).toEqual([2])
    expect(host.err()).toBe('interrupted\n')
  })

  test('nothing listens any more when the program has ended', async () => {
    const { host, code, finish } = await running()
    finish(0)
    await code
    expect(host.events.eventNames()).toEqual([])
  })
})

describe('a fault that nobody handled', () => {
  test.each(['uncaughtException', 'unhandledRejection'])(
    '%s lets the run end itself, with exit code 2',
    async (name) => {
      const { host, code, signal, finish } = await running()

      host.events.emit(name, new Error('out of\nnowhere'))
      expect(signal.aborted).toBe(true)
      finish(0)

      expect(await code).toBe(2)
      expect(host.err()).toBe('internal error: out of nowhere\n')
      expect(host.out()).toBe('verdict passed\n')
    },
  )

  test('ends the process where no run is to be ended in order', async () => {
    const host = await fakeHost()
    const loading = deferred<never>()
    const asked = deferred<void>()
    const reported = deferred<void>()
    const dependencies = fakeDependencies({
      dependencies: {
        engine: () => {
          asked.resolve()
          return loading.promise
        },
      },
    })
    const exits: string[] = []
    void runProgram(
      ['list'],
      { ...host, exit: (code) => reported.resolve(void exits.push(`exit ${code}`)) },
      dependencies,
    )
    await asked.promise

    host.events.emit('unhandledRejection', 'a reason')
    await reported.promise

    expect([...exits, host.err()]).toEqual(['exit 2', 'internal error: a reason\n'])
  })
})

// Whole runs: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

type Emit = (host: FakeHost) => void

/** A run of the command line against the service in process; `at` is called when the first update is on its way. */
async function interrupted(
  at: Emit,
): Promise<{ host: FakeHost; code: number; record: string; junit: string }> {
  const host = await fakeHost()
  let begun = false
  const dependencies = fakeDependencies({
    engine: {
      runConformance: (_, __, signal) =>
        wholeRun({
          ...(signal === undefined ? {} : { signal }),
          cases: SMOKE_CASES,
          through: (reference) => (request) => {
            if (request.method === 'PATCH' && !begun) {
              begun = true
              at(host)
            }
            return reference(request)
          },
        }),
    },
    reports: { renderConsole, writeReports },
  })
  const code = await runProgram(['run', '--reports', 'out'], host, dependencies)
  const read = (name: string): Promise<string> => readFile(join(host.folder, 'out', name), 'utf8')
  return { host, code, record: await read('run.json'), junit: await read('junit.xml') }
}

describe('a run that is interrupted in the middle of an update', () => {
  test.each(['SIGINT', 'SIGTERM'])('%s: restored, recorded in every report, exit code 2', async (signal) => {
    const { host, code, record, junit } = await interrupted((at) => at.events.emit(signal))

    expect(code).toBe(2)
    expect(host.exits).toEqual([])
    expect(JSON.parse(record)).toMatchObject({ verdict: 'error', exitCode: 2, problem: 'interrupted' })
    expect(JSON.parse(record).footprint).not.toContainEqual(expect.objectContaining({ kind: 'changed' }))
    expect(junit).toMatch(/<error [^>]*interrupted/)
    expect(host.out()).toContain('exit code 2')
    expect(host.err()).toContain('interrupted: restoring what was changed')
  })

  test('a fault that nobody handled: the same, and the fault is reported', async () => {
    const { host, code, record } = await interrupted((at) =>
      at.events.emit('unhandledRejection', new Error('out of nowhere')),
    )

    expect(code).toBe(2)
    expect(JSON.parse(record)).toMatchObject({ exitCode: 2, problem: 'interrupted' })
    expect(host.err()).toContain('internal error: out of nowhere')
  })
})

test('a disk that is full loses no verdict: it is printed, and the exit code is none of success', async () => {
  const host = await fakeHost()
  const outcome = await wholeRun({ cases: SMOKE_CASES })
  const dependencies = fakeDependencies({
    engine: { runConformance: () => Promise.resolve(outcome) },
    reports: {
      renderConsole,
      writeReports: (folder) =>
        Promise.resolve({
          written: [],
          failed: ['run.json', 'junit.xml'].map((name) => ({
            file: join(folder, name),
            problem: 'ENOSPC: no space left on device',
          })),
        }),
    },
  })

  const code = await runProgram(['run'], host, dependencies)

  expect(outcome.record.exitCode).toBe(0)
  expect(host.out()).toContain('PASSED')
  expect(host.err()).toContain(
    'reports could not be written: run.json, junit.xml (ENOSPC: no space left on device); exit code 2',
  )
  expect(code).toBe(2)
})

test('certificates that are not verified are reported in the report', async () => {
  const { record } = await wholeRun({ cases: SMOKE_CASES, options: { verifyTls: false } })

  expect(record.settings.warnings).toEqual(['TLS certificates were not verified (--insecure)'])
  expect(renderConsole(record, { colour: false, quiet: false, verbose: false, width: 100 })).toContain(
    'TLS certificates were not verified',
  )
})
