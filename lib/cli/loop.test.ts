import { TOPICS } from '../api/topics.ts'
import { describe, expect, test } from 'vitest'
import { createScrubber } from '../http/scrub.ts'
import { renderRecord } from '../report/write.ts'
import type { RequirementResult, RunRecord } from '../report/record.ts'
import { sampleFinding } from '../report/testing/sample-parts.ts'
import { cleanRun, threeFindings } from '../report/testing/sample-records.ts'
import { renderNext as renderNextOf } from './commands/next.ts'
import type { Engine } from '../run/index.ts'
import { runProgram } from './program.ts'
import { fakeDependencies } from './testing/fake-dependencies.ts'
import { fakeHost } from './testing/fake-host.ts'

const renderNext = (record: RunRecord): string => renderNextOf(record, TOPICS)

const recorded = (record: RunRecord): Record<string, string> => ({
  'reports/run.json': renderRecord(record),
})

describe('run --last-failed', () => {
  test('verifies what failed in the last run', async () => {
    const host = await fakeHost({}, recorded(threeFindings()))
    const dependencies = fakeDependencies()
    expect(await runProgram(['run', '--last-failed'], host, dependencies)).toBe(0)
    expect(dependencies.asked.runs).toMatchObject([{ only: ['GEN-03', 'LEAD-21'] }])
  })

  test.each([
    ['where nothing failed', recorded(cleanRun()), '--last-failed has nothing to repeat'],
    ['where there was no run', {}, 'run.json cannot be read (ENOENT)'],
  ])('is an error of one line %s', async (_, files, message) => {
    const host = await fakeHost({}, files)
    expect(await runProgram(['run', '--last-failed'], host, fakeDependencies())).toBe(2)
    expect(host.err()).toContain(message)
  })
})

describe('run --bail', () => {
  /** An engine whose cases all fail, and that ends when it is asked to. */
  function failing(reasons: unknown[]): Partial<Engine> {
    return {
      runConformance: (_settings, events, signal) => {
        for (let failed = 1; failed <= 5; failed += 1) {
          if (signal?.aborted === true) break
          events?.onProgress?.({ phase: 'read', done: failed, total: 5, requests: failed, failed })
        }
        reasons.push(signal?.reason)
        return Promise.resolve({ record: cleanRun(), exchanges: [], scrub: createScrubber([]) })
      },
    }
  }

  test.each([
    [['--bail'], 'ended after 1 failed case (--bail)'],
    [['--bail', '3'], 'ended after 3 failed cases (--bail)'],
    [[], undefined],
  ])('%j ends the run in order, and the record says why', async (argv, reason) => {
    const reasons: unknown[] = []
    const host = await fakeHost({})
    await runProgram(['run', ...argv], host, fakeDependencies({ engine: failing(reasons) }))
    expect(reasons).toEqual([reason])
  })
})

test('list --grep lists what has the text in id, endpoint or words', async () => {
  const host = await fakeHost({})
  await runProgram(['list', '--grep', 'NEWEST'], host, fakeDependencies())
  expect(host.out()).toContain('LEAD-01')
  expect(host.out()).not.toContain('RATE-01')
})

test('serve --list names the seeded faults and the freedoms, and serves nothing', async () => {
  const host = await fakeHost({})
  const startSandbox = (): never => {
    throw new Error('nothing is to be served')
  }
  const dependencies = fakeDependencies({ engine: { startSandbox } })
  expect(await runProgram(['serve', '--list'], host, dependencies)).toBe(0)
  expect(host.out()).toMatch(/^dedup\/none +CREATE-LEAD-30 /m)
  expect(host.out()).toMatch(/^ids\/short +1 /m)
})

describe('next', () => {
  const row = (id: string, more: Partial<RequirementResult>): RequirementResult => ({
    id,
    part: 1,
    endpoint: '*',
    strength: 'must',
    text: `text of ${id}`,
    verdict: 'passed',
    findings: [],
    judgements: 1,
    evidence: [],
    cases: [],
    ...more,
  })
  const recordOf = (...requirements: readonly RequirementResult[]): RunRecord => ({
    ...cleanRun(),
    requirements,
  })

  test('gives the steps in the order of building, and the first that fails', () => {
    const text = renderNext(
      recordOf(
        row('CREATE-LEAD-01', { verdict: 'failed', findings: [sampleFinding('CREATE-LEAD-01')] }),
        row('JSON-01', {}),
        row('AUTH-01', { verdict: 'inconclusive', reason: 'nothing came' }),
        row('ERROR-01', { verdict: 'failed', findings: [sampleFinding('ERROR-01', { received: 'absent' })] }),
      ),
    )
    expect(text.split('\n').slice(0, 4)).toEqual([
      '✓ Answers in JSON  1 of 1 hold',
      '· Keys             0 of 1 hold',
      '✗ Errors           0 of 1 hold, 1 violated  ← next',
      '✗ Creating a lead  0 of 1 hold, 1 violated',
    ])
    expect(text).toContain('ERROR-01  text of ERROR-01\n')
    expect(text).toContain('  received    absent\n')
    expect(text).toContain('  explain     npx chat-agent-conformance explain ERROR-01\n')
  })

  test('names what could not be judged where nothing fails, and says so where all holds', () => {
    expect(
      renderNext(recordOf(row('AUTH-01', { verdict: 'inconclusive', reason: 'nothing came' }))),
    ).toContain('AUTH-01  text of AUTH-01\n  not judged  nothing came\n')
    expect(renderNext(recordOf(row('AUTH-01', {})))).toContain('Every requirement holds.\n')
  })

  test('reads the record of the last run', async () => {
    const host = await fakeHost({}, recorded(recordOf(row('AUTH-01', {}))))
    expect(await runProgram(['next'], host, fakeDependencies())).toBe(0)
    expect(host.out()).toContain('✓ Keys  1 of 1 hold')
  })
})
