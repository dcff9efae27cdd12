/**
 * Unplanned parameters, ids and bodies. Each value is one line; its words are those of findings.
 */
import { RawBody } from '../../lib/engine/case/bodies.ts'
import { percentEncoded } from '../../lib/engine/http/request.ts'

/** An odd value of a parameter. */
export interface OddValue {
  readonly words: string
  /** The query with the value, percent-encoded, by the name of the parameter. */
  readonly query: (name: string) => string
  /** The kinds of parameters for which the value is odd; absent: any. */
  readonly kinds?: readonly string[]
}

const value = (words: string, encoded: string, ...kinds: readonly string[]): OddValue => ({
  words,
  query: (name) => `${name}=${encoded}`,
  ...(kinds.length > 0 && { kinds }),
})

/** The kinds of parameters that take a text without a format. */
const TEXTS = ['string', 'id'] as const

/** Values at which many services fail, each on parameters of its own. */
export const CHEAP_VALUES: readonly OddValue[] = [
  value('empty', ''),
  value('a fraction', '1.5', 'integer'),
  value('a NUL', 'nul%00', ...TEXTS),
  value('the byte `%FF`', '%FF', ...TEXTS),
  value('300 characters', 'x'.repeat(300), ...TEXTS),
]

/** Values that the same code reads on all parameters. */
export const ODD_VALUES: readonly OddValue[] = [
  { words: 'without `=`', query: (name) => name },
  { words: 'with `[]` behind the name', query: (name) => `${name}%5B%5D=1` },
  { words: 'with `[key]` behind the name', query: (name) => `${name}%5Bkey%5D=1` },
  { words: 'given twice', query: (name) => `${name}=1&${name}=2` },
  value('a number of 20 digits', '99999999999999999999', 'integer'),
  value('a quote', 'o%27brien', ...TEXTS),
  value('a character beyond the BMP', '%F0%9F%92%A5', ...TEXTS),
  value('the year 0', '0000-00-00T00%3A00%3A00Z', 'date-time'),
  value('a leap second', '2016-12-31T23%3A59%3A60Z', 'date-time'),
]

/** A bound at the first or the last instant that RFC 3339 can write. */
export const FIRST_OR_LAST_INSTANT = (name: string): string =>
  `${name}=${name === 'to' ? '9999-12-31T23:59:59Z' : '0001-01-01T00:00:00Z'}`

/** Texts in the place of an id that stand for no resource. */
export const ODD_TEXTS: readonly (readonly [words: string, text: string])[] = [
  ['one character', 'x'],
  ['300 characters', 'x'.repeat(300)],
  ['letters beyond ASCII', 'ü\u{1F4A5}'],
  ['a quote', "o'brien"],
  ['a blank', ' '],
  ['a NUL', 'nul\0'],
  ['`__proto__`', '__proto__'],
  ['a query of MongoDB', '{"$gt":""}'],
]

export type OddSegment = readonly [words: string, encoded: string]

/** The same in a path, and segments that are the encoding of no text. */
export const ODD_SEGMENTS: readonly OddSegment[] = [
  ...ODD_TEXTS.map(([words, text]) => [words, percentEncoded(text)] as const),
  ['the byte `%FF`', '%FF'],
  ['a broken escape', 'fifty%'],
]

/** Variants of `application/json` that libraries send: by RFC 8259, the parameter has no effect. */
export const JSON_MEDIA_TYPES: readonly string[] = [
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
]

/** Bodies of formats that no client of this API sends. */
export const ODD_FORMATS: readonly (readonly [words: string, body: RawBody])[] = [
  [
    'a multipart form',
    new RawBody(
      '--x\r\nContent-Disposition: form-data; name="content"\r\n\r\nx\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
    ),
  ],
  ['a form', new RawBody('name=x', 'application/x-www-form-urlencoded')],
  ['XML', new RawBody('<lead/>', 'application/xml')],
  ['a number', new RawBody('7')],
  ['an open brace', new RawBody('{')],
  ['a broken escape', new RawBody(String.raw`{"a":"\u00","b":NaN}`)],
  ['JSON with a known charset', new RawBody('{"content":"é"}', 'application/json; charset=ISO-8859-1')],
  ['JSON with an unknown charset', new RawBody('{"content":"x"}', 'application/json; charset=klingon')],
]

/** Names and values that parsers, careless merges and databases treat in a special way, as members of an object. */
export const ODD_MEMBERS: readonly string[] = [
  `"__proto__":{"admin":true}`,
  `"constructor":{"prototype":{"admin":true}}`,
  `"deep":${'['.repeat(99)}${']'.repeat(99)}`,
  `"huge":1e400`,
  `"unsafe":9007199254740993`,
  `"nul":"\\u0000"`,
  `"lone":"\\ud800"`,
  `"astral":"\u{1F4A5}"`,
  `"twice":1,"twice":2`,
  ...['', '@type', '$ref', '$where', '_id', 'a.b', 'length', 'toJSON', '日'].map(
    (name) => `${JSON.stringify(name)}:{"a":[1]}`,
  ),
]

type OddCharacter = readonly [words: string, text: string]

/**
 * A character that a service may refuse, but must keep once it is accepted. In a column with three bytes a
 * character, it is lost, or everything after it.
 */
export const BEYOND_THE_BMP: OddCharacter = ['a character beyond the BMP', '\u{1F4A5} and more']

/** Characters that a service may refuse in a text or lose, and at which databases and encoders fail. */
export const ODD_CHARACTERS: readonly OddCharacter[] = [
  ['a NUL', '\0'],
  ['a lone surrogate', '\uD800'],
]

/** Methods that are tried on each path. */
export const ODD_METHODS = ['HEAD', 'PUT', 'DELETE', 'PATCH', 'POST'] as const
