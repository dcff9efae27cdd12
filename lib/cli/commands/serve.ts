import { once } from 'node:events'
import { DEFAULT_APEX_PORT, DEFAULT_PORT } from '../../../fixtures/reference/options.ts'
import { listAlterations } from '../../app/run/alterations.ts'
import type { Sandbox, SandboxOptions } from '../../app/run/sandbox.ts'
import { renderClients } from '../../app/report/console/render.ts'
import { startJudgedSandbox } from '../../app/traffic/sandbox.ts'
import { renderTable } from '../../engine/util/text.ts'
import { command } from '../command.ts'
import { widthOf } from '../host.ts'
import { onOrOff, wholeNumber, words } from '../settings/parsers.ts'
import { aSeed } from '../settings/options.ts'
import { Setting } from '../settings/setting.ts'

/** Starts the reference service, prints its base URL and keys, and serves until SIGINT or SIGTERM. */
export const serve = command({
  name: 'serve',
  summary: 'start the reference service as a sandbox',
  settings: {
    port: new Setting(
      '--port <port>',
      wholeNumber(0, 65_535),
      'port of the sandbox; 0: any free one',
      `${DEFAULT_PORT}, or a free one where that is taken`,
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
      'serve the reference service with these seeded faults; of two in the same step, with the last one',
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
    ).conflicts(['mutant', 'variant', 'port', 'vary']),
  },
  examples: [
    'chat-agent-conformance serve --port 8080',
    'chat-agent-conformance serve --vary 7',
    'chat-agent-conformance serve --list',
  ],
  action: async ({ host, interruption, values }) => {
    if (values.list === true) {
      host.stdout.write(renderAlterations(await listAlterations()))
      return 0
    }
    const { port, allowance, mutant: mutants, variant: variants, vary } = values
    const log = (line: string): void => host.stdout.write(`${line}\n`)
    return interruption.guard(async (signal) => {
      const start = (ports: Pick<SandboxOptions, 'port' | 'apexPort'>): Promise<Sandbox> =>
        startJudgedSandbox({ ...ports, allowance, mutants, variants, vary, log })
      const usual = { port: DEFAULT_PORT, apexPort: DEFAULT_APEX_PORT }
      const sandbox = await start(port === undefined ? usual : { port }).catch((error: unknown) => {
        if (port !== undefined) throw error
        log('A usual port is taken: free ones are used instead.')
        return start({ port: 0 })
      })
      try {
        host.stdout.write(renderSandbox(sandbox))
        if (!signal.aborted) await once(signal, 'abort')
      } finally {
        const record = await sandbox.close()
        if (record !== undefined && record.requests.total > 0) {
          host.stdout.write(renderClients(record, host.stdout.isTTY, widthOf(host)))
        }
      }
      return 0
    })
  },
})

function renderAlterations({ mutants, variants }: Awaited<ReturnType<typeof listAlterations>>): string {
  return [
    `Seeded faults (--mutant ID…)\n${renderTable(
      ['id', 'breaks', 'the mistake'],
      mutants.map(({ id, breaks, how }) => [id, breaks, how]),
    )}`,
    `Freedoms (--variant ID…)\n${renderTable(
      ['id', 'part', 'the freedom'],
      variants.map(({ id, part, why }) => [id, part, why]),
    )}`,
  ].join('\n')
}

/** How to call the sandbox, ready to paste. */
function renderSandbox({ baseUrl, keys, resetUrl, lasting }: Sandbox): string {
  const width = Math.max(0, ...keys.map(({ key }) => key.length))
  const lines = keys.map(({ key, meaning }) => `  ${key.padEnd(width)}  ${meaning}\n`).join('')
  const [first] = keys
  const example =
    first === undefined ? '' : `\nTry: curl -H 'Authorization: Bearer ${first.key}' ${baseUrl}/me\n`
  const freedoms = lasting.map(({ id, why }) => `  ${id}: ${why}\n`).join('')
  const drawn = freedoms === '' ? '' : `\nIn use for all requests:\n${freedoms}`
  return `Reference service at ${baseUrl}\n\nKeys:\n${lines}${drawn}${example}Reset: curl -X POST ${resetUrl}\n\nCtrl-C ends it.\n`
}
