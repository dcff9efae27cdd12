import type { RecordedExchange } from '../record.ts'
import { bodyLines } from '../view/body.ts'
import { answerOf, pathOf, LONGEST_TEXT } from '../view/evidence.ts'
import { cut, KEY_WORDS } from '../wording.ts'
import { LONGEST_WORDS } from '../../../engine/util/bounds.ts'
import { capChars, count, duration, thousands } from '../../../engine/util/text.ts'
import { bodyHtml, type Html, html, joined } from './html.ts'
import { commandHtml, folded, MOST_IN_FULL, type PageView, section } from './page.ts'

/** The exchanges that are evidence of passes and observations, without those shown with violations. */
export function exchangesSection({ record, shownWith }: PageView): Html | undefined {
  const rest = record.exchanges.filter(({ id }) => !shownWith.has(id))
  if (rest.length === 0) return undefined
  const content = rest.map((one, index) =>
    index < MOST_IN_FULL
      ? exchangeDetails(one)
      : html`<p class="x" id="x${one.id}">${exchangeTitle(one)}</p>`,
  )
  return section(
    'exchanges',
    'Exchanges',
    rest.length,
    html`<p class="mut">
        Evidence for what passed and for open points. All ${count(record.requests.total, 'request')} of the
        run are in <a href="traffic.har">traffic.har</a>.
      </p>
      ${folded(`Show ${count(rest.length, 'exchange')}`, content)}`,
  )
}

/** How an exchange shows a finding. */
interface Shows {
  /** The place at fault, which is marked in the body. */
  readonly pointer?: string
  /** Its status is at fault. */
  readonly isOfStatus: boolean
  readonly isOpen: boolean
}

/** One exchange, folded, with its request, its response and a curl command. */
export function exchangeDetails(exchange: RecordedExchange, shows?: Shows): Html {
  return html`<details class="x" id="x${exchange.id}" ${shows?.isOpen === true && html` open`}>
    <summary>${exchangeTitle(exchange, shows?.isOfStatus)}</summary>
    <div class="panes">
      <div>
        <p class="lbl">Request</p>
        <pre class="body" tabindex="0" aria-label="Request">${requestText(exchange)}</pre>
      </div>
      <div>
        <p class="lbl">Response</p>
        <pre class="body" tabindex="0" aria-label="Response">${responseText(exchange, shows)}</pre>
      </div>
    </div>
    ${commandHtml('curl', exchange.curl)}
  </details>`
}

/** An exchange in one line, with method, path, status, key and time. */
function exchangeTitle(exchange: RecordedExchange, isWrong = false): Html {
  const path = capChars(pathOf(exchange), LONGEST_WORDS)
  return html`<span class="xid">#${exchange.id}</span> <b>${exchange.request.method}</b>
    <span class="path">${path}</span>
    <span class="st ${isWrong ? 'st-5' : statusClass(exchange)}">${answerOf(exchange)}</span>
    <span class="mut">with ${KEY_WORDS[exchange.key]}, ${duration(exchange.durationMs)}</span>`
}

function statusClass({ response }: RecordedExchange): string {
  if (response === undefined || response.status >= 500) return 'st-5'
  return response.status >= 400 ? 'st-4' : 'st-2'
}

function requestText({ request: { method, url, headers, body = '' } }: RecordedExchange): Html {
  return joined(
    [
      html`<b>${method} ${cut(url, LONGEST_TEXT)}</b>`,
      ...headers.map(headerLine),
      ...(body === '' ? [] : ['', cut(body, LONGEST_TEXT)]),
    ],
    '\n',
  )
}

function responseText({ response, failure }: RecordedExchange, shows?: Shows): Html {
  if (response === undefined)
    return joined([html`<b>No answer: ${failure?.kind ?? 'unknown'}</b>`, failure?.message], '\n')
  const { status, headers, body, size } = response
  // What shows nothing wrong is not taken apart: there are hundreds of it.
  const lines = shows && bodyLines(body, shows.pointer, SHOWN_LINES)
  return joined(
    [
      html`<b>${status}</b>`,
      ...headers.map(headerLine),
      ...(body === '' ? [] : ['', lines === undefined ? capChars(body, SHOWN_CHARS) : bodyHtml(lines)]),
      ...(size > SHOWN_CHARS ? [html`<i>${thousands(size)} bytes in all</i>`] : []),
    ],
    '\n',
  )
}

/** Lines of a body that are shown on either side of what is marked. */
const SHOWN_LINES = 15
/** Characters of a body that is not taken apart. */
const SHOWN_CHARS = 600

function headerLine([name, value]: readonly [string, string]): Html {
  return html`<span class="hd">${name}:</span> ${cut(value, LONGEST_WORDS)}`
}
