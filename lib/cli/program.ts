import { Command, CommanderError } from 'commander'
import type { CommandEntry, Dependencies } from './command.ts'
import { COMMAND_ENTRIES } from './commands/registry.ts'
import { reportFault } from './faults.ts'
import {
  addFlags,
  commandHelp,
  flagsOf,
  programHelp,
  refuseKeys,
  unknownCommand,
  usageError,
} from './command-line.ts'
import type { Host } from './host.ts'
import { watchInterruption } from './interruption.ts'
import type { Interruption } from './interruption.ts'

/**
 * Runs a command line and resolves with the exit code; never rejects. `argv` does not contain the interpreter and the
 * script.
 */
export async function runProgram(
  argv: readonly string[],
  host: Host,
  dependencies: Dependencies,
): Promise<number> {
  const verbose = argv.includes('--verbose') || host.environment['CONFORMANCE_VERBOSE'] === '1'
  const report = (fault: unknown): Promise<void> => reportFault(fault, host, verbose)
  const interruption = watchInterruption(host, report)
  try {
    const exitCode = await execute(argv, host, dependencies, interruption)
    return interruption.faulty() ? 2 : exitCode
  } catch (error) {
    if (!interruption.isOwn(error)) await report(error)
    return 2
  } finally {
    await interruption.stop()
  }
}

async function execute(
  argv: readonly string[],
  host: Host,
  dependencies: Dependencies,
  interruption: Interruption,
): Promise<number> {
  refuseKeys(argv)
  let exitCode = 0
  const program = rootCommand(host, dependencies.version)
  for (const entry of COMMAND_ENTRIES) {
    const command = addCommand(program, entry)
    command.action(async () => {
      const operands = command.args
      const [stranger] = operands
      if (entry.operands === undefined && stranger !== undefined) {
        throw unknownCommand(
          stranger,
          COMMAND_ENTRIES.map(({ name }) => name),
        )
      }
      interruption.begin(entry.guards === true)
      const action = await entry.load()
      const flags = flagsOf(command, entry.name)
      exitCode = await action({
        command: entry.name,
        flags,
        operands,
        host,
        dependencies,
        interruption,
      })
    })
  }
  await parse(program, argv)
  return exitCode
}

async function parse(program: Command, argv: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return
    const command = COMMAND_ENTRIES.find(({ name }) => argv.includes(name))?.name ?? 'run'
    throw usageError(error, command)
  }
}

function rootCommand(host: Host, version: string): Command {
  return new Command('chat-agent-conformance')
    .description('Verifies that a server implements the Workspace Chat-Agent REST API as specified.')
    .version(version)
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      // This program reports errors itself, in one line.
      writeErr: () => undefined,
      getOutHelpWidth: () => host.stdout.columns ?? 100,
    })
    .exitOverride()
    .showSuggestionAfterError(false)
    .addHelpText('after', programHelp())
}

function addCommand(program: Command, entry: CommandEntry): Command {
  const command = program
    .command(entry.name, { isDefault: entry.name === 'run' })
    .summary(entry.summary)
    .description(entry.summary)
    .allowExcessArguments(entry.operands === undefined)
    .addHelpText('after', commandHelp(entry))
  if (entry.operands !== undefined) command.arguments(entry.operands)
  addFlags(command, entry.name)
  return command
}
