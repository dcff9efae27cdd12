/** How much is kept of the bodies of an exchange once it was judged. No bound here decides a verdict. */
import { beginningOf } from '../util/text.ts'
import type { Exchange } from './exchange.ts'

/** The most characters of a body. */
export const LONGEST_BODY = 64 * 1024

/** Bytes of bodies that a run keeps whole; of later ones it keeps the beginning. */
export const MOST_RETAINED = 12 * 1024 * 1024

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
