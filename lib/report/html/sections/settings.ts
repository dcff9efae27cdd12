import type { Html } from '../html.ts'
import type { PageContext } from '../page-context.ts'
import { count, duration, instant } from '../../../util/text.ts'
import { html } from '../html.ts'

/** What the operator allowed and supplied: what a reader needs to judge the run and to repeat it. */
export function settingsSection({ record }: PageContext): Html {
  const { settings } = record
  const selection = [
    ...(settings.selection?.only ?? []),
    ...(settings.selection?.parts ?? []).map((part) => `part ${part}`),
  ]
  const pairs: readonly (readonly [string, string])[] = [
    ['Started', instant(record.startedAt)],
    ['Finished', `${instant(record.finishedAt)}, after ${duration(record.durationMs)}`],
    ['Profile, seed', `${record.profile}, ${record.seed}`],
    ['Budget', count(settings.budget, 'request')],
    ['Generated inputs', `${settings.fuzzRuns} for each property`],
    ['Writes allowed', yes(settings.writes)],
    ['Second key', yes(settings.otherKey)],
    ['Exhaustible key', yes(settings.exhaustibleKey)],
    ['Webhook listener', yes(settings.webhooks)],
    ['Apex host', settings.apexUrl ?? 'not given'],
    ['Strict', yes(settings.strict)],
    ['Selection', selection.length === 0 ? 'everything' : selection.join(', ')],
    ...(settings.shard === undefined
      ? []
      : ([['Shard', `${settings.shard.index} of ${settings.shard.count}`]] as const)),
    ['Tool', `${record.tool.name} ${record.tool.version}`],
  ]
  return html`<section id="run" aria-labelledby="h-run">
    <h2 id="h-run">This run</h2>
    <dl class="pairs">
      ${pairs.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </section>`
}

function yes(value: boolean): string {
  return value ? 'yes' : 'no'
}
