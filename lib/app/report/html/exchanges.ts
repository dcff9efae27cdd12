import type { Finding } from '../../../engine/judge/finding.ts'
import type { RecordedExchange } from '../record.ts'
import { bodyLines } from '../view/body.ts'
import { exchangeLine, LONGEST_TEXT } from '../view/evidence.ts'
import { cut } from '../wording.ts'
import { WITH_KEY } from '../../../engine/http/keys.ts'
import { LONGEST_WORDS } from '../../../engine/util/bounds.ts'
import { capChars, duration } from '../../../engine/util/text.ts'
import { commandHtml, type Html, html, joined } from './html.ts'

/** Lines of a body that are shown before and after the mark, and characters of a body that is not JSON. */
const SHOWN = { lines: 8, chars: 600 }

/** The exchange that shows a finding: its request, its response with the place at fault marked, and a curl command. */
export function exchangeHtml(
  exchange: RecordedExchange,
  { pointer, inRequest, status }: Pick<Finding, 'pointer' | 'inRequest' | 'status'>,
): Html {
  const { id, key, durationMs, curl } = exchange
  return html`<div class="exchange">
    <p>
      <span class="mut">#${id}</span> <code>${cut(exchangeLine(exchange), LONGEST_WORDS)}</code>
      <span class="mut">${WITH_KEY[key]}, ${duration(durationMs)}</span>
    </p>
    <div class="panes">
      <pre tabindex="0" aria-label="Request">${requestHtml(exchange, inRequest ? pointer : undefined)}</pre>
      <pre tabindex="0" aria-label="Response">
${responseHtml(exchange, inRequest ? undefined : pointer, status !== undefined)}</pre>
    </div>
    ${commandHtml(curl)}
  </div>`
}

function requestHtml(
  { request: { method, url, headers, body = '' } }: RecordedExchange,
  pointer: string | undefined,
): Html {
  const shown = body === '' ? undefined : bodyLines(body, pointer, SHOWN.lines)
  const sent = shown?.map(({ text, marked: isMarked }) => marked(text, isMarked)) ?? [cut(body, LONGEST_TEXT)]
  return lines([
    html`<b>${method} ${cut(url, LONGEST_TEXT)}</b>`,
    ...headers.map(headerHtml),
    ...(body === '' ? [] : ['', ...sent]),
  ])
}

function responseHtml(
  { response, failure }: RecordedExchange,
  pointer: string | undefined,
  isOfStatus: boolean,
): Html {
  if (response === undefined)
    return lines([html`<b>No answer: ${failure?.kind ?? 'unknown'}</b>`, failure?.message ?? ''])
  const { status, headers, body } = response
  const shown = bodyLines(body, pointer, SHOWN.lines)
  return lines([
    html`<b>${marked(String(status), isOfStatus)}</b>`,
    ...headers.map(headerHtml),
    '',
    ...(shown?.map(({ text, marked: isMarked }) => marked(text, isMarked)) ?? [capChars(body, SHOWN.chars)]),
  ])
}

function headerHtml([name, value]: readonly [string, string]): Html {
  return html`<span class="mut">${name}:</span> ${cut(value, LONGEST_WORDS)}`
}

function marked(text: string, isMarked: boolean): Html {
  const content = text.trimStart()
  return isMarked
    ? html`${text.slice(0, text.length - content.length)}<mark>${content}</mark>`
    : html`${text}`
}

function lines(some: readonly (Html | string)[]): Html {
  return joined(some, '\n')
}
