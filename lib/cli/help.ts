import { OPTIONS } from './config/options.ts'
import type { CommandEntry } from './command.ts'

const EXIT_CODES = `Exit codes:
  0  no requirement is violated
  1  a requirement is violated, or a known failure passed unexpectedly
  2  nothing could be judged: usage, configuration, an unreachable target, a fault of the tool
  3  incomplete, under --strict
`

/** What the program's help says behind the list of commands. */
export function programHelp(): string {
  return `
Without a command: run. "chat-agent-conformance <command> --help" shows the options of a command.

${examples([
  'chat-agent-conformance                                        # the embedded reference service',
  'CONFORMANCE_API_KEY=… chat-agent-conformance --base-url https://host/v1',
  'chat-agent-conformance plan --base-url https://host/v1 --profile smoke',
])}
${environmentVariables()}
${EXIT_CODES}`
}

/** What the help of one command says behind its options. */
export function commandHelp(entry: CommandEntry): string {
  const environment = entry.name === 'run' ? `\n${keyVariables()}\n${EXIT_CODES}` : ''
  return `\n${examples(entry.examples)}${environment}`
}

function examples(lines: readonly string[]): string {
  return `Examples:\n${lines.map((line) => `  ${line}\n`).join('')}`
}

/** The variables that have no flag; the others stand beside their flags. */
function keyVariables(): string {
  const rows = OPTIONS.flatMap(({ variable, flag, description }) =>
    variable === undefined || flag !== undefined ? [] : [`  ${variable.padEnd(31)}  ${description}\n`],
  )
  return `Keys, from the environment or .env only:\n${rows.join('')}`
}

/** Every variable with what it is for; flags win over the environment, which wins over `.env`. */
function environmentVariables(): string {
  const rows = OPTIONS.flatMap(({ variable, flag, description }) =>
    variable === undefined ? [] : [[variable, flag ?? 'no flag', description] as const],
  )
  const width = Math.max(...rows.map(([variable]) => variable.length))
  const flagWidth = Math.max(...rows.map(([, flag]) => flag.length))
  const lines = rows.map(
    ([variable, flag, description]) =>
      `  ${variable.padEnd(width)}  ${flag.padEnd(flagWidth)}  ${description}\n`,
  )
  return `Environment variables (also read from .env in this folder; flags win):\n${lines.join('')}`
}
