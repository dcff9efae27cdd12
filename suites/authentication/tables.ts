/**
 * The dimensions of a request without a bearer key of part 5: the credential in place of the key, and the
 * form of the request. Each value is one line.
 */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Authorization, Context } from '../../lib/engine/case/context.ts'
import type { RequestSpec } from '../../lib/engine/http/client.ts'
import { KEY_VARIABLES } from '../../lib/engine/http/keys.ts'
import {
  type OperationKey,
  OPERATIONS,
  READ_OPERATIONS,
  WRITE_OPERATIONS,
} from '../../lib/engine/contract/operations.ts'
import { type WrongKey, wrongKeys } from './wrong-keys.ts'

/** A credential in place of a bearer key. */
export interface Credential {
  /** The rule that the credential gives no access. */
  readonly requirement: string
  readonly words: string
  /**
   * Groups of operations: the credential is tried on one operation of each. Default: the reads and the
   * writes.
   */
  readonly on?: readonly (readonly OperationKey[])[]
  readonly actor: (asking: Pick<Context, 'anonymous' | 'imposter' | 'settings'>) => Actor
  /** The parts of a request, besides headers, that hold the credential. */
  readonly body?: (key?: string) => Pick<RequestSpec, 'rawBody' | 'contentType'>
}

const wrong = (requirement: string, kind: WrongKey, words: string): Credential => ({
  requirement,
  words,
  actor: ({ imposter, settings }) => imposter(wrongKeys(settings.keys['main'])[kind]),
})

/** A value of `Authorization` that is not `Bearer <key>`, with the key in place of `%`. */
const around = (value: string, requirement = 'AUTH-05'): Credential => ({
  requirement,
  words: `with \`Authorization: ${value.replace('%', '<key>')}\``,
  actor: ({ imposter, settings }) => imposter(withKeyIn(value, settings.keys['main'])),
})

/** Another header with the key in place of `%`, without a bearer key or together with a wrong one. */
const elsewhere = (name: string, value: string, beside?: WrongKey): Credential => ({
  requirement: 'AUTH-05',
  words: `${beside === undefined ? 'without a key' : 'with a wrong bearer key'}, with \`${name}: ${value.replaceAll('%', '<key>')}\``,
  actor: ({ anonymous, imposter, settings: { keys } }) =>
    (beside === undefined ? anonymous : imposter(wrongKeys(keys['main'])[beside])).sending(
      name,
      withKeyIn(value, keys['main']).value,
    ),
})

/**
 * A header that changes the meaning of a request, or its apparent sender. Frameworks that read another method
 * from it may answer writes in any way.
 */
const understood = (name: string, value: string): Credential => ({
  ...elsewhere(name, value),
  requirement: 'AUTH-01',
  on: [READ_OPERATIONS],
})

/** A body with the key in place of `%`. */
const inBody = (text: string, contentType: string): Credential => ({
  ...NO_KEY,
  requirement: 'AUTH-05',
  words: `with the key in a body of ${contentType}`,
  on: [WRITE_OPERATIONS],
  body: (key) => ({ rawBody: withKeyIn(text, key).value, contentType }),
})

const EVERY_OPERATION = OPERATIONS.map((operation) => [operation])

export const NO_KEY: Credential = {
  requirement: 'AUTH-01',
  words: 'without a key',
  on: EVERY_OPERATION,
  actor: ({ anonymous }) => anonymous,
}
export const INVENTED: Credential = {
  ...wrong('AUTH-02', 'invented', 'with an invented key'),
  on: EVERY_OPERATION,
}

export const CREDENTIALS: readonly Credential[] = [
  NO_KEY,
  understood('If-None-Match', '*'),
  understood('Range', 'bytes=0-9'),
  understood('X-HTTP-Method-Override', 'OPTIONS'),
  understood('X-Original-URL', '/health'),
  understood('X-Forwarded-For', '127.0.0.1'),
  understood('X-Internal-Request', 'true'),
  understood('X-Team-Id', '1'),
  understood('X-User-Id', '1'),
  INVENTED,
  // Clients with an unset key send this.
  around('Bearer null', 'AUTH-02'),
  around('Bearer undefined', 'AUTH-02'),
  around('Bearer ', 'AUTH-02'),
  wrong('AUTH-03', 'cut', 'with a key without its last character'),
  wrong('AUTH-03', 'extended', 'with a key and one more character'),
  wrong('AUTH-04', 'alteredEnd', 'with another last character in the key'),
  wrong('AUTH-04', 'alteredMiddle', 'with another character in the middle of the key'),
  wrong('AUTH-04', 'otherCase', 'with a key in the other letter case'),
  wrong('AUTH-04', 'escaped', 'with a percent-escape for one character of the key'),
  wrong('AUTH-05', 'basic', 'with the key as a user name of Basic'),
  around('%'),
  around('Token %'),
  around('ApiKey %'),
  around('Bearer: %'),
  around('Bearer=%'),
  around('Bearers %'),
  around('x Bearer %'),
  around('Bearer x %'),
  around('Bearer "%"'),
  around('Bearer x, Bearer %'),
  around('Bearer %, Bearer x'),
  around('Basic eDp5, Bearer %'),
  around('Digest username="%"'),
  elsewhere('X-Api-Key', '%'),
  elsewhere('Api-Key', '%'),
  elsewhere('X-Auth-Token', '%'),
  elsewhere('X-Access-Token', '%'),
  elsewhere('X-Authorization', 'Bearer %'),
  elsewhere('Authentication', 'Bearer %'),
  elsewhere('Proxy-Authorization', 'Bearer %'),
  elsewhere('X-Forwarded-Authorization', 'Bearer %'),
  elsewhere('X-Original-Authorization', 'Bearer %'),
  elsewhere('Cookie', 'token=%; access_token=%; api_key=%; apikey=%; session=%; authorization=%'),
  elsewhere('X-Api-Key', '%', 'alteredEnd'),
  elsewhere('Cookie', 'token=%; access_token=%; api_key=%; session=%', 'alteredEnd'),
  inBody('{"access_token":"%","api_key":"%"}', 'application/json'),
  inBody('access_token=%&api_key=%', 'application/x-www-form-urlencoded'),
]

/**
 * The form of a request. Unless plain, the request is none of part 4: it may get any answer without data of a
 * workspace.
 */
export interface CredentialForm {
  readonly words: string
  readonly write: (plain: RequestSpec) => RequestSpec
}

/** A path in another spelling: the first segment is changed, ids are not. */
const spelled = (words: string, spell: (path: string) => string): CredentialForm => ({
  words: ` for a path ${words}`,
  write: (plain) => ({ ...plain, path: spell(plain.path) }),
})

export const PLAIN: CredentialForm = { words: '', write: (plain) => plain }

export const FORMS: readonly CredentialForm[] = [
  { words: ' for `HEAD`', write: (plain) => ({ ...plain, method: 'HEAD' }) },
  spelled('with a final slash', (path) => `${path}/`),
  spelled('in capitals', (path) => path.replace(/^\/\w+/, (first) => first.toUpperCase())),
  spelled('with an escaped letter', (path) => path.replace(/^\/\w/, escaped)),
  spelled('with `;x=1`', (path) => `${path};x=1`),
  spelled('with `;x=1` in front', (path) => `/;x=1${path}`),
  spelled('with two slashes', (path) => `/${path}`),
  spelled('with `.json`', (path) => `${path}.json`),
]

function escaped(text: string): string {
  return `/%${text.charCodeAt(1).toString(16).toUpperCase()}`
}

/** A text with the key in place of each `%`, and a form for a shell that does not show the key. */
function withKeyIn(text: string, key = ''): Authorization {
  const shell = text.replaceAll('"', '\\"').replaceAll('%', `$${KEY_VARIABLES.main}`)
  return { value: text.replaceAll('%', () => key), shell }
}
