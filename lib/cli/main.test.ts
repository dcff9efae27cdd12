import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { systemFault, unfitNode } from './system-fault.ts'

test.each([
  ['ENOSPC', 'write', 'no space is left on the disk (ENOSPC)'],
  ['ENOENT', 'open', undefined],
])('a fault of the machine: %s of %s', (code, syscall, says) => {
  expect(systemFault(Object.assign(new Error('x'), { code, syscall }))).toBe(says)
})

const MAIN = fileURLToPath(new URL('../../dist/lib/cli/main.js', import.meta.url))

/** Runs a shell script in a folder of its own; `$NODE` is this Node, `$MAIN` the command line. */
async function shell(script: string): Promise<{ code: number | null; err: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'faults-'))
  await writeFile(join(folder, 'exits.mjs'), 'process.exit(1)')
  await writeFile(join(folder, 'waits.mjs'), 'await new Promise(() => {}); export default []')
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

// Needs the build: what is started here is the command as it is installed.
describe.skipIf(!existsSync(MAIN)).concurrent('the process ends with exit code 2 and one line', () => {
  test.each([
    ['its folder was removed', 'mkdir gone; cd gone; rmdir ../gone; $NODE $MAIN', 'working folder'],
    ['it gets too few descriptors', 'ulimit -n 24; $NODE $MAIN', 'file descriptors'],
    ['.env is a pipe', 'mkfifo .env; $NODE $MAIN', '.env cannot be read (it is a named pipe)'],
    ['a file is a pipe', 'mkfifo p; $NODE $MAIN --known-failures p', 'it is a named pipe'],
    ['an own suite calls process.exit', '$NODE $MAIN --quiet --suite exits.mjs', 'process.exit'],
    ['an own suite waits for ever', '$NODE $MAIN --quiet --suite waits.mjs', 'never happens'],
    ['the reports folder is a file', 'touch r; $NODE $MAIN --reports r', 'there is a file in its place'],
    ['the reports folder is a dangling link', 'ln -s /x/y r; $NODE $MAIN --reports r', 'ends nowhere'],
  ])('where %s', async (_, script, says) => {
    const { code, err } = await shell(script)

    expect(err.trimEnd()).toMatch(/^(internal )?error: [\x20-\x7e]+$/)
    expect(err).toContain(says)
    expect(code).toBe(2)
  })
})

// A preloaded module sends the signals: the moment is the same on every machine.
test.skipIf(!existsSync(MAIN))('a signal before the program is loaded leaves a record', async () => {
  const early =
    'data:text/javascript,process.once("newListener",()=>queueMicrotask(()=>process.emit("SIGTERM")))'
  const { code, err } = await shell(
    `$NODE --import '${early}' $MAIN --quiet --reports r; code=$?; grep -o '"problemKind": *"[^"]*"' r/run.json >&2; exit $code`,
  )

  expect(err).toMatch(/^interrupted: .*\n"problemKind": *"interrupted"\n$/)
  expect(code).toBe(2)
})

test.each([
  ['18.20.4', 'Node 20.19 or later is needed, and this is 18.20.4'],
  ['20.18.0', 'Node 20.19 or later is needed, and this is 20.18.0'],
  ['20.19.0', undefined],
  ['22.0.0', undefined],
])('Node %s is reported in one line where it is too old', (version, said) => {
  expect(unfitNode(version)).toBe(said)
})
