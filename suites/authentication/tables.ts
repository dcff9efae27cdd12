/**
 * The dimensions of a request without a bearer key of part 5: what comes in place of the key, and how the path is written. A
 * value is a line.
 */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { KEY_VARIABLES } from '../../lib/engine/http/keys.ts'
import { type Authorization, type WrongKey, wrongKeys } from './wrong-keys.ts'

/** What comes in place of a bearer key. */
export interface Credential {
  /** The rule that says that it opens nothing. */
  readonly requirement: string
  readonly words: string
  /** On writes, frameworks that take another method from it answer as they like. */
  readonly onlyReads?: true
  readonly actor: (ctx: Pick<Context, 'anonymous' | 'imposter' | 'settings'>) => Actor
}

/** A wrong key in its place. */
const wrong = (requirement: string, kind: WrongKey, words: string): Credential => ({
  requirement,
  words,
  actor: ({ imposter, settings }) => imposter(...wrongKeys(settings.keys['main'])[kind]),
})

/** A value of `Authorization` that is not `Bearer <key>`, with the key in the place of `%`. */
const around = (value: string, requirement = 'AUTH-05'): Credential => ({
  requirement,
  words: `with \`Authorization: ${value.replace('%', '<key>')}\``,
  actor: ({ imposter, settings }) => imposter(...withKeyIn(value, settings.keys['main'])),
})

/** Another header with the key in the place of `%`, without or with a wrong bearer key beside it. */
const elsewhere = (name: string, value: string, beside?: WrongKey): Credential => ({
  requirement: 'AUTH-05',
  words: `with the key in \`${name}\`${beside === undefined ? '' : ' beside a wrong bearer key'}`,
  actor: ({ anonymous, imposter, settings }) => {
    const key = settings.keys['main'] ?? ''
    const actor = beside === undefined ? anonymous : imposter(...wrongKeys(key)[beside])
    return actor.sending(name, withKeyIn(value, key)[0])
  },
})

/** A header beside no key that changes how a request is understood, or from whom it seems to come. */
const beside = (name: string, value: string): Credential => ({
  requirement: 'AUTH-01',
  words: `without a key, with \`${name}: ${value}\``,
  onlyReads: true,
  actor: ({ anonymous }) => anonymous.sending(name, value),
})

export const NO_KEY: Credential = {
  requirement: 'AUTH-01',
  words: 'without a key',
  actor: ({ anonymous }) => anonymous,
}
export const INVENTED: Credential = wrong('AUTH-02', 'invented', 'with an invented key')

/** Beside {@link NO_KEY} and {@link INVENTED}, which every operation gets. */
export const CREDENTIALS: readonly Credential[] = [
  beside('If-None-Match', '*'),
  beside('Range', 'bytes=0-9'),
  beside('X-HTTP-Method-Override', 'OPTIONS'),
  beside('X-Original-URL', '/health'),
  beside('X-Forwarded-For', '127.0.0.1'),
  beside('X-Internal-Request', 'true'),
  beside('X-Team-Id', '1'),
  beside('X-User-Id', '1'),
  // Sent by clients with an unset key.
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
]

/** How a path is written, which is not a path of part 4 then: whatever it gets, it is nothing of a workspace. */
export interface Spelling {
  readonly words: string
  readonly spell: (path: string) => string
}

export const PLAIN: Spelling = { words: '', spell: (path) => path }

/** The first segment is changed, and ids stay as they are. */
export const SPELLINGS: readonly Spelling[] = [
  { words: 'with a final slash', spell: (path) => `${path}/` },
  { words: 'in capitals', spell: (path) => path.replace(/^\/\w+/, (first) => first.toUpperCase()) },
  { words: 'with an escaped letter', spell: (path) => path.replace(/^\/\w/, escaped) },
  { words: 'with `;x=1`', spell: (path) => `${path};x=1` },
  { words: 'with `;x=1` in front', spell: (path) => `/;x=1${path}` },
  { words: 'with two slashes', spell: (path) => `/${path}` },
  { words: 'with `.json`', spell: (path) => `${path}.json` },
]

function escaped(text: string): string {
  return `/%${text.charCodeAt(1).toString(16).toUpperCase()}`
}

/** A text with the key in the place of each `%`, and its form for a shell, which does not show the key. */
function withKeyIn(text: string, key = ''): Authorization {
  const shell = text.replaceAll('"', '\\"').replaceAll('%', `$${KEY_VARIABLES.main}`)
  return [text.replaceAll('%', () => key), shell]
}
