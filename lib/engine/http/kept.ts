/** How much is kept of an exchange: of header lines as it arrives, of bodies once it was judged. No bound here decides a verdict. */
import { beginningOf, count } from '../util/text.ts'
import type { Exchange, HeaderLine } from './exchange.ts'
import { RATE_HEADER_NAMES } from './rate-headers.ts'

/** The most characters of a body. */
export const LONGEST_BODY = 64 * 1024

/** The most header lines of an answer, and the most characters of them. */
const MOST_HEADERS = 50
const LONGEST_HEAD = 8 * 1024

/** Bytes of bodies that a run keeps whole; of later ones it keeps the beginning. */
export const MOST_RETAINED = 12 * 1024 * 1024

/** Names of the header lines that judges and cases read: they are kept before others. */
const READ_NAMES: ReadonlySet<string> = new Set(
  [
    ...RATE_HEADER_NAMES,
    'Retry-After',
    'Content-Type',
    'Date',
    'Age',
    'X-Cache',
    'CF-Cache-Status',
    'Cache-Status',
    'Server',
    'Location',
  ].map((name) => name.toLowerCase()),
)

/**
 * The header lines of an answer that are kept: all of them or, if they are very many, those that are read and the first others. Then
 * a last line says how many more there were.
 */
export function keptHeaders(headers: readonly HeaderLine[]): readonly HeaderLine[] {
  const isRead = ([name]: HeaderLine): boolean => READ_NAMES.has(name.toLowerCase())
  const kept: HeaderLine[] = []
  let size = 0
  for (const line of [...headers.filter(isRead), ...headers.filter((one) => !isRead(one))]) {
    size += line[0].length + line[1].length
    if (kept.length === MOST_HEADERS || size > LONGEST_HEAD) break
    kept.push(line)
  }
  const more = headers.length - kept.length
  return more === 0 ? headers : [...kept, ['(left out)', count(more, 'more header line')]]
}

/** An exchange with the texts that are kept, and without what was read in them. */
export function withKeptTexts(exchange: Exchange): Exchange {
  const { request, response } = exchange
  const { body } = request
  return {
    ...exchange,
    request: { ...request, body: body && beginningOf(body, LONGEST_BODY) },
    response: response && {
      ...response,
      text: beginningOf(response.text, LONGEST_BODY),
      json: { ok: false, problem: 'only the text is kept' },
    },
  }
}
