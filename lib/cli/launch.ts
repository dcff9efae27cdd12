import type { Dependencies } from './dependencies.ts'
import { flushed, nodeHost } from './node-host.ts'
import { runProgram } from './program.ts'

/** Runs the command line of this process, and ends it with the exit code when all output is written. */
export async function launch(dependencies: Dependencies): Promise<void> {
  const exitCode = await runProgram(process.argv.slice(2), nodeHost(), dependencies)
  await flushed()
  process.exit(exitCode)
}
