import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addToHistory, historyEntry, sinceEarlier, withHistory } from './history.ts'
import { cleanRun, threeFindings } from './testing/sample-records.ts'
import { validateRecord } from './run-json.ts'
import type { Observation, RunRecord } from './record.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'history-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

const linesOf = async (): Promise<string[]> =>
  (await readFile(join(folder, 'history.jsonl'), 'utf8')).trimEnd().split('\n')

test('each run adds a line, and the next record looks back on those of its target and profile', async () => {
  await addToHistory(folder, threeFindings())
  await addToHistory(folder, { ...cleanRun(), profile: 'smoke' })
  const record = await withHistory(folder, cleanRun())
  expect(record.history).toEqual([historyEntry(threeFindings())])
  expect(record.history?.[0]).toMatchObject({ verdict: 'failed', failures: 2, exercised: 19, applicable: 21 })
  expect(validateRecord(record)).toEqual([])
})

test('what a run judged is kept for the last two runs of a target and profile', async () => {
  for (const profile of ['smoke', 'standard', 'standard', 'standard'] as const)
    // oxlint-disable-next-line no-await-in-loop -- one run after the other
    await addToHistory(folder, { ...cleanRun(), profile })
  expect((await linesOf()).map((line) => line.includes('"judged"'))).toEqual([true, false, true, true])
})

test('what earlier versions wrote besides stays out of the record', async () => {
  const old = { ...historyEntry(cleanRun()), failed: ['LEAD-21'] }
  await writeFile(join(folder, 'history.jsonl'), `${JSON.stringify(old)}\n`)
  expect(validateRecord(await withHistory(folder, cleanRun()))).toEqual([])
})

test('a folder without a history, and lines that are none, are no trouble', async () => {
  expect((await withHistory(folder, cleanRun())).history).toBeUndefined()
  await writeFile(join(folder, 'history.jsonl'), '{"half\n"text"\nnull\n{}\n')
  expect((await withHistory(folder, cleanRun())).history).toBeUndefined()
})

test('the newest 500 runs are kept', async () => {
  const line = JSON.stringify(historyEntry(cleanRun()))
  await writeFile(join(folder, 'history.jsonl'), `${line}\n`.repeat(500))
  await addToHistory(folder, threeFindings())
  const lines = await linesOf()
  expect(lines).toHaveLength(500)
  expect(lines.at(-1)).toContain('"judged"')
})

function observing(...observations: (readonly [requirement: string, text: string])[]): RunRecord {
  const rows = observations.map(([requirement, text]): Observation => ({ requirement, text, exchanges: [] }))
  return { ...cleanRun(), observations: rows }
}

function previousOf(record: RunRecord): (string | undefined)[] {
  return record.observations.map(({ previous }) => previous)
}

describe('open points since an earlier run', () => {
  test('say what was observed before, where it differs', () => {
    const now = observing(['RES-05', 'null'], ['CONV-03', 'exact'], ['LEAD-23', 'new'])
    const then = observing(['RES-05', 'absent'], ['CONV-03', 'exact'])
    expect(previousOf(sinceEarlier(now, then))).toEqual(['absent', undefined, undefined])
  })

  test('say once what is seen no longer where a point was observed several times', () => {
    const now = observing(['RES-05', 'null'], ['RES-05', 'absent'], ['RES-05', 'a list'])
    const then = observing(['RES-05', 'absent'], ['RES-05', 'empty'])
    expect(previousOf(sinceEarlier(now, then))).toEqual(['empty', undefined, undefined])
  })

  test('say what was seen where something is seen besides', () => {
    const now = observing(['RES-05', 'absent'], ['RES-05', 'null'])
    expect(previousOf(sinceEarlier(now, observing(['RES-05', 'absent'])))).toEqual([undefined, 'absent'])
  })

  test('do not change with the time of day or the marks of a run', () => {
    const now = observing(['RES-05', 'updated_at stays "2026-11-20T21:11:52Z"'], ['CONV-03', 'name cac-1a-7'])
    const then = observing(
      ['RES-05', 'updated_at stays "2026-11-19T08:00:00Z"'],
      ['CONV-03', 'name cac-9z-12'],
    )
    expect(previousOf(sinceEarlier(now, then))).toEqual([undefined, undefined])
  })

  test('say nothing of another target', () => {
    const then = {
      ...observing(['RES-05', 'absent']),
      target: { baseUrl: 'https://other.test', embedded: false },
    }
    expect(previousOf(sinceEarlier(observing(['RES-05', 'null']), then))).toEqual([undefined])
  })
})
