import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createScrubber } from '../engine/http/scrub.ts'
import type { FootprintEntry } from '../engine/case/footprint.ts'
import type { Transport } from '../engine/http/transport.ts'
import { cleanRun } from '../app/report/testing/sample-records.ts'
import type { RunOutcome } from '../app/run/index.ts'
import { FRUGAL_CASES, wholeRun } from '../app/run/testing/whole-run.ts'
import { Interruption } from './interruption.ts'
import { runProgram } from './program.ts'
import { deferred } from '../engine/util/testing/deferred.ts'
import { fakeHost, type FakeHost } from './testing/fake-host.ts'

// Whole runs: ample time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

interface Running {
  readonly host: FakeHost
  readonly code: Promise<number>
  readonly signal: AbortSignal
  /** Lets the engine end with a record of this exit code. */
  readonly finish: (exitCode: 0 | 1 | 2) => void
}

async function running(): Promise<Running> {
  const host = await fakeHost()
  const outcome = deferred<RunOutcome>()
  const started = deferred<AbortSignal>()
  const code = runProgram(['--quiet'], host, {
    runConformance: (_, __, signal = AbortSignal.abort()) => {
      started.resolve(signal)
      return outcome.promise
    },
  })
  const signal = await started.promise
  const finish = (exitCode: 0 | 1 | 2): void =>
    outcome.resolve({ record: { ...cleanRun(), exitCode }, exchanges: [], scrub: createScrubber([]) })
  return { host, code, signal, finish }
}

const NOTICE = 'interrupted: ending in order; once more to end at once\n'

describe('while a run is under way', () => {
  test.each([
    ['SIGINT', undefined, 1, NOTICE],
    ['SIGTERM', undefined, 1, NOTICE],
    ['SIGUSR2', undefined, 1, NOTICE],
    ['SIGXCPU', undefined, 1, NOTICE],
    ['uncaughtException', new Error('out of\nnowhere'), 2, 'internal error: out of nowhere\n'],
    ['unhandledRejection', new Error('out of\nnowhere'), 2, 'internal error: out of nowhere\n'],
  ])('%s lets it end itself', async (event, cause, exitCode, says) => {
    const { host, code, signal, finish } = await running()

    host.events.emit(event, cause)
    expect(signal.aborted).toBe(true)
    finish(1)

    expect([await code, host.exits, host.err()]).toEqual([exitCode, [], says])
    expect(host.out()).toContain('PASSED')
    expect(host.events.eventNames()).toEqual([])
  })

  test.each([
    ['a second signal ends the process at once', 1000, [2], `${NOTICE}interrupted: ended at once\n`],
    ['a signal that arrives twice, from the terminal and from npm, counts once', 5, [], NOTICE],
  ])('%s', async (_, ms, exits, says) => {
    const { host, code, finish } = await running()

    host.events.emit('SIGINT')
    host.advance(ms)
    host.events.emit('SIGINT')

    expect([host.exits, host.err()]).toEqual([exits, says])
    finish(2)
    await code
  })
})

test('a limit of processor time, which is told each second, ends nothing at once', async () => {
  const { host, code, finish } = await running()
  for (let second = 0; second < 3; second++) {
    host.events.emit('SIGXCPU')
    host.advance(1000)
  }
  expect([host.exits, host.err()]).toEqual([[], NOTICE])
  finish(2)
  await code
})

describe('without work that must end in order', () => {
  test('the system ends the process at a signal, whatever it does', async () => {
    const host = await fakeHost()
    const interruption = new Interruption(host, () => Promise.resolve())
    expect(host.events.listenerCount('SIGTERM')).toBe(0)
    await interruption.stop()
    expect(host.events.eventNames()).toEqual([])
  })

  test('a signal after such work ends the process at once', async () => {
    const host = await fakeHost()
    const interruption = new Interruption(host, () => Promise.resolve())
    await interruption.guard(() => Promise.resolve())
    host.events.emit('SIGTERM')
    expect([host.exits, host.err()]).toEqual([[2], 'interrupted: ended at once\n'])
    await interruption.stop()
    expect(host.events.eventNames()).toEqual([])
  })

  test('a fault ends the process', async () => {
    const host = await fakeHost()
    const ended = deferred<number>()
    const report = (fault: unknown): Promise<void> => Promise.resolve(host.stderr.write(`${String(fault)}\n`))
    const interruption = new Interruption({ ...host, exit: ended.resolve }, report)

    host.events.emit('unhandledRejection', 'a reason')

    expect([await ended.promise, host.err()]).toEqual([2, 'a reason\n'])
    await interruption.stop()
  })
})

test('a run that is interrupted in the middle of an update: restored, recorded in every report, exit code 3', async () => {
  const host = await fakeHost()
  let updates = 0
  const through =
    (reference: Transport): Transport =>
    async (request) => {
      const answer = await reference(request)
      if (request.method === 'PATCH' && answer.status === 200 && ++updates === 1) host.events.emit('SIGTERM')
      return answer
    }
  const cases = FRUGAL_CASES.filter(({ requirements: [first] }) => first.startsWith('PATCH-CONVERSATION'))
  const code = await runProgram(['run', '--reports', 'out'], host, {
    runConformance: (_, __, signal) => wholeRun({ signal, cases, through }),
  })
  const read = (name: string): Promise<string> => readFile(join(host.folder, 'out', name), 'utf8')
  const record = JSON.parse(await read('partial/run.json'))

  expect([code, host.exits]).toEqual([3, []])
  expect(record).toMatchObject({ verdict: 'incomplete', exitCode: 3, problem: 'interrupted' })
  expect(updates).toBeGreaterThan(1)
  // An update cannot set null.
  const changed = record.footprint.filter(({ kind }: FootprintEntry) => kind === 'changed')
  expect(changed.filter(({ note }: FootprintEntry) => !note.startsWith('tags were null'))).toEqual([])
  expect(await read('junit.xml')).toMatch(/<error [^>]*interrupted/)
  expect(host.out()).toContain('exit code 3')
  expect(host.err()).toContain(NOTICE)
})
