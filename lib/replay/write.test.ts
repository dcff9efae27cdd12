import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cleanRun, threeFindings } from '../report/testing/sample-records.ts'
import { writeResults } from './write.ts'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'results '))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

const plain = (text: string): string => text

test('a run with violations leaves a capsule for each', async () => {
  const path = await folder()
  const record = threeFindings()
  const { written, failed } = await writeResults(path, record, [], plain)

  const violated = record.requirements.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
  expect(failed).toEqual([])
  expect(written.at(-1)).toBe(join(path, 'capsules'))
  expect((await readdir(join(path, 'capsules'))).sort()).toEqual(violated.map((id) => `${id}.json`).sort())
})

test('a run without violations takes the capsules of the last one away, and nothing else', async () => {
  const path = await folder()
  await mkdir(join(path, 'capsules'))
  await writeFile(join(path, 'capsules', 'GET-ME-02.json'), '{}')
  await writeFile(join(path, 'capsules', 'notes.txt'), 'mine')

  await writeResults(path, cleanRun(), [], plain)

  expect(await readdir(join(path, 'capsules'))).toEqual(['notes.txt'])
})

test('what is written is scrubbed', async () => {
  const path = await folder()
  await writeResults(path, threeFindings(), [], (text) => text.replaceAll('host', 'h…'))
  const [name = ''] = await readdir(join(path, 'capsules'))
  const text = await readFile(join(path, 'capsules', name), 'utf8')
  expect(text).not.toContain('host')
})

test('a folder that cannot be written is reported, and stops nothing', async () => {
  const path = await folder()
  await writeFile(join(path, 'capsules'), 'a file where a folder should be')
  const { written, failed } = await writeResults(path, threeFindings(), [], plain)
  expect(written).toHaveLength(6)
  expect(failed).toMatchObject([{ file: join(path, 'capsules') }])
})
