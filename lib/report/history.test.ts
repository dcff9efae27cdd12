import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addToHistory, historyEntry, withHistory } from './history.ts'
import { cleanRun, threeFindings } from './testing/sample-records.ts'
import { validateRecord } from './validate-record.ts'

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
  expect(record.history?.[0]).toMatchObject({ verdict: 'failed', failures: 2, exercised: 37, applicable: 39 })
  expect(validateRecord(record)).toEqual([])
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
