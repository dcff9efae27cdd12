import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Bench } from 'tinybench'

const COMMAND = fileURLToPath(new URL('../../dist/lib/cli/main.js', import.meta.url))
const SEED = '20261120'
const PROFILES = ['smoke', 'standard', 'full']

/** Loaded before the command: says at its end how much memory it took at most, in kilobytes. */
const USAGE = `data:text/javascript,${encodeURIComponent(
  "import { writeSync } from 'node:fs'; process.once('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)))",
)}`

/**
 * What a run costs its user, on the embedded service and from the start of the process to its end: requests, time and memory.
 */
export async function benchRuns() {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-bench-'))
  const costs = new Map()
  const bench = new Bench({ time: 0, iterations: 5, warmupTime: 0, warmupIterations: 1, throws: true })
  for (const profile of PROFILES)
    bench.add(profile, async () => void costs.set(profile, await run(profile, folder)))
  try {
    await bench.run()
    return bench.tasks.map(({ name, result }) => ({
      profile: name,
      'requests on the key under test': costs.get(name).main,
      'requests in all': costs.get(name).total,
      'seconds (mean)': (result.mean / 1000).toFixed(1),
      'peak memory, MB': Math.round(costs.get(name).kilobytes / 1000),
    }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** One run in a process of its own, without any setting of this shell. */
async function run(profile, folder) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('CONFORMANCE_')),
  )
  const args = ['run', '--quiet', '--profile', profile, '--seed', SEED, '--reports', folder]
  const child = spawn(process.execPath, ['--import', USAGE, COMMAND, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  const [usage, [exitCode]] = await Promise.all([text(child.stdio[3]), once(child, 'exit')])
  if (exitCode !== 0) throw new Error(`the run of the profile ${profile} ended with ${exitCode}`)
  const { requests } = JSON.parse(await readFile(join(folder, 'run.json'), 'utf8'))
  return { main: requests.byKey.main, total: requests.total, kilobytes: Number(usage) }
}
