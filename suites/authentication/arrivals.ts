/** Keys and headers as they arrive: what clients, proxies and attackers send. One line each. */
import { KEY_VARIABLES } from '../../lib/engine/http/keys.ts'
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

/** Headers that change how a request is understood, or from whom it seems to come. */
export const BESIDE_THE_KEY: readonly (readonly [name: string, value: string])[] = [
  ['If-None-Match', '*'],
  ['Range', 'bytes=0-9'],
  ['X-HTTP-Method-Override', 'OPTIONS'],
  ['X-Original-URL', '/health'],
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Internal-Request', 'true'],
  ['X-Team-Id', '1'],
  ['X-User-Id', '1'],
]

/** A text with the key in the place of each `%`, and its form for a shell, which does not show the key. */
export function withKeyIn(text: string, key = ''): Authorization {
  const shell = text.replaceAll('"', '\\"').replaceAll('%', `$${KEY_VARIABLES.main}`)
  return [text.replaceAll('%', () => key), shell]
}
