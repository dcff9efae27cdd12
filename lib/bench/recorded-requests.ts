import type { KeyLabel } from '../http/exchange.ts'
import { isOwnedKey } from '../http/keys.ts'
import type { ServiceAddress } from './service.ts'

/** A request as a run sent it, without the host and without the key. */
export interface RecordedRequest {
  readonly host: 'api' | 'apex'
  /** Path and query, percent-encoded as they were sent. */
  readonly target: string
  readonly method: string
  /** Names and values in turn, without Authorization. */
  readonly headers: readonly string[]
  readonly body?: string
  readonly key: KeyLabel
}

/** The part of our own HAR files that is read here. */
interface Har {
  readonly log: {
    readonly entries: readonly {
      readonly _key: KeyLabel
      readonly request: {
        readonly method: string
        readonly url: string
        readonly headers: readonly { readonly name: string; readonly value: string }[]
        readonly postData?: { readonly text: string }
      }
    }[]
  }
}

/** Made anew by whoever sends the request. */
const OWN_HEADERS = new Set(['authorization', 'host', 'content-length', 'connection'])

/** Reads the requests of a run out of the text of its traffic.har, in their order. */
export function recordedRequests(har: string, baseUrl: string): RecordedRequest[] {
  const { log }: Har = JSON.parse(har)
  const { origin } = new URL(baseUrl)
  return log.entries.map(({ _key: key, request: { method, url, headers, postData } }) => {
    const [, host = '', target = ''] = /^(https?:\/\/[^/?#]+)(.*)$/i.exec(url) ?? []
    return {
      host: host === origin ? 'api' : 'apex',
      target: target.startsWith('/') ? target : `/${target}`,
      method,
      headers: headers
        .filter(({ name }) => !OWN_HEADERS.has(name.toLowerCase()))
        .flatMap(({ name, value }) => [name, value]),
      ...(postData === undefined ? {} : { body: postData.text }),
      key,
    }
  })
}

/** The Authorization header that a request had, or one that is refused like it; none where it had none. */
export function authorizationOf(key: KeyLabel, keys: ServiceAddress['keys']): readonly string[] {
  if (key === 'none') return []
  return ['Authorization', `Bearer ${isOwnedKey(key) ? keys[key] : 'no-such-key'}`]
}
