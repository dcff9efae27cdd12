import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { address } from '../../engine/util/address.ts'
import { ConfigurationError, errorCode } from '../../engine/util/errors.ts'
import { startProxy } from '../../app/traffic/proxy.ts'
import { command } from '../command.ts'
import { publish } from '../publish.ts'
import { someText, wholeNumber } from '../settings/parsers.ts'
import { judgedSide, OUTPUT, TARGET } from '../settings/options.ts'
import { resolveOutput } from '../settings/output.ts'
import { Setting } from '../settings/setting.ts'

/** Where a command finds the proxy. */
const VARIABLE = 'CONFORMANCE_PROXY_URL'

/** Stands between clients and a target, and judges both by what passes. */
export const proxy = command({
  name: 'proxy',
  summary: 'stand between clients and a target, and judge both by their traffic',
  operands: '[arguments...]',
  settings: {
    target: new Setting('--target <url>', address, 'base address of the target, version segment included'),
    port: new Setting('--port <port>', wholeNumber(0, 65_535), 'port of the proxy', 'a free one'),
    host: new Setting('--host <host>', someText, 'address that the proxy listens on', '127.0.0.1'),
    for: new Setting(
      '--for <command>',
      someText,
      `run this command, with ${VARIABLE} set, and end with it; what follows \`--\` are its arguments`,
    ).conflicts('untilIdle'),
    untilIdle: new Setting(
      '--until-idle <seconds>',
      wholeNumber(1, 86_400),
      'end after so many seconds without an exchange',
    ),
    judge: judgedSide('both'),
    insecure: TARGET.insecure,
    reports: OUTPUT.reports,
    verbose: OUTPUT.verbose,
    quiet: OUTPUT.quiet,
    color: OUTPUT.color,
  },
  examples: [
    'chat-agent-conformance proxy --target https://host/v1 --port 8090',
    "chat-agent-conformance proxy --target http://127.0.0.1:3000/v1 --judge client --for 'npm test'",
  ],
  notes: `Without --for and --until-idle it ends with Ctrl-C. With --for, the exit code of the command counts where it is not 0.`,
  action: async ({ host, interruption, values, operands }) => {
    const { target, port = 0, host: at = '127.0.0.1', judge: judged = 'both', for: line, untilIdle } = values
    if (target === undefined)
      throw new ConfigurationError('--target is needed: the base address of the target')
    const output = resolveOutput(values, host)
    return interruption.guard(async (signal) => {
      const started = await startProxy({
        target: new URL(target),
        host: at,
        port,
        judged,
        verifyTls: values.insecure !== true,
      })
      if (!output.quiet) host.stdout.write(`Proxy at ${started.baseUrl} for ${target}\n`)
      const environment = { ...host.environment, [VARIABLE]: started.baseUrl }
      let ofCommand = 0
      try {
        if (line !== undefined) ofCommand = await runCommand(line, operands, environment, signal)
        else if (untilIdle !== undefined) await idle(started.idleMs, untilIdle * 1000, signal)
        else if (!signal.aborted) await once(signal, 'abort')
      } catch (error) {
        await started.stop()
        throw error
      }
      const exitCode = await publish(await started.stop(), output, host)
      return ofCommand === 0 ? exitCode : ofCommand
    })
  },
})

/** Runs a command to its end; resolves with its exit code. A signal to this tool is passed on. */
async function runCommand(
  line: string,
  further: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<number> {
  const child = spawn(line, further, { env, stdio: 'inherit', shell: further.length === 0 })
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new ConfigurationError(`--for: the command cannot be started (${errorCode(error)})`)),
    )
    child.once('close', (code, killed) => resolve(code ?? (killed === null ? 0 : 2)))
  })
}

/** Resolves when nothing has passed for so long. */
async function idle(idleMs: () => number, longestMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && idleMs() < longestMs)
    // oxlint-disable-next-line no-await-in-loop -- looks again when it might be over
    await delay(Math.max(50, longestMs - idleMs()), undefined, { signal }).catch(() => {})
}
