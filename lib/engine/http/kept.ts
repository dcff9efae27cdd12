/** How much is kept of an exchange once it was judged. Each bound of a part of it stands here, and none decides a verdict. */
import { beginningOf, count } from '../util/text.ts'
import type { Exchange, HeaderLine } from './exchange.ts'
import { RATE_HEADER_NAMES } from './rate-headers.ts'

/** The most characters of a body. */
export const LONGEST_BODY = 64 * 1024

/** The most header lines, and the most characters of them. */
const MOST_HEADERS = 50
const LONGEST_HEAD = 8 * 1024

/** Bytes of bodies that a run keeps whole; of later ones it keeps the beginning. */
export const MOST_RETAINED = 12 * 1024 * 1024

/** Names of the header lines that judges and cases read: they are kept before others. */
const TELLING: ReadonlySet<string> = new Set(
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

/** An exchange with the header lines that are kept. The last one says how many more there were. */
export function withKeptHeaders(exchange: Exchange): Exchange {
  const { request, response } = exchange
  const [sent, received] = [keptHeaders(request.headers), keptHeaders(response?.headers ?? [])]
  if (sent === request.headers && (response === undefined || received === response.headers)) return exchange
  return {
    ...exchange,
    request: { ...request, headers: sent },
    response: response && { ...response, headers: received },
  }
}

function keptHeaders(headers: readonly HeaderLine[]): readonly HeaderLine[] {
  const isTelling = ([name]: HeaderLine): boolean => TELLING.has(name.toLowerCase())
  let size = 0
  const isTooMuch = ([name, value]: HeaderLine, index: number): boolean => {
    size += name.length + value.length
    return index >= MOST_HEADERS || size > LONGEST_HEAD
  }
  if (!headers.some(isTooMuch)) return headers
  const inOrder = [...headers.filter(isTelling), ...headers.filter((one) => !isTelling(one))]
  size = 0
  const kept = new Set(inOrder.slice(0, inOrder.findIndex(isTooMuch)))
  const more = count(headers.length - kept.size, 'more header line')
  return [...headers.filter((one) => kept.has(one)), ['(left out)', more]]
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
