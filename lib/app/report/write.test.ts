import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunRecord } from './record.ts'
import { cleanRun, threeFindings } from './testing/sample-records.ts'
import { validateRecord } from './validate-record.ts'
import { viewOf } from './view/view.ts'
import { OF_EVERY_RUN, type WrittenReports, writeReports } from './write.ts'

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

  test('are described, and the step for GitHub removes those that every run replaces', async () => {
    const { written } = await write(cleanRun())
    const table = await readFile(new URL('../../../reports/README.md', import.meta.url), 'utf8')
    const step = await readFile(new URL('../../../action.yml', import.meta.url), 'utf8')
    expect(written.map((file) => basename(file)).filter((name) => !table.includes(`\`${name}\``))).toEqual([])
    const [, removed = ''] = /rm -f (.*)/.exec(step) ?? []
    expect(removed).toBe(OF_EVERY_RUN.map((name) => `"$reports/${name}"`).join(' '))
  })

  const { settings } = cleanRun()
  test.each<[string, Partial<RunRecord>]>([
    ['judged nothing', { verdict: 'error', exitCode: 2, judgements: 0 }],
    ['was cut short', { verdict: 'incomplete', exitCode: 3, cutShort: true }],
    ['failed, and was cut short', { verdict: 'failed', exitCode: 1, cutShort: true }],
    ['was of a part', { settings: { ...settings, selection: { lastFailed: true } } }],
  ])('of a run that %s takes the place of no whole one', async (_, part) => {
    await write(threeFindings())
    const files = await readdir(folder)
    const stay = ['run.json', 'index.html', 'traffic.har']
    const before = await Promise.all(stay.map(read))
    const junit = await read('junit.xml')
    await write({ ...cleanRun(), ...part, problem: 'so it is' })
    expect(await Promise.all(stay.map(read))).toEqual(before)
    expect(JSON.parse(await read('partial/run.json')).problem).toBe('so it is')
    // The files for CI are those of the last run.
    expect(await read('junit.xml')).not.toBe(junit)

    await write(cleanRun())
    expect(await readdir(folder)).toEqual(files)
    expect(await read('index.html')).toContain('Passed')
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
