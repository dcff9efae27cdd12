import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { DEFAULT_APEX_PORT, DEFAULT_PORT } from '../../../fixtures/reference/options.ts'
import { listAlterations } from '../../app/run/alterations.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../app/run/sandbox.ts'
import { renderClients } from '../../app/report/console/render.ts'
import type { RunRecord } from '../../app/report/record.ts'
import { viewOf } from '../../app/report/view/view.ts'
import { observedServed } from '../../app/traffic/exchange.ts'
import { recordOf } from '../../app/traffic/record.ts'
import { Traffic } from '../../app/traffic/traffic.ts'
import { ConfigurationError, errorCode } from '../../engine/util/errors.ts'
import { once as madeOnce } from '../../engine/util/memo.ts'
import { renderTable } from '../../engine/util/text.ts'
import { measure } from '../../engine/util/time.ts'
import { command } from '../command.ts'
import { type Host, widthOf } from '../host.ts'
import { onOrOff, someText, wholeNumber, words } from '../settings/parsers.ts'
import { aSeed } from '../settings/options.ts'
import { Setting } from '../settings/setting.ts'

/**
 * Starts the reference service and judges the requests of clients: until SIGINT or SIGTERM, or for as long as a command
 * runs.
 */
export const serve = command({
  name: 'serve',
  summary: 'judge a client: a sandbox of the API, which your tests ask',
  operands: '[arguments...]',
  settings: {
    for: new Setting(
      '--for <command...>',
      (text) => [someText(text)],
      'run this command with the address and the keys of the sandbox in its environment, and end with it',
    ),
    port: new Setting(
      '--port <port>',
      wholeNumber(0, 65_535),
      'port of the sandbox; 0: any free one',
      `${DEFAULT_PORT}, or a free one where that is taken or with --for`,
    ),
    host: new Setting(
      '--host <host>',
      (text) => someText(text).replace(/^\[(.*)\]$/, '$1'),
      'network address that it listens on; 0.0.0.0 for clients in containers and on phones',
      '127.0.0.1',
    ),
    allowance: new Setting(
      '--allowance <n>',
      wholeNumber(1, 1_000_000_000),
      'requests per hour that each key of the sandbox may send',
      '1000',
    ),
    mutant: new Setting(
      '--mutant <id...>',
      words,
      'serve the reference service with these seeded faults; of two that change the same step, the last counts',
    ),
    variant: new Setting('--variant <id...>', words, 'serve the reference service with these freedoms used'),
    vary: new Setting(
      '--vary [seed]',
      aSeed,
      'use freedoms that the specification grants, drawn anew for each request and printed',
    )
      .preset('1')
      .conflicts(['mutant', 'variant']),
    list: new Setting(
      '--list',
      onOrOff,
      'list the seeded faults and the freedoms by name, and serve nothing',
    ).conflicts(['for', 'mutant', 'variant', 'port', 'vary']),
  },
  examples: [
    "chat-agent-conformance serve --for 'npm test'",
    'chat-agent-conformance serve --port 8080',
    'chat-agent-conformance serve --vary 7 --for pytest -- -q tests',
    'chat-agent-conformance serve --list',
  ],
  notes: `The command of --for finds the sandbox in CONFORMANCE_BASE_URL, CONFORMANCE_API_KEY,
CONFORMANCE_OTHER_API_KEY, CONFORMANCE_EXHAUSTIBLE_API_KEY and
CONFORMANCE_APEX_URL. One word is a line for the shell; words after -- are
arguments of the command.

Exit codes with --for: that of the command where it is not 0; otherwise 0 if its
requests keep to the contract, 1 if they do not, 2 if there were none.
`,
  action: async ({ host, interruption, values, operands }) => {
    if (values.list === true) {
      host.stdout.write(renderAlterations(await listAlterations()))
      return 0
    }
    const { mutant: mutants, variant: variants, for: line, port, ...same } = values
    if (line === undefined && operands.length > 0)
      throw new ConfigurationError('serve takes arguments for the command of --for only')
    const log = (line: string): void => host.stdout.write(`${line}\n`)
    return interruption.guard(async (signal) => {
      const options = { ...same, mutants, variants, log }
      // A command is told the address, so that any free port will do.
      const sandbox = await start(options, line === undefined ? port : (port ?? 0))
      try {
        return line === undefined
          ? await untilEnded(sandbox, host, signal)
          : await whileRuns([...line, ...operands], sandbox, host, signal)
      } finally {
        await sandbox.close()
      }
    })
  },
})

type StartOptions = Omit<SandboxOptions, 'port' | 'apexPort'> & Required<Pick<SandboxOptions, 'log'>>

/** Starts a sandbox on the given port, or on the usual ports, or on free ones if those are taken. */
async function start(options: StartOptions, port: number | undefined): Promise<JudgedSandbox> {
  if (port !== undefined) return startJudged({ ...options, port })
  try {
    return await startJudged({ ...options, port: DEFAULT_PORT, apexPort: DEFAULT_APEX_PORT })
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE') throw error
    options.log('A usual port is taken: free ones are used instead.')
    return startJudged({ ...options, port: 0 })
  }
}

interface JudgedSandbox extends Sandbox {
  /** The record of the requests so far, without keys. */
  readonly judged: () => RunRecord
}

async function startJudged(options: SandboxOptions): Promise<JudgedSandbox> {
  const taken = measure()
  let lastId = 0
  // Its address is known once it has started, before the first request.
  const traffic = madeOnce(() => new Traffic(sandbox.baseUrl))
  const told = new Set<string>()
  const sandbox = await startSandbox({
    ...options,
    onServed: (served) => traffic().add(observedServed(sandbox.baseUrl, served, ++lastId)),
    onForeign: (protocol) => {
      if (!told.has(protocol))
        options.log?.(
          `A client speaks ${protocol}: the sandbox speaks HTTP/1.1 without TLS, at ${sandbox.baseUrl}`,
        )
      told.add(protocol)
    },
  })
  const { baseUrl } = sandbox
  return {
    ...sandbox,
    judged: () => recordOf(traffic(), { baseUrl, judged: 'client', span: taken() }),
  }
}

async function untilEnded(sandbox: JudgedSandbox, host: Host, signal: AbortSignal): Promise<number> {
  host.stdout.write(renderSandbox(sandbox))
  if (!signal.aborted) await once(signal, 'abort')
  const record = sandbox.judged()
  if (record.requests.total > 0)
    host.stdout.write(renderClients(viewOf(record), host.stdout.isTTY, widthOf(host)))
  return 0
}

/** What the exit code of a record says of the requests of a command. */
const REASONS: Readonly<Record<number, string>> = {
  0: 'the requests keep to the contract',
  1: 'the requests break the contract',
  2: 'no request came',
}

/** Runs a command to its end, then reports what its requests showed, and decides whose exit code counts. */
async function whileRuns(
  words: readonly string[],
  sandbox: JudgedSandbox,
  host: Host,
  signal: AbortSignal,
): Promise<number> {
  const { baseUrl, variables } = sandbox
  const environment = {
    ...reachedDirectly(host.environment, new URL(baseUrl).hostname),
    CONFORMANCE_BASE_URL: baseUrl,
    ...Object.fromEntries(variables.map(({ name, value }) => [name, value])),
  }
  const code = await runCommand(words, { cwd: host.folder, env: environment }, signal)
  const record = sandbox.judged()
  host.stdout.write(renderClients(viewOf(record), host.stdout.isTTY, widthOf(host)))
  const exitCode = code === 0 ? record.exitCode : code
  const reason = code === 0 ? REASONS[exitCode] : 'the one of the command'
  host.stdout.write(`Exit code ${exitCode}: ${reason}.\n`)
  return exitCode
}

/** An environment in which the sandbox is asked without a proxy. Clients read either spelling of the variable. */
function reachedDirectly(environment: Host['environment'], name: string): Host['environment'] {
  const { NO_PROXY, no_proxy: given = NO_PROXY } = environment
  const hosts = [...(given ? [given] : []), 'localhost', '127.0.0.1', '::1', name].join(',')
  return given === '*' ? environment : { ...environment, NO_PROXY: hosts, no_proxy: hosts }
}

/** Groups of processes are known everywhere but on Windows. */
const HAS_GROUPS = process.platform !== 'win32'
const GRACE_MS = 5000

/**
 * Runs a command as a group of processes and resolves with its exit code, as a shell returns it. Processes
 * that it left behind are ended, too.
 */
async function runCommand(
  [line = '', ...further]: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  signal: AbortSignal,
): Promise<number> {
  const child = spawn(line, further, {
    cwd,
    env,
    stdio: 'inherit',
    shell: further.length === 0,
    detached: HAS_GROUPS,
  })
  const onAbort = (): void => {
    end(child, 'SIGTERM')
    setTimeout(() => end(child, 'SIGKILL'), GRACE_MS).unref()
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', (error) =>
        reject(new ConfigurationError(`--for: the command cannot be started (${errorCode(error)})`)),
      )
      child.once('exit', (code, killed) =>
        resolve(code ?? 128 + (killed === null ? 0 : constants.signals[killed])),
      )
    })
  } finally {
    signal.removeEventListener('abort', onAbort)
    end(child, 'SIGTERM')
  }
}

/** Sends a signal to a command and all processes that it started; ended ones are ignored. */
function end(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(HAS_GROUPS ? -child.pid : child.pid, signal)
  } catch {
    // All processes have ended.
  }
}

function shortened([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`
}

function renderAlterations({ mutants, variants }: Awaited<ReturnType<typeof listAlterations>>): string {
  return [
    `Seeded faults (--mutant ID…)\n${renderTable(
      ['id', 'breaks', 'the mistake'],
      mutants.map(({ id, breaks, how }) => [id, shortened(breaks), how]),
    )}`,
    `Freedoms (--variant ID…)\n${renderTable(
      ['id', 'the freedom'],
      variants.map(({ id, why }) => [id, why]),
    )}`,
  ].join('\n')
}

function renderSandbox({ baseUrl, variables, resetUrl, lasting }: Sandbox): string {
  const rows = [{ name: 'CONFORMANCE_BASE_URL', value: baseUrl, meaning: 'the address' }, ...variables]
  const width = Math.max(...rows.map(({ name, value }) => name.length + value.length + 1))
  const lines = rows.map(({ name, value, meaning }) => `  ${`${name}=${value}`.padEnd(width)}  ${meaning}\n`)
  const [first] = variables
  const freedoms = lasting.map(({ id, why }) => `  ${id}: ${why}\n`).join('')
  const drawn = freedoms === '' ? '' : `\nIn use for all requests:\n${freedoms}`
  return `Reference service at ${baseUrl}

${lines.join('')}${drawn}
Try: curl -H 'Authorization: Bearer ${first?.value}' ${baseUrl}/me
Reset: curl -X POST ${resetUrl}

Ctrl-C ends it, and shows what clients did wrong.
`
}
