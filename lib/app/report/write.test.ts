import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunRecord } from './record.ts'
import { cleanRun, threeFindings } from './testing/sample-records.ts'
import { validateRecord } from './validate-record.ts'
import { viewOf } from './view/view.ts'
import { type WrittenReports, writeReports } from './write.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reports with spaces '))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

const write = (record: RunRecord, into = folder): Promise<WrittenReports> =>
  writeReports(into, viewOf(record), [], (text) => text)
const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8')

describe('writing reports', () => {
  test('makes the folder, and leaves its files and nothing else', async () => {
    const target = join(folder, 'a', 'b')
    const { written, failed } = await write(threeFindings(), target)
    expect(failed).toEqual([])
    expect(new Set(written)).toEqual(new Set((await readdir(target)).map((name) => join(target, name))))
    expect(validateRecord(JSON.parse(await read('a/b/run.json')))).toEqual([])
  })

  test('of a run that judged nothing destroys no record of one that did', async () => {
    await write(threeFindings())
    const [files, before] = [await readdir(folder), await read('run.json')]
    await write({ ...cleanRun(), verdict: 'error', exitCode: 2, judgements: 0, problem: 'no key' })
    expect(await read('run.json')).toBe(before)
    expect(JSON.parse(await read('unjudged.json')).problem).toBe('no key')
    for (const file of ['junit.xml', 'summary.md', 'index.html'])
      expect(await read(file)).toMatch(/[Nn]othing was judged: no key/)

    const part = cleanRun()
    await write({ ...part, settings: { ...part.settings, selection: { lastFailed: true } } })
    expect(await read('index.html')).toContain('2 violations')
    expect(await read('partial/index.html')).toContain('Passed')

    await write(cleanRun())
    expect(await readdir(folder)).toEqual(files)
    expect(await read('summary.md')).toContain('Passed')
  })

  test('names the file that could not be written, and writes the others', async () => {
    const { written: all } = await write(cleanRun())
    await rm(folder, { recursive: true })
    await mkdir(join(folder, 'junit.xml'), { recursive: true })
    const { written, failed } = await write(cleanRun())
    expect(failed).toEqual([{ file: join(folder, 'junit.xml'), problem: expect.stringContaining('EISDIR') }])
    expect(written).toEqual(all.filter((file) => basename(file) !== 'junit.xml'))
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })
})
