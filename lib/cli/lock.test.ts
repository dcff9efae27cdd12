import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { call } from './testing/call.ts'

test.skipIf(process.platform !== 'linux')(
  'a process that was killed, and that its parent has not looked for, holds no lock',
  async () => {
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'])
    onTestFinished(() => void parent.kill('SIGKILL'))
    const [said] = (await once(parent.stdout, 'data')) as readonly Buffer[]
    const id = String(said).trim()
    // A shell looks for its children, and `sleep` does not.
    const nameOf = (): Promise<string> => readFile(`/proc/${parent.pid}/comm`, 'utf8')
    await expect.poll(nameOf, { timeout: 20_000 }).toBe('sleep\n')
    process.kill(Number(id), 'SIGKILL')
    const statOf = async (): Promise<readonly string[]> =>
      (await readFile(`/proc/${id}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
    await expect.poll(async () => (await statOf())[0], { timeout: 20_000 }).toBe('Z')
    const start = (await statOf())[19]
    const { code } = await call(['--quiet'], { files: { 'reports/.lock': `${hostname()} ${id} ${start}` } })
    expect(code).toBe(0)
  },
)
