import type { Finding } from '../../judge/finding.ts'
import type { RecordedExchange } from '../record.ts'
import { bodyLines, type Room } from '../view/body.ts'
import { LONGEST_TEXT } from '../view/evidence.ts'
import { answerOf, pathOf } from '../view/exchange.ts'
import { cut, KEY_WORDS } from '../wording.ts'
import { LONGEST_WORDS, MOST_LISTED } from '../../util/bounds.ts'
import { capChars, count, duration, thousands } from '../../util/text.ts'
import { bodyHtml, type Html, html, joined } from './html.ts'
import { command, folded, type Page, section } from './page.ts'

/** The exchanges that are evidence of passes and observations, without those shown with violations. */
export function exchangesSection({ record, shownWith, detail }: Page): Html | undefined {
  const rest = record.exchanges.filter(({ id }) => !shownWith.has(id))
  if (rest.length === 0) return undefined
  const chars = detail.otherBodyChars
  const content = rest.map((one) =>
    chars > 0 ? exchangeDetails(one, chars) : html`<p class="x" id="x${one.id}">${exchangeTitle(one)}</p>`,
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

/** How an exchange shows a finding: the place at fault is marked in it. */
interface Shows {
  readonly finding: Finding
  readonly isOpen: boolean
}

/** One exchange, folded, with its request, its response and a curl command. */
export function exchangeDetails(exchange: RecordedExchange, bodyChars: number, shows?: Shows): Html {
  return html`<details class="x" id="x${exchange.id}" ${shows?.isOpen === true && html` open`}>
    <summary>${exchangeTitle(exchange, shows?.finding)}</summary>
    <div class="panes">
      <div>
        <p class="lbl">Request</p>
        <pre class="body" tabindex="0" aria-label="Request">${requestText(exchange, bodyChars)}</pre>
      </div>
      <div>
        <p class="lbl">Response</p>
        <pre class="body" tabindex="0" aria-label="Response">${responseText(exchange, bodyChars, shows)}</pre>
      </div>
    </div>
    ${command('curl', exchange.curl)}
  </details>`
}

/** An exchange in one line, with method, path, status, key and time. A wrong status is marked as wrong. */
function exchangeTitle(exchange: RecordedExchange, finding?: Finding): Html {
  const path = capChars(pathOf(exchange), LONGEST_WORDS)
  const isWrong = finding?.status !== undefined && finding.status === exchange.response?.status
  const required = isWrong && finding.accepted !== undefined && `, not ${finding.accepted.join(' or ')}`
  return html`<span class="xid">#${exchange.id}</span> <b>${exchange.request.method}</b>
    <span class="path">${path}</span>
    <span class="st ${isWrong ? 'st-5' : statusClass(exchange)}">${answerOf(exchange)}${required}</span>
    <span class="mut">with ${KEY_WORDS[exchange.key]}, ${duration(exchange.durationMs)}</span>`
}

function statusClass({ response }: RecordedExchange): string {
  if (response === undefined || response.status >= 500) return 'st-5'
  return response.status >= 400 ? 'st-4' : 'st-2'
}

function requestText({ request }: RecordedExchange, bodyChars: number): Html {
  const { method, url, headers, body = '' } = request
  const lines = [html`<b>${method} ${cut(url, LONGEST_TEXT)}</b>`, ...headerLines(headers)]
  return joined(body === '' ? lines : [...lines, '', bodyText(body, bodyChars)], '\n')
}

function responseText({ response, failure }: RecordedExchange, bodyChars: number, shows?: Shows): Html {
  if (response === undefined)
    return joined([html`<b>No answer: ${failure?.kind ?? 'unknown'}</b>`, failure?.message], '\n')
  const { status, headers, body, size } = response
  const isCut = size > Buffer.byteLength(body)
  // What shows nothing wrong is not taken apart: there are hundreds of it.
  const text = (): Html | string =>
    shows === undefined ? cut(body, bodyChars) : bodyText(body, bodyChars, shows.finding.pointer, isCut)
  const lines = [
    html`<b>${status}</b>`,
    ...headerLines(headers),
    ...(body === '' ? [] : ['', text()]),
    ...(isCut ? [html`<i>… cut; ${thousands(size)} bytes in all</i>`] : []),
  ]
  return joined(lines, '\n')
}

/** The first headers; traffic.har has all. */
function headerLines(headers: readonly (readonly [string, string])[]): Html[] {
  const lines = headers
    .slice(0, MOST_LISTED)
    .map(([name, value]) => html`<span class="hd">${name}:</span> ${cut(value, LONGEST_WORDS)}`)
  const left = headers.length - lines.length
  return left > 0 ? [...lines, html`<i>… ${left} more headers</i>`] : lines
}

const WHOLE: Room = { items: Infinity, text: Infinity, depth: 32 }
/** Of a long body, so that what is marked stays in sight. */
const SHORT: Room = { items: 2, text: 120, depth: 32 }

/** A body for readers: JSON is indented, with the place at the pointer marked; another one is cut. */
function bodyText(body: string, chars: number, pointer?: string, isCut = false): Html {
  const lines = bodyLines(body, pointer, body.length > chars ? SHORT : WHOLE, isCut)
  const size = (lines ?? []).reduce((sum, { text }) => sum + text.length, 0)
  return lines === undefined || size > chars * 4 ? html`${cut(body, chars)}` : bodyHtml(lines)
}
