import { KEY_NAMES } from '../../../suites/client.ts'
import type { Exchange, HeaderLine } from '../../engine/http/exchange.ts'
import { withKeptTexts } from '../../engine/http/kept.ts'
import { createScrubber, type Scrubber } from '../../engine/http/scrub.ts'
import { MOST_KEYS } from '../../engine/util/bounds.ts'
import { present } from '../../engine/util/collections.ts'

/** A copy of an exchange for keeping: without keys, and with no more text than a report shows. */
export function withoutSecrets(exchange: Exchange): Exchange {
  const kept = withKeptTexts(exchange)
  const { request, response } = kept
  return {
    ...kept,
    request: { ...request, headers: request.headers.map(masked) },
    response: response && { ...response, headers: response.headers.map(masked) },
  }
}

function masked([name, value]: HeaderLine): HeaderLine {
  if (/^(?:cookie|set-cookie|proxy-authorization)$/i.test(name) || KEY_NAMES.test(name))
    return [name, '(left out)']
  if (name.toLowerCase() !== 'authorization') return [name, value]
  const scheme = /^\S+(?= )/.exec(value)?.[0] ?? ''
  return [name, `${scheme} $CONFORMANCE_API_KEY`.trim()]
}

/** The keys that clients sent, distinguished by numbers. */
export class ClientKeys {
  private readonly numbers = new Map<string, number>()

  /** Collects the bearer token of a request, and values that are named like a key where no key belongs. */
  add(token: string | undefined, { headers, query }: Exchange['request']): void {
    const misplaced = [...headers, ...query].filter(([name]) => KEY_NAMES.test(name))
    for (const key of present(token, ...misplaced.map(([, value]) => value)))
      if (this.numbers.size < MOST_KEYS && !this.numbers.has(key))
        this.numbers.set(key, this.numbers.size + 1)
  }

  /** A name for a token, by which requests of one client are compared. */
  nameOf(token: string | undefined): string {
    return String(this.numbers.get(token ?? '') ?? 0)
  }

  get all(): readonly string[] {
    return [...this.numbers.keys()]
  }
}

/** Masks the keys of clients: by their values, and bearer tokens by their shape. */
export function clientScrubber(keys: readonly string[]): Scrubber {
  const { text: byValue } = createScrubber(keys.map((value) => ({ name: 'CONFORMANCE_API_KEY', value })))
  const text = (one: string): string =>
    byValue(one).replace(/\b(bearer)(?: |%20|\+)+[\w.~+/-]{8,}=*/gi, '$1 $CONFORMANCE_API_KEY')
  return { text }
}
