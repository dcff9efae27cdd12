import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { renderConsole } from '../report/console.ts'
import { writeReports } from '../report/write.ts'
import { SMOKE_CASES, wholeRun } from '../run/testing/whole-run.ts'
import { runProgram } from './program.ts'
import { fakeDependencies } from './testing/fake-dependencies.ts'
import { fakeHost, type FakeHost } from './testing/fake-host.ts'

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
