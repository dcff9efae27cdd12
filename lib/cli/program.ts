import { Command, CommanderError } from 'commander'
import type { AddCommand, CommandContext, RunConformance } from './command.ts'
import { reportFault } from './faults.ts'
import { programHelp, refuseKeys, usageError } from './help.ts'
import { type Host, widthOf } from './host.ts'
import { Interruption } from './interruption.ts'
import { packageVersion } from '../engine/util/package.ts'

/** Every command, in the order of the help. Its module is loaded when it is called: a cold start is part of every run. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  run: async () => (await import('./commands/run.ts')).run,
  serve: async () => (await import('./commands/serve.ts')).serve,
  judge: async () => (await import('./commands/judge.ts')).judge,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  list: async () => (await import('./commands/list.ts')).list,
  explain: async () => (await import('./commands/explain.ts')).explain,
  compare: async () => (await import('./commands/compare.ts')).compare,
  init: async () => (await import('./commands/init.ts')).init,
}

/**
 * Runs a command line and resolves with the exit code; never rejects. `argv` does not contain the interpreter and the
 * script.
 */
export async function runProgram(
  argv: readonly string[],
  host: Host,
  { runConformance = verifyForReal }: Partial<Pick<CommandContext, 'runConformance'>> = {},
): Promise<number> {
  let exitCode = 0
  let isRecorded = false
  const report = (fault: unknown): Promise<void> => reportFault(fault, host, argv, !isRecorded)
  const interruption = new Interruption(host, report)
  const ended = (code: number): void => {
    exitCode = code
  }
  const recorded = (): void => {
    isRecorded = true
  }
  try {
    refuseKeys(argv)
    const words = withCommand(argv)
    await parse(
      await createProgram(
        { host, interruption, runConformance, isBare: argv.length === 0, ended, recorded },
        words[0],
      ),
      words,
    )
    return interruption.faulty() ? 2 : exitCode
  } catch (error) {
    if (!interruption.isOwn(error)) await report(error)
    if (!isRecorded && withCommand(argv)[0] === 'run') await leaveRefusal(error, argv, host)
    return 2
  } finally {
    await interruption.stop()
  }
}

/** A run that was refused before it began must leave no report of success to the folder's readers. */
async function leaveRefusal(error: unknown, argv: readonly string[], host: Host): Promise<void> {
  const { leaveInExisting } = await import('./unjudged.ts')
  await leaveInExisting(error, argv, host)
}

const verifyForReal: RunConformance = async (...call) =>
  (await import('../app/run/index.ts')).runConformance(...call)

const VERSION_FLAGS = ['--version', '-V']
const PROGRAM_FLAGS = ['--help', '-h', ...VERSION_FLAGS]

/** The command line with its command: `run` if none is named. */
export function withCommand(argv: readonly string[]): readonly string[] {
  const [first] = argv
  const isNamed = first !== undefined && (!first.startsWith('-') || PROGRAM_FLAGS.includes(first))
  return isNamed ? argv : ['run', ...argv]
}

/**
 * The program for commander.
 * @param first - the first word of the command line: with the name of a command, that command alone is loaded; absent: all
 */
export async function createProgram(context: CommandContext, first = ''): Promise<Command> {
  const { stdout } = context.host
  const program = new Command('chat-agent-conformance')
    .description('Verifies that a server keeps to the specification of the Chat-Agent REST API.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      // Errors are reported in one line, by `usageError`.
      writeErr: () => undefined,
      getOutHelpWidth: () => widthOf(context.host),
    })
    .exitOverride()
    .helpCommand(false)
    .helpOption('-h, --help', 'show this help, or that of a command')
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText('after', programHelp())
  if (VERSION_FLAGS.includes(first)) return program
  const named = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined
  const loading = named === undefined ? Object.values(COMMANDS) : [named]
  for (const add of await Promise.all(loading.map((load) => load()))) add(program, context)
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
