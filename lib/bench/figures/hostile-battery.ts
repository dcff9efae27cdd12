import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Experiment, median, NotMeasured, repeat } from '../figure.ts'
import type { HostileTimes } from '../hostile-times.ts'
import { measured } from '../measured-process.ts'
import { packageRoot } from '../../util/package.ts'

const SOURCE = 'lib/bench/hostile.bench.ts'
const SERVERS = 'lib/bench/hostile-servers.bench.ts'
const COMPILE_MS = 60_000
const DEADLINE_MS = 300_000

/** A run against each named misbehaviour. What misbehaves is no part of the build, so this compiles it first. */
export const hostileBattery: Experiment = {
  number: 6,
  title: 'run against one hostile endpoint, each behaviour',
  async measure({ repetitions, folder }) {
    const root = packageRoot()
    const build = join(root, 'dist', 'bench')
    try {
      await compile(root, build)
      const all = await repeat(repetitions(3), () => battery(build, folder))
      const slowest = all.map(({ runs }) => largest(runs, ({ seconds }) => seconds))
      const hungriest = all.map(({ runs }) => largest(runs, ({ grownBytes }) => grownBytes))
      const quiet = median(all.map(({ quietPeakBytes }) => quietPeakBytes / 1e6))
      return [
        {
          name: 'slowest behaviour',
          unit: 's',
          values: slowest.map(({ seconds }) => seconds),
          target: { atMost: all[0]?.deadlineSeconds ?? 0 },
          note: `${all[0]?.runs.length} behaviours; the slowest: ${slowest[0]?.id}; the target is the deadline of a run`,
        },
        {
          name: 'peak memory over that of a quiet run',
          unit: 'MB',
          values: hungriest.map(({ grownBytes }) => grownBytes / 1e6),
          target: { atMost: 100 },
          note: `the most of all behaviours: ${hungriest[0]?.id}; a quiet run in the same process: ${quiet.toFixed(0)} MB`,
        },
      ]
    } finally {
      await rm(build, { recursive: true, force: true })
    }
  },
}

async function battery(build: string, folder: string): Promise<HostileTimes> {
  const taken = await measured({
    file: join(build, SOURCE.replace(/ts$/, 'js')),
    args: [],
    nodeArgs: ['--expose-gc'],
    folder,
    deadlineMs: DEADLINE_MS,
  })
  if (taken.exitCode !== 0)
    throw new NotMeasured(`the battery ended with ${taken.exitCode}: ${taken.complaint}`)
  return JSON.parse(taken.stdout)
}

function largest<T>(items: readonly T[], size: (item: T) => number): T {
  return items.reduce((most, item) => (size(item) > size(most) ? item : most))
}

async function compile(root: string, folder: string): Promise<void> {
  const compiler = compilerFrom(root)
  if (process.platform !== 'linux')
    throw new NotMeasured('needs Linux, which tells the peak memory of a moment')
  if (!existsSync(join(root, SOURCE)) || compiler === undefined)
    throw new NotMeasured('needs a checkout with the development packages')
  const options =
    '--noEmit false --module nodenext --target es2023 --rewriteRelativeImportExtensions --resolveJsonModule --skipLibCheck --noCheck --types node --rootDir . --ignoreConfig'
  await promisify(execFile)(
    process.execPath,
    [compiler, SOURCE, SERVERS, ...options.split(' '), '--outDir', folder],
    {
      cwd: root,
      timeout: COMPILE_MS,
    },
  )
}

function compilerFrom(root: string): string | undefined {
  try {
    const manifest = createRequire(join(root, 'package.json')).resolve('typescript/package.json')
    return join(dirname(manifest), 'bin', 'tsc')
  } catch {
    return undefined
  }
}
