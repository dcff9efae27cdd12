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
    requirementIds: async (suite) => {
      const given = await setup()
      const { api } =
        suite === undefined ? given : await (await import('../run/cases.ts')).setupOf(given, { suite })
      return new Set(api.catalogue.rows.map(({ id }) => id))
    },
    engine: async () => (await import('../run/index.ts')).createEngine(await setup()),
    reports: async () => ({
      ...(await import('../report/progress.ts')),
      ...(await import('../report/console.ts')),
      ...(await import('../report/annotations.ts')),
      writeReports: async (...call) => (await import('../run/write-run.ts')).writeRun(await setup(), ...call),
    }),
    replay: async (...call) => (await import('./files.ts')).replayFile(await setup(), ...call),
    judge: async (...call) => (await import('./files.ts')).judgeFile(await setup(), ...call),
    prove: async (...call) => (await import('../prove/command.ts')).prove(await setup(), ...call),
  })
  await flushed()
  return exitCode
}
