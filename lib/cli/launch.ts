import { packageVersion } from '../util/package.ts'
import { flushed, nodeHost } from './node-host.ts'
import { runProgram } from './program.ts'

/** Runs the command line of this process and resolves with the exit code when all output is written. */
export async function launch(): Promise<number> {
  const exitCode = await runProgram(process.argv.slice(2), nodeHost(), {
    version: packageVersion(),
    requirementIds: async () =>
      new Set((await import('../api/catalogue/index.ts')).CATALOGUE.map(({ id }) => id)),
    engine: () => import('../run/index.ts'),
    reports: async () => ({
      ...(await import('../report/progress.ts')),
      ...(await import('../report/console.ts')),
      ...(await import('../report/annotations.ts')),
      writeReports: (await import('../run/write-run.ts')).writeRun,
    }),
    replay: async (...call) => (await import('./files/replay.ts')).replayFile(...call),
    judge: async (...call) => (await import('./files/judge.ts')).judgeFile(...call),
    merge: async (records) => (await import('../run/record/merge.ts')).mergeRecords(records),
    prove: async (...call) => (await import('../prove/command.ts')).prove(...call),
    startSandbox: async (options) => (await import('../run/sandbox.ts')).startSandbox(options),
  })
  await flushed()
  return exitCode
}
