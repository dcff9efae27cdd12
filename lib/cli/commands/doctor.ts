import { count, visible } from '../../util/text.ts'
import { wrap } from '../../report/console/layout.ts'
import type { Finding } from '../../run/doctor.ts'
import { defaultsOf, type RunOptions } from '../../run/options.ts'
import { type Invocation, readInvocation, runSettings } from '../command.ts'

const SIGNS: Readonly<Record<Finding['state'], string>> = { well: '✓', missing: '!', wrong: '✗', noted: '·' }
const COLUMN = 34

/** Checks whether a target can be verified, and prints what to fix first. Exit code 2 if something prevents a run. */
export async function doctor(invocation: Invocation): Promise<number> {
  const { host, interruption, dependencies } = invocation
  const reading = await readInvocation(invocation)
  const settings = await runSettings(reading, invocation)
  const width = Math.min(host.stdout.columns ?? 100, 120)
  const { examine } = await import('../../run/doctor.ts')
  if (settings.webhook !== undefined)
    host.stderr.write(
      `waiting up to ${Math.round(settings.webhook.waitMs / 1000)} s for a delivery on ${settings.webhook.host}:${settings.webhook.port}\n`,
    )
  const { findings, requests } = await interruption.guard(
    async () =>
      examine(await dependencies.setup(), settings, (finding) =>
        host.stdout.write(renderFinding(finding, width)),
      ),
    'interrupted',
  )
  const wrong = findings.some(({ state }) => state === 'wrong')
  host.stdout.write(`\n${count(requests, 'request')} spent.${wrong ? ' Mend what is marked ✗ first.' : ''}\n`)
  if (!wrong) host.stdout.write(nextCommands(settings, invocation.flags.baseUrl))
  return wrong ? 2 : 0
}

/** One finding as text: a sign, the subject, the result, and the remedy. */
export function renderFinding({ state, about, text, remedy = [] }: Finding, width: number): string {
  const lines = wrap(visible(text), Math.max(width - COLUMN, 30))
  return [
    ...lines.map(
      (line, index) => `${(index === 0 ? `${SIGNS[state]} ${about}` : '').padEnd(COLUMN)}${line}\n`,
    ),
    // A command is not wrapped, so that it can be copied.
    ...remedy.map((line) => `${' '.repeat(COLUMN)}→ ${visible(line)}\n`),
  ].join('')
}

/** @param flag - the base address of the command line; without it, the commands read the environment, too */
function nextCommands({ baseUrl, otherApiKey }: RunOptions, flag: string | undefined): string {
  const target = flag === undefined ? '' : ` --base-url ${flag}`
  const lacksOther = baseUrl !== undefined && otherApiKey === undefined
  return [
    'Next:',
    `  npx chat-agent-conformance plan${target}                 # what a run would spend`,
    `  npx chat-agent-conformance run${target} --profile smoke  # at most ${defaultsOf('smoke', lacksOther).budget} requests, reading only`,
    `  npx chat-agent-conformance run${target} --writes         # everything${lacksOther ? ' but isolation' : ''}`,
    '',
  ].join('\n')
}
