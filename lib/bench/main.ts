import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { endAll } from './children.ts'
import { type Experiment, isMet, type Setting } from './figure.ts'
import { EXPERIMENTS } from './figures/index.ts'
import { type BenchOptions, readOptions } from './options.ts'
import { renderTable, type Result } from './table.ts'

const HELP = `Usage: npm run bench -- [--quick] [--only N[,N...]]

Measures what the tool costs, and prints one table. Exit code 0: every target is met; 1: some are not; 2: something could not be measured.

  --quick     one repetition of each measurement
  --only N    these experiments only:
${EXPERIMENTS.map(({ number, title }) => `                ${number}  ${title}`).join('\n')}
`

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endAll()
    process.exit(130)
  })
}
process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const options = optionsFrom(args)
  if (options === undefined) return 2
  if (options.help) {
    process.stdout.write(HELP)
    return 0
  }
  const results: Result[] = []
  for (const experiment of EXPERIMENTS.filter(({ number }) => options.only?.has(number) ?? true)) {
    process.stderr.write(`${experiment.number} ${experiment.title} (load ${load()})\n`)
    // oxlint-disable-next-line no-await-in-loop -- side by side they would share the processor
    results.push(await resultOf(experiment, options))
  }
  process.stdout.write(`${conditions()}\n\n${renderTable(results)}`)
  if (results.some(({ problem }) => problem !== undefined)) return 2
  return results.every(({ figures }) => figures.every((figure) => isMet(figure) !== false)) ? 0 : 1
}

function optionsFrom(args: readonly string[]): BenchOptions | undefined {
  try {
    return readOptions(
      args,
      EXPERIMENTS.map(({ number }) => number),
    )
  } catch (error) {
    process.stderr.write(`error: ${oneLine(error)}\n`)
    return undefined
  }
}

async function resultOf({ number, title, measure }: Experiment, { quick }: BenchOptions): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-bench-'))
  const setting: Setting = { folder, repetitions: (usual) => (quick ? 1 : usual) }
  try {
    return { number, title, figures: await measure(setting) }
  } catch (error) {
    return { number, title, figures: [], problem: oneLine(error) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Times tell something only of a machine that does nothing else. */
function conditions(): string {
  const cores = availableParallelism()
  const busy = (loadavg()[0] ?? 0) > cores ? ': busy, so that times and rates tell little' : ''
  return `Node ${process.version}, ${cores} cores, load ${load()}${busy}; MB are 10^6 bytes`
}

function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1)
}

function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
