// What a run of each profile costs its user, on the embedded service and from the start of the process to its end: requests,
// time and memory. `npm run bench`. Times say something only of a machine that does nothing else.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../dist/lib/cli/main.js', import.meta.url))
const ROUNDS = 5

/** Loaded before the command: says at its end how much memory it took at most, in kilobytes. */
const USAGE = `data:text/javascript,${encodeURIComponent(
  "import { writeSync } from 'node:fs'; process.once('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)))",
)}`

/** One run in a process of its own, without any setting of this shell. */
async function run(profile, folder) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('CONFORMANCE_')),
  )
  const args = [
    'run',
    '--base-url',
    'embedded',
    '--quiet',
    '--profile',
    profile,
    '--seed',
    '7',
    '--reports',
    folder,
  ]
  const start = performance.now()
  const child = spawn(process.execPath, ['--import', USAGE, COMMAND, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  const [usage, [exitCode]] = await Promise.all([text(child.stdio[3]), once(child, 'exit')])
  const seconds = (performance.now() - start) / 1000
  if (exitCode !== 0) throw new Error(`the run of the profile ${profile} ended with ${exitCode}`)
  const { requests } = JSON.parse(await readFile(join(folder, 'run.json'), 'utf8'))
  return { requests, seconds, megabytes: Number(usage) / 1000 }
}

const folder = await mkdtemp(join(tmpdir(), 'conformance-bench-'))
const rows = []
for (const profile of ['smoke', 'standard', 'full']) {
  const runs = []
  for (let round = 0; round < ROUNDS; round++) runs.push(await run(profile, folder))
  rows.push({
    profile,
    'requests on the key under test': runs[0].requests.byKey.main,
    'requests in all': runs[0].requests.total,
    'seconds (best)': Math.min(...runs.map(({ seconds }) => seconds)).toFixed(1),
    'peak memory, MB': Math.round(Math.max(...runs.map(({ megabytes }) => megabytes))),
  })
}
await rm(folder, { recursive: true, force: true })
console.table(rows)
