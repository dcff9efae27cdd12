import { Command, CommanderError } from 'commander'
import type { Context, Dependencies } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import { reportFault } from './faults.ts'
import { programHelp, refuseKeys, usageError } from './help.ts'
import type { Host } from './host.ts'
import { watchInterruption } from './interruption.ts'

/**
 * Runs a command line and resolves with the exit code; never rejects. `argv` does not contain the interpreter and the
 * script.
 */
export async function runProgram(
  argv: readonly string[],
  host: Host,
  dependencies: Dependencies,
): Promise<number> {
  const isVerbose = argv.includes('--verbose') || host.environment['CONFORMANCE_VERBOSE'] === '1'
  const report = (fault: unknown): Promise<void> => reportFault(fault, host, isVerbose)
  const interruption = watchInterruption(host, report)
  let exitCode = 0
  const ended = (code: number): void => {
    exitCode = code
  }
  try {
    refuseKeys(argv)
    await parse(createProgram({ host, dependencies, interruption, ended }), withCommand(argv))
    return interruption.faulty() ? 2 : exitCode
  } catch (error) {
    if (!interruption.isOwn(error)) await report(error)
    return 2
  } finally {
    await interruption.stop()
  }
}

const PROGRAM_FLAGS = ['--help', '-h', '--version', '-V']

/** The command line with its command: `run` if none is named. */
export function withCommand(argv: readonly string[]): readonly string[] {
  const [first] = argv
  const isNamed = first !== undefined && (!first.startsWith('-') || PROGRAM_FLAGS.includes(first))
  return isNamed ? argv : ['run', ...argv]
}

/** The program with all its commands. */
export function createProgram(context: Context): Command {
  const { host, dependencies } = context
  const program = new Command('chat-agent-conformance')
    .description('Verifies that a server implements the Workspace Chat-Agent REST API as specified.')
    .version(dependencies.version)
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      // Errors are reported in one line, by `usageError`.
      writeErr: () => undefined,
      getOutHelpWidth: () => host.stdout.columns ?? 100,
    })
    .exitOverride()
    .addHelpText('after', programHelp())
  for (const add of COMMANDS) add(program, context)
  return program
}

async function parse(program: Command, argv: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return
    throw usageError(
      error,
      program.commands.map((command) => command.name()).find((name) => argv.includes(name)),
    )
  }
}
