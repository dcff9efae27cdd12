import { type Plan, planRun } from '../../app/run/plan.ts'
import { few } from '../../engine/util/bounds.ts'
import { groupBy } from '../../engine/util/collections.ts'
import { count, renderTable, shownJson, shownLine, thousands } from '../../engine/util/text.ts'
import { command } from '../command.ts'
import { json, OUTPUT, RUN_SETTINGS, SOURCES } from '../settings/options.ts'
import { resolveRun } from '../settings/run-options.ts'

/** Prints what a run would spend, and what it could not exercise. Sends only what discovery needs. */
export const plan = command({
  name: 'plan',
  summary: 'show what a run would spend and what it could not exercise',
  settings: { ...RUN_SETTINGS, verbose: OUTPUT.verbose, json, ...SOURCES },
  examples: ['CONFORMANCE_API_KEY=… chat-agent-conformance plan --base-url https://host/v1 --profile full'],
  action: async (invocation) => {
    const { host, interruption, values } = invocation
    const settings = await resolveRun(invocation, host.environment)
    const planned = await interruption.guard((signal) => planRun(settings, signal))
    host.stdout.write(values.json === true ? shownJson(planned) : renderPlan(planned, values.verbose))
    return 0
  },
})

/** The bill as text: a row for each key. */
export function renderPlan(
  { bill, inconclusive, discoveryRequests, spendable }: Plan,
  verbose = false,
): string {
  const table = `Requests\n${renderTable(['key', 'requests'], Object.entries(bill))}`
  const note = `The plan itself spent ${count(discoveryRequests, 'request')}; the key under test may still spend ${thousands(spendable)}.\n`
  return [table, ...unexercised(inconclusive, verbose), note].join('\n')
}

/** The reasons, the most frequent first, each with the first of its requirements; `verbose`: with all of them. */
function unexercised(inconclusive: Plan['inconclusive'], verbose: boolean): string[] {
  if (inconclusive.length === 0) return []
  const lines = [...groupBy(inconclusive, ({ reason }) => reason)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([reason, some]) => {
      const ids = some.map(({ requirement }) => requirement)
      return `  ${shownLine(reason)}: ${verbose ? ids.join(', ') : few(ids)}\n`
    })
  return [`Would be inconclusive (${inconclusive.length})\n${lines.join('')}`]
}
