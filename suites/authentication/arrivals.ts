/** Keys and headers as they arrive: what clients, proxies and attackers send. One line each. */
import { KEY_VARIABLES } from '../../lib/http/keys.ts'
import type { Authorization } from './wrong-keys.ts'

/** `Authorization` values that hold the key in the place of `%`, and are not `Bearer <key>`. */
export const AROUND_THE_KEY: readonly string[] = [
  'ApiKey %',
  'Bearer: %',
  'Bearer=%',
  'Bearers %',
  'x Bearer %',
  'Bearer x %',
  'Bearer % x',
  'Bearer "%"',
  'Bearer x, Bearer %',
  'Bearer %, Bearer x',
  'Basic eDp5, Bearer %',
  'Digest username="%"',
]

/** Headers in which frameworks look for a key, and their value with the key in the place of `%`. */
export const IN_PLACE_OF_THE_HEADER: readonly (readonly [name: string, value: string])[] = [
  ['X-Api-Key', '%'],
  ['Api-Key', '%'],
  ['X-Auth-Token', '%'],
  ['X-Access-Token', '%'],
  ['X-Authorization', 'Bearer %'],
  ['Authentication', 'Bearer %'],
  ['X-Forwarded-Authorization', 'Bearer %'],
  ['X-Original-Authorization', 'Bearer %'],
  ['Cookie', 'token=%; access_token=%; api_key=%; apikey=%; session=%; authorization=%'],
]

/** A header that changes how a request is understood, or from whom it seems to come. */
interface Beside {
  readonly name: string
  readonly value: string
  /** What it may get without a key; 401 alone by default. */
  readonly without?: readonly number[]
  /** What `GET /me` may get with a valid key. Absent: HTTP allows what is no JSON of this API. */
  readonly served?: readonly number[]
}

/** HTTP itself is free: a cached answer is not sent again, and what a client does not accept is refused. */
const NOT_MODIFIED = [200, 304]
const NOT_ACCEPTABLE = [200, 406]

/** A service that honours it looks for another operation, which does not exist. */
const OVERRIDDEN = [200, 400, 404, 405]

export const BESIDE_THE_KEY: readonly Beside[] = [
  { name: 'If-None-Match', value: '*', served: NOT_MODIFIED },
  { name: 'Range', value: 'bytes=0-9' },
  { name: 'X-HTTP-Method-Override', value: 'OPTIONS', served: OVERRIDDEN },
  { name: 'X-Original-URL', value: '/health', served: [200] },
  { name: 'Accept-Language', value: 'de', served: [200] },
  { name: 'X-Forwarded-For', value: '127.0.0.1', served: [200] },
  { name: 'X-Team-Id', value: '1', served: [200] },
]

/** Further ones, for the full profile. */
export const FURTHER_BESIDE_THE_KEY: readonly Beside[] = [
  { name: 'If-Modified-Since', value: 'Thu, 31 Dec 2099 23:59:59 GMT', served: NOT_MODIFIED },
  { name: 'X-Method-Override', value: 'HEAD', served: OVERRIDDEN },
  { name: 'Accept', value: 'text/html', without: [401, 406], served: NOT_ACCEPTABLE },
  { name: 'Accept', value: 'application/vnd.api+json', without: [401, 406], served: NOT_ACCEPTABLE },
  { name: 'Accept', value: 'text/csv', without: [401, 406], served: NOT_ACCEPTABLE },
  { name: 'Accept', value: 'application/javascript', without: [401, 406], served: NOT_ACCEPTABLE },
  { name: 'X-Requested-With', value: 'XMLHttpRequest', served: [200] },
  { name: 'X-Real-IP', value: '10.0.0.1', served: [200] },
  { name: 'X-Internal-Request', value: 'true', served: [200] },
  { name: 'X-User-Id', value: '1', served: [200] },
  { name: 'X-Workspace-Id', value: '1', served: [200] },
]

/** A text with the key in the place of each `%`, and its form for a shell, which does not show the key. */
export function withKeyIn(text: string, key = ''): Authorization {
  const shell = text.replaceAll('"', '\\"').replaceAll('%', `$${KEY_VARIABLES.main}`)
  return [text.replaceAll('%', () => key), shell]
}
