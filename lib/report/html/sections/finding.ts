import type { Finding } from '../../../judge/finding.ts'
import { type Html, html, joined } from '../html.ts'
import { exchangeLink, type PageContext } from '../page.ts'
import { answerOf, curlAtOnce, pathOf, replayCommand, sentAtOnce, sourceOf } from '../../evidence.ts'
import { capChars, duration, thousands } from '../../../util/text.ts'
import { difference } from '../difference.ts'
import { bodyView, cut } from '../json-view.ts'
import type { RecordedExchange } from '../../record.ts'

const LONGEST_TEXT = 1200
/** The most exchanges shown per finding: the decisive one first, then those that led to it. */
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
    const isDecisive = exchange === all[0]
    return exchangeDetails(
      exchange,
      detail.bodyChars,
      isDecisive ? finding.pointer : undefined,
      open && isDecisive,
    )
  })
  if (linked.length === 0) return blocks
  return [
    ...blocks,
    html`<p class="mut">Exchanges ${linked.map((exchange) => html`${exchangeLink(exchange)} `)}</p>`,
  ]
}

/** Requests that fail only together, as one command. */
function sideBySide(finding: Finding, { find }: PageContext): Html | undefined {
  const atOnce = sentAtOnce(finding, find)
  if (atOnce.length === 0) return undefined
  return html`<p class="lbl">
      Sent at once: ${atOnce.map((exchange, index) => html`${index > 0 && ' and '}#${exchange.id}`)}. They
      fail only together, and only the first time: the replay below finds a fresh place for them
    </p>
    <pre class="cmd">${curlAtOnce(atOnce)}</pre>`
}

const KEYS = {
  main: 'key under test',
  other: 'second key',
  exhaustible: 'exhaustible key',
  none: 'no key',
  invalid: 'invalid key',
} as const

/** The most headers shown; traffic.har has all. */
const MAX_HEADERS = 16
const MAX_HEADER_CHARS = 300

/** One exchange, folded, with its request, its response and a curl command. */
export function exchangeDetails(
  exchange: RecordedExchange,
  bodyChars: number,
  pointer?: string,
  open = false,
): Html {
  const answer = responseText(exchange, bodyChars, pointer)
  return html`<details class="x" id="x${exchange.id}" ${open && html` open`}>
    <summary>${exchangeTitle(exchange)}</summary>
    <div class="panes">
      <div>
        <p class="lbl">Request</p>
        <pre class="body" tabindex="0" aria-label="Request">${requestText(exchange, bodyChars)}</pre>
      </div>
      <div>
        <p class="lbl">Response</p>
        <pre class="body" tabindex="0" aria-label="Response">${answer}</pre>
      </div>
    </div>
    <p class="lbl">curl</p>
    <pre class="cmd">${exchange.shortCurl ?? exchange.curl}</pre>
  </details>`
}

/** An exchange in one line, with method, path, status, key and time. */
export function exchangeTitle(exchange: RecordedExchange): Html {
  const path = capChars(pathOf(exchange), 200)
  return html`<span class="xid">#${exchange.id}</span> <b>${exchange.request.method}</b>
    <span class="path">${path}</span> <span class="st ${statusClass(exchange)}">${answerOf(exchange)}</span>
    <span class="mut">${KEYS[exchange.key]}, ${duration(exchange.durationMs)}</span>`
}

function statusClass({ response }: RecordedExchange): string {
  if (response === undefined) return 'st-0'
  if (response.status >= 500) return 'st-5'
  return response.status >= 400 ? 'st-4' : 'st-2'
}

function requestText({ request }: RecordedExchange, bodyChars: number): Html {
  const { method, url, headers, body } = request
  const lines = [html`<b>${method} ${cut(url, 1000)}</b>`, ...headerLines(headers)]
  return joined(
    body === undefined || body === '' ? lines : [...lines, '', bodyView(body, undefined, bodyChars)],
    '\n',
  )
}

function responseText({ response, failure }: RecordedExchange, bodyChars: number, pointer?: string): Html {
  if (response === undefined) {
    return joined([html`<b>No answer: ${failure?.kind ?? 'unknown'}</b>`, failure?.message], '\n')
  }
  const { status, headers, body, size } = response
  const isCut = size > Buffer.byteLength(body)
  const lines = [
    html`<b>${status}</b>`,
    ...headerLines(headers),
    ...(body === '' ? [] : ['', bodyView(body, pointer, bodyChars, isCut)]),
    ...(isCut ? [html`<i>… cut; ${thousands(size)} bytes in all</i>`] : []),
  ]
  return joined(lines, '\n')
}

function headerLines(headers: readonly (readonly [string, string])[]): Html[] {
  const lines = headers
    .slice(0, MAX_HEADERS)
    .map(([name, value]) => html`<span class="hd">${name}:</span> ${cut(value, MAX_HEADER_CHARS)}`)
  const left = headers.length - lines.length
  return left > 0 ? [...lines, html`<i>… ${left} more headers</i>`] : lines
}
