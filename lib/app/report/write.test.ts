import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { validateRecord } from './validate-record.ts'
import { writeReports } from './write.ts'
import { cleanRun, threeFindings } from './testing/sample-records.ts'
import { viewOf } from './view/view.ts'

const FILES = ['index.html', 'junit.xml', 'run.json', 'summary.md', 'traffic.har']
const same = (text: string): string => text

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reports with spaces '))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

describe('writing reports', () => {
  test('makes the folder, and leaves its files and nothing else', async () => {
    const target = join(folder, 'a', 'b')
    const { written, failed } = await writeReports(target, viewOf(threeFindings()), [], same)
    expect(failed).toEqual([])
    expect(written.toSorted()).toEqual(FILES.map((name) => join(target, name)))
    expect((await readdir(target)).toSorted()).toEqual(FILES)
    expect(validateRecord(JSON.parse(await readFile(join(target, 'run.json'), 'utf8')))).toEqual([])
  })

  test('of a run that judged nothing destroys no report of one that did', async () => {
    await writeReports(folder, viewOf(threeFindings()), [], same)
    const before = await readFile(join(folder, 'run.json'), 'utf8')
    const error = { verdict: 'error', exitCode: 2, judgements: 0, problem: 'no key' } as const
    const nothing = { ...cleanRun(), ...error }
    await writeReports(folder, viewOf(nothing), [], same)
    expect(await readFile(join(folder, 'run.json'), 'utf8')).toBe(before)
    expect(JSON.parse(await readFile(join(folder, 'unjudged.json'), 'utf8')).problem).toBe('no key')
    for (const file of ['junit.xml', 'summary.md', 'index.html'])
      expect(await readFile(join(folder, file), 'utf8')).toMatch(/[Nn]othing was judged: no key/)
    expect(await readFile(join(folder, 'earlier.html'), 'utf8')).toContain('2 violations')

    await writeReports(folder, viewOf(cleanRun()), [], same)
    expect((await readdir(folder)).toSorted()).toEqual(FILES)
    expect(await readFile(join(folder, 'summary.md'), 'utf8')).toContain('Passed')
  })

  test('names the file that could not be written, and writes the others', async () => {
    await mkdir(join(folder, 'junit.xml'))
    const { written, failed } = await writeReports(folder, viewOf(cleanRun()), [], same)
    expect(failed.map(({ file }) => file)).toEqual([join(folder, 'junit.xml')])
    expect(failed[0]?.problem).toContain('EISDIR')
    expect(written).toHaveLength(FILES.length - 1)
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })
})
