import { API } from '../../api/index.ts'
import { inProcessTarget, mergeRecords } from '../../testing/bound.ts'
import { describe, expect, test } from 'vitest'
import { CASES } from '../../../suites/index.ts'
import type { SeamOverrides } from '../../../fixtures/reference/index.ts'
import { completeOptions } from '../../cli/config/complete.ts'
import type { RunRecord } from '../../report/record.ts'
import { validateRecord } from '../../report/run-json.ts'
import type { Shard } from '../options.ts'
import { verifyTarget } from '../index.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
/** Enough for every kind of verdict, without what takes a thousand requests. */
const SOME = CASES.filter(
  ({ phase, smoke }) => phase !== 'spend' && (smoke || phase === 'write' || phase === 'refuse'),
)

async function record(seams: SeamOverrides, shard?: Shard): Promise<RunRecord> {
  const target = inProcessTarget({ now: () => NOON, seams })
  try {
    const options = completeOptions(
      { seed: 7, fuzzRuns: 0, budget: 5000, floor: 0, writes: true, shard },
      API.catalogue,
    )
    return (await verifyTarget(target, SOME, options)).record
  } finally {
    await target.close()
  }
}

function shards(seams: SeamOverrides): Promise<RunRecord[]> {
  return Promise.all([1, 2].map((index) => record(seams, { index, count: 2 })))
}

function verdicts({ requirements }: RunRecord): string[] {
  return requirements.map(({ id, verdict }) => `${id} ${verdict}`)
}

// Whole runs take their time on a busy machine.
describe('merged shards', { timeout: 180_000 }, () => {
  test('say of a conformant service what an unsharded run says', async () => {
    const whole = await record({})
    const { record: merged } = mergeRecords(await shards({}))

    expect(verdicts(merged)).toEqual(verdicts(whole))
    expect(merged).toMatchObject({ verdict: whole.verdict, exitCode: whole.exitCode, seed: 7 })
    expect(merged.cases.map(({ id }) => id)).toEqual(whole.cases.map(({ id }) => id))
    expect(merged.settings).not.toHaveProperty('shard')
    expect(validateRecord(merged)).toEqual([])
  })

  test('say of a broken service what an unsharded run says, with exchanges that can be followed', async () => {
    const seams: SeamOverrides = { rules: { 'POST /leads': { fields: { name: { maxLength: 201 } } } } }
    const whole = await record(seams)
    const { record: merged } = mergeRecords(await shards(seams))

    expect(whole.exitCode).toBe(1)
    expect(verdicts(merged)).toEqual(verdicts(whole))
    expect(merged.exitCode).toBe(1)
    const ids = merged.exchanges.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const pointed = merged.requirements.flatMap(({ findings }) =>
      findings.flatMap(({ exchanges }) => exchanges),
    )
    expect(pointed.length).toBeGreaterThan(0)
    expect(pointed.filter((id) => !ids.includes(id))).toEqual([])
  })
})

describe('records that are not the shards of one run', { timeout: 180_000 }, () => {
  test('are refused, each with its reason', async () => {
    const [first, second] = await Promise.all([1, 2].map((index) => record({}, { index, count: 2 })))
    if (first === undefined || second === undefined) throw new Error('two shards were run')
    const { shard: _shard, ...settings } = first.settings

    expect(() => mergeRecords([])).toThrow('merge needs the records of all shards')
    expect(() => mergeRecords([first])).toThrow('shard 2/2 is missing')
    expect(() => mergeRecords([first, first, second])).toThrow('shard 1/2 is given twice')
    expect(() => mergeRecords([{ ...first, settings }])).toThrow('a whole run')
    expect(() => mergeRecords([first, { ...second, seed: 8 }])).toThrow('seed 7 and 8')
    expect(() =>
      mergeRecords([first, { ...second, target: { baseUrl: 'https://host.test/v1', embedded: false } }]),
    ).toThrow('target the embedded service and https://host.test/v1')
  })
})
