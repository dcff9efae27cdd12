import { packageVersion } from '../util/package.ts'
import type { Setup } from '../run/setup.ts'
import { flushed, nodeHost } from './node-host.ts'
import { runProgram } from './program.ts'

/** Loaded when a command needs it: a cold start is part of every run. */
async function setup(): Promise<Setup> {
  return (await import('../composition.ts')).SETUP
}

/** Runs the command line of this process and resolves with the exit code when all output is written. */
export async function launch(): Promise<number> {
  const exitCode = await runProgram(process.argv.slice(2), nodeHost(), {
    version: packageVersion(),
    setup,
    requirementIds: async () => new Set((await setup()).api.catalogue.rows.map(({ id }) => id)),
    engine: async () => {
      const [run, own] = await Promise.all([import('../run/index.ts'), setup()])
      return {
        runConformance: (...call) => run.runConformance(own, ...call),
        planRun: (...call) => run.planRun(own, ...call),
        listCatalogue: () => run.listCatalogue(own),
      }
    },
    reports: async () => ({
      ...(await import('../report/progress.ts')),
      ...(await import('../report/console.ts')),
      ...(await import('../report/annotations.ts')),
      writeReports: async (...call) => (await import('../run/write-run.ts')).writeRun(await setup(), ...call),
    }),
    replay: async (...call) => (await import('./files/replay.ts')).replayFile(await setup(), ...call),
    judge: async (...call) => (await import('./files/judge.ts')).judgeFile(...call),
    merge: async (records) => (await import('../run/record/merge.ts')).mergeRecords(await setup(), records),
    prove: async (...call) => (await import('../prove/command.ts')).prove(await setup(), ...call),
    startSandbox: async (options) =>
      (await import('../run/sandbox.ts')).startSandbox((await setup()).embedded, options),
  })
  await flushed()
  return exitCode
}
