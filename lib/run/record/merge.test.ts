import { describe, expect, test } from 'vitest'
import type { RunRecord } from '../../report/record.ts'
import { validateRecord } from '../../report/run-json.ts'
import { TOY_SETUP } from '../../testing/toy-api.ts'
import { recordOfShelf } from '../../testing/toy-run.ts'
import { mergeRecords } from './merge.ts'

const merge = (records: readonly RunRecord[]): RunRecord => mergeRecords(TOY_SETUP, records).record

function shardsOf(fault?: string): Promise<RunRecord[]> {
  return Promise.all([1, 2].map((index) => recordOfShelf(fault, { shard: { index, count: 2 } })))
}

function verdicts({ requirements }: RunRecord): string[] {
  return requirements.map(({ id, verdict }) => `${id} ${verdict}`)
}

describe('merged shards', () => {
  test('say of a conformant service what an unsharded run says', async () => {
    const whole = await recordOfShelf()
    const merged = merge(await shardsOf())

    expect(verdicts(merged)).toEqual(verdicts(whole))
    expect(merged).toMatchObject({ verdict: whole.verdict, exitCode: whole.exitCode, seed: whole.seed })
    expect(merged.cases.map(({ id }) => id)).toEqual(whole.cases.map(({ id }) => id))
    expect(merged.settings).not.toHaveProperty('shard')
    expect(validateRecord(merged)).toEqual([])
  })

  test.each(['shelf/dropped', 'fields/untitled'])(
    'say of a service with %s what an unsharded run says, with exchanges that can be followed',
    async (fault) => {
      const whole = await recordOfShelf(fault)
      const merged = merge(await shardsOf(fault))

      expect(verdicts(merged)).toEqual(verdicts(whole))
      expect([whole.exitCode, merged.exitCode]).toEqual([1, 1])
      const ids = merged.exchanges.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const pointed = merged.requirements.flatMap(({ findings }) =>
        findings.flatMap(({ exchanges }) => exchanges),
      )
      expect(pointed.length).toBeGreaterThan(0)
      expect(pointed.filter((id) => !ids.includes(id))).toEqual([])
    },
  )
})

test('records that are not the shards of one run are refused, each with its reason', async () => {
  const [first, second] = await shardsOf()
  if (first === undefined || second === undefined) throw new Error('two shards were run')
  const { shard: _shard, ...settings } = first.settings

  expect(() => merge([])).toThrow('merge needs the records of all shards')
  expect(() => merge([first])).toThrow('shard 2/2 is missing')
  expect(() => merge([first, first, second])).toThrow('shard 1/2 is given twice')
  expect(() => merge([{ ...first, settings }])).toThrow('a whole run')
  expect(() => merge([first, { ...second, seed: 8 }])).toThrow('seed 7 and 8')
  expect(() =>
    merge([first, { ...second, target: { baseUrl: 'https://host.test/v1', embedded: false } }]),
  ).toThrow('target the embedded service and https://host.test/v1')
})
