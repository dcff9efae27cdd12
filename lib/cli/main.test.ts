import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../../dist/lib/cli/main.js', import.meta.url))

/** Runs a shell script in a folder of its own; `$NODE` is this Node, `$MAIN` the command line. */
async function shell(script: string): Promise<{ code: number | null; err: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'faults-'))
  await writeFile(join(folder, 'exits.mjs'), 'process.exit(1)')
  await writeFile(join(folder, 'waits.mjs'), 'await new Promise(() => {}); export default {}')
  const child = spawn('bash', ['-c', script], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, NODE: process.execPath, MAIN },
  })
  let err = ''
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  await rm(folder, { recursive: true, force: true })
  return { code, err }
}

// Needs the build: these tests start the command as it is installed.
describe.skipIf(!existsSync(MAIN)).concurrent('the process ends with exit code 2 and one line', () => {
  test.each([
    [
      'there is no home, and no such user',
      'unset HOME; $NODE $MAIN --config none.json',
      'none.json cannot be read (ENOENT)',
    ],
    ['its folder was removed', 'mkdir gone; cd gone; rmdir ../gone; $NODE $MAIN', 'uv_cwd'],
    [
      '.env is a pipe whose writer serves one reader',
      'mkfifo .env; echo CONFORMANCE_PROFILE=fast >.env & $NODE $MAIN',
      'CONFORMANCE_PROFILE (in .env) must be smoke, standard or full',
    ],
    ['its settings file calls process.exit', '$NODE $MAIN --quiet --config exits.mjs', 'process.exit'],
    ['its settings file waits for ever', '$NODE $MAIN --quiet --config waits.mjs', 'never happens'],
    [
      'the reports folder is a dangling link',
      'ln -s /x/y r; $NODE $MAIN --reports r',
      'cannot be written (ENOENT)',
    ],
  ])('where %s', async (_, script, says) => {
    const { code, err } = await shell(script)

    expect(err.trimEnd()).toMatch(/^(internal )?error: [\x20-\x7e]+$/)
    expect(err).toContain(says)
    expect(code).toBe(2)
  })
})
