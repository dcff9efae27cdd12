/** How much is kept of an exchange once it was judged. Each bound of a part of it stands here, and none decides a verdict. */
import { beginningOf, count } from '../util/text.ts'
import type { Exchange, Header } from './exchange.ts'

/** The most characters of a body. */
export const LONGEST_BODY = 64 * 1024

/** The most header lines, and the most characters of them. */
const MOST_HEADERS = 50
const LONGEST_HEAD = 8 * 1024

/** Names of the header lines that judges and cases read: they are kept before others. */
const TELLING =
  /^(?:x-ratelimit-|content-|retry-after$|date$|age$|x-cache$|cf-cache-|cache-status$|server$|location$)/i

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

function keptHeaders(headers: readonly Header[]): readonly Header[] {
  const isTelling = ([name]: Header): boolean => TELLING.test(name)
  let size = 0
  const isTooMuch = ([name, value]: Header, index: number): boolean => {
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
