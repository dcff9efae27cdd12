/** How much of the bodies of an exchange is kept after it was judged. No verdict depends on these bounds. */
import { beginningOf } from '../util/text.ts'
import type { Exchange } from './exchange.ts'

/** The most characters that are kept of a body. */
export const LONGEST_BODY = 64 * 1024

/** Bytes of bodies that a run keeps whole; of later ones it keeps the beginning. */
export const MOST_RETAINED = 12 * 1024 * 1024

/** A copy of an exchange with its texts cut to the bounds, and without the values parsed from them. */
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
