import { KEY_NAMES } from '../../suites/client.ts'
import type { Exchange, Header } from '../http/exchange.ts'
import { createScrubber, deepText, type Scrubber } from '../http/scrub.ts'
import { shownBody, unread } from '../run/record/recorded.ts'

/** What is kept of an exchange: no key, and no more of a body than a report shows. */
export function withoutSecrets(exchange: Exchange): Exchange {
  const { request, response } = exchange
  return unread({
    ...exchange,
    request: {
      ...request,
      headers: request.headers.map(masked),
      body: request.body && shownBody(request.body),
    },
    response: response && {
      ...response,
      headers: response.headers.map(masked),
      text: shownBody(response.text),
    },
  })
}

function masked([name, value]: Header): Header {
  if (/^(?:cookie|set-cookie|proxy-authorization)$/i.test(name) || KEY_NAMES.test(name))
    return [name, '(left out)']
  if (name.toLowerCase() !== 'authorization') return [name, value]
  const scheme = /^\S+(?= )/.exec(value)?.[0] ?? ''
  return [name, `${scheme} $CONFORMANCE_API_KEY`.trim()]
}

/** Values of headers and parameters that are named like keys, and stand where no key belongs. */
export function misplacedKeys({ headers, query }: Exchange['request']): string[] {
  return [...headers, ...query].flatMap(([name, value]) => (KEY_NAMES.test(name) ? [value] : []))
}

/** Masks the keys of clients: by their values, and bearer tokens by their shape. */
export function clientScrubber(keys: readonly string[]): Scrubber {
  const { text: byValue } = createScrubber(keys.map((value) => ({ name: 'CONFORMANCE_API_KEY', value })))
  const text = (one: string): string =>
    byValue(one).replace(/\b(bearer)(?: |%20|\+)+[\w.~+/-]{8,}=*/gi, '$1 $CONFORMANCE_API_KEY')
  return { text, deep: (value) => deepText(value, text) }
}
