import type { RecordedExchange } from '../../record.ts'
import type { Html } from '../html.ts'
import { answerOf, pathOf } from '../../lookup.ts'
import { capChars, duration, thousands } from '../../../util/text.ts'
import { html, joined } from '../html.ts'
import { bodyView, cut } from '../json-view.ts'

const KEYS = {
  main: 'key under test',
  other: 'second key',
  exhaustible: 'exhaustible key',
  none: 'no key',
  invalid: 'invalid key',
} as const

/** Rate, type and location tell something in nearly every finding; the rest of the headers is in traffic.har. */
const MAX_HEADERS = 16
const MAX_HEADER_CHARS = 300

/** One exchange, folded, with its request, its response and a curl that repeats it. */
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
    <pre class="cmd">${exchange.curl}</pre>
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
  return response.status >= 500 ? 'st-5' : response.status >= 400 ? 'st-4' : 'st-2'
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
