import type { Finding } from '../../../judge/finding.ts'
import type { Html } from '../html.ts'
import type { PageContext } from '../page-context.ts'
import { curlAtOnce, sentAtOnce, sourceOf } from '../../lookup.ts'
import { replayCommand } from '../../replay.ts'
import { thousands } from '../../../util/text.ts'
import { difference } from '../difference.ts'
import { html } from '../html.ts'
import { cut } from '../json-view.ts'
import { exchangeLink } from '../page-context.ts'
import { exchangeDetails } from './exchange.ts'

const LONGEST_TEXT = 1200
/** Exchanges of one finding that are shown; the first one tells, the others lead up to it. */
const MAX_EXCHANGES = 3

/**
 * One finding: where, expected against received, the exchange with its curl, and how to replay a generated input.
 *
 * @param nth - which finding of its requirement it is, from 0
 * @param open - whether its first exchange is unfolded
 */
export function findingBlock(finding: Finding, context: PageContext, nth: number, open: boolean): Html {
  const { record, find } = context
  const { expected, received } = difference(
    cut(finding.expected, LONGEST_TEXT),
    cut(finding.received, LONGEST_TEXT),
  )
  const source = sourceOf(finding, find)
  return html`<div class="f">
    <p class="where">
      <code>${finding.where}</code
      >${finding.pointer !== undefined && html` at <code>${finding.pointer || '/'}</code>`}${finding.count > 1 && html` <span class="times">seen ${thousands(finding.count)} times</span>`}${source !== undefined && html` <span class="mut">${source}</span>`}
    </p>
    <dl class="diff">
      <dt>expected</dt>
      <dd>${expected}</dd>
      <dt>received</dt>
      <dd>${received}</dd>
    </dl>
    ${exchanges(finding, context, nth, open)}${sideBySide(finding, context)}${
      finding.replay !== undefined &&
      html`<p class="lbl">Replay this input</p>
        <pre class="cmd">${replayCommand(record, finding.requirement, finding)}</pre>`
    }
  </div>`
}

function exchanges(finding: Finding, context: PageContext, nth: number, open: boolean): Html[] {
  const { find, placed, detail } = context
  const all = finding.exchanges.map((id) => find.exchange(id)).filter((exchange) => exchange !== undefined)
  const room = nth < detail.exchanges ? MAX_EXCHANGES : 0
  const shown = all.slice(0, room).filter(({ id }) => !placed.has(id))
  const linked = all.filter((exchange) => !shown.includes(exchange))
  for (const { id } of shown) placed.add(id)
  const blocks = shown.map((exchange) => {
    const telling = exchange === all[0]
    return exchangeDetails(exchange, detail.bodyChars, telling ? finding.pointer : undefined, open && telling)
  })
  if (linked.length === 0) return blocks
  return [
    ...blocks,
    html`<p class="mut">Exchanges ${linked.map((exchange) => html`${exchangeLink(exchange)} `)}</p>`,
  ]
}

/** Requests that fail together only, in one command. */
function sideBySide(finding: Finding, { find }: PageContext): Html | undefined {
  const atOnce = sentAtOnce(finding, find)
  if (atOnce.length === 0) return undefined
  return html`<p class="lbl">
      Sent at once: ${atOnce.map((exchange, index) => html`${index > 0 && ' and '}#${exchange.id}`)}. They
      fail only together, and only the first time: the replay below finds a fresh place for them
    </p>
    <pre class="cmd">${curlAtOnce(atOnce)}</pre>`
}
