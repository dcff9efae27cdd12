import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Experiment, median, NotMeasured, repeat } from '../figure.ts'
import type { HostileTimes } from '../hostile-times.ts'
import { measured } from '../measured-process.ts'
import { packageRoot } from '../../run/version.ts'

const SOURCE = 'lib/bench/hostile.bench.ts'
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
      const all = await repeat(repetitions(3), async () => {
        const file = join(build, SOURCE.replace(/ts$/, 'js'))
        const taken = await measured({ file, args: [], folder, deadlineMs: DEADLINE_MS })
        if (taken.exitCode !== 0)
          throw new NotMeasured(`the battery ended with ${taken.exitCode}: ${taken.complaint}`)
        const times: HostileTimes = JSON.parse(taken.stdout)
        return { taken, times }
      })
      const slowest = all.map(({ times }) => times.runs.toSorted((a, b) => b.seconds - a.seconds)[0])
      const [first] = all
      return [
        {
          name: 'slowest behaviour',
          unit: 's',
          values: slowest.map((run) => run?.seconds ?? NaN),
          target: { atMost: first?.times.deadlineSeconds ?? 0 },
          note: `${first?.times.runs.length} behaviours; the slowest: ${slowest[0]?.id}; the target is the deadline of a run`,
        },
        {
          name: 'peak memory over that of quiet runs',
          unit: 'MB',
          values: all.map(({ taken, times }) => taken.peakMegabytes - times.quietPeakBytes / 1e6),
          target: { atMost: 100 },
          note: `hostile servers in the same process; quiet runs ${median(all.map(({ times }) => times.quietPeakBytes / 1e6)).toFixed(0)} MB`,
        },
      ]
    } finally {
      await rm(build, { recursive: true, force: true })
    }
  },
}

async function compile(root: string, folder: string): Promise<void> {
  const compiler = compilerFrom(root)
  if (!existsSync(join(root, SOURCE)) || compiler === undefined)
    throw new NotMeasured('needs a checkout with the development packages')
  const options =
    '--noEmit false --module nodenext --target es2023 --rewriteRelativeImportExtensions --resolveJsonModule --skipLibCheck --noCheck --types node --rootDir . --ignoreConfig'
  await promisify(execFile)(process.execPath, [compiler, SOURCE, ...options.split(' '), '--outDir', folder], {
    cwd: root,
    timeout: COMPILE_MS,
  })
}

function compilerFrom(root: string): string | undefined {
  try {
    const manifest = createRequire(join(root, 'package.json')).resolve('typescript/package.json')
    return join(dirname(manifest), 'bin', 'tsc')
  } catch {
    return undefined
  }
}
