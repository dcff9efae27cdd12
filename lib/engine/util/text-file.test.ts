import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readTextFile } from './text-file.ts'

async function pipe(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pipe '))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  execFileSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'pipe')])
  return join(folder, 'pipe')
}

// Windows has no named pipes in its file system.
describe.skipIf(process.platform === 'win32')('a named pipe', () => {
  test('is read to its end, though its writer comes late and writes in pieces', async () => {
    const file = await pipe()
    const text = readTextFile(file)
    spawn('sh', ['-c', 'printf "A=1\\n" >"$0"; exec 3>"$0"; printf B >&3; printf "=2" >&3', file])
    expect(await text).toMatch(/^A=1\n/)
  })

  test('without a writer is given up after some time, and blocks nothing', async () => {
    const file = await pipe()
    await expect(readTextFile(file, 60)).rejects.toThrow('it is a named pipe, and nothing came within 0.06 s')
  })
})
