import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addToHistory, historyEntry, withHistory } from './history.ts'
import { sinceEarlier } from './since.ts'
import { cleanRun, threeFindings } from './testing/sample-records.ts'
import { validateRecord } from './validate-record.ts'
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

test('the traffic of clients and the run of a selection are no part of the trend', async () => {
  const { settings } = cleanRun()
  await addToHistory(folder, threeFindings())
  await addToHistory(folder, { ...cleanRun(), clients: [] })
  await addToHistory(folder, { ...cleanRun(), settings: { ...settings, selection: { parts: [4] } } })
  expect(await linesOf()).toHaveLength(1)
  expect((await withHistory(folder, { ...cleanRun(), clients: [] })).history).toBeUndefined()
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
  expect(lines.at(-1)).toContain('"failed"')
})

function observing(...texts: readonly string[]): RunRecord {
  const observations = texts.map((text): Observation => ({ requirement: 'RES-05', text, exchanges: [] }))
  return { ...cleanRun(), observations }
}

function previousOf(record: RunRecord): (string | undefined)[] {
  return record.observations.map(({ previous }) => previous)
}

/** The observations of two runs on one open point, and what those of the later one say of the earlier. */
test.each<[string, now: readonly string[], then: readonly string[], (string | undefined)[]]>([
  ['what was observed before', ['null', 'a list'], ['absent', 'empty'], ['absent; empty', undefined]],
  ['nothing where it is the same', ['null'], ['null'], [undefined]],
  ['nothing where it is new', ['null'], [], [undefined]],
  [
    'nothing of the time of day or the mark of a run',
    ['at "2026-11-20T21:11:52Z" for cac-1a-7'],
    ['at "2026-11-19T08:00:00Z" for cac-9z-12'],
    [undefined],
  ],
])('an open point says, since an earlier run, %s', (_, now, then, previous) => {
  expect(previousOf(sinceEarlier(observing(...now), observing(...then)))).toEqual(previous)
})

test.each<[string, Partial<RunRecord>]>([
  ['another target', { target: { baseUrl: 'https://other.test', embedded: false } }],
  ['the traffic of clients', { clients: [] }],
])('an open point says nothing of %s', (_, other) => {
  const then = { ...observing('absent'), ...other }
  expect(previousOf(sinceEarlier(observing('null'), then))).toEqual([undefined])
})
