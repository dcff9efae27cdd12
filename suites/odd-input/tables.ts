/**
 * Additions of clients and frameworks to requests, and unplanned parameters, ids and bodies. Each value is
 * one line; its words are those of findings.
 */
import { RawBody } from '../../lib/engine/case/bodies.ts'
import type { HeaderLine } from '../../lib/engine/http/exchange.ts'
import { percentEncoded } from '../../lib/engine/http/request.ts'

/**
 * Headers without a meaning here: the response must be the same as without them. An absent value leaves the
 * header as this suite sends it, an empty one sends none.
 */
export const EVERYDAY = {
  Accept: [undefined, '', '*/*', 'application/json, text/plain, */*', 'application/json;q=0.9, */*;q=0.1'],
  'Accept-Language': [undefined, '*', 'de-DE,de;q=0.9,*;q=0.5', 'tlh', 'x-klingon;q=2'],
  'Accept-Encoding': [undefined, '', 'gzip, deflate, br', 'identity;q=1, *;q=0'],
  'Cache-Control': [undefined, 'no-cache', 'max-age=0', 'only-if-fresh'],
  'Content-Type': [undefined, 'application/json', 'application/json; charset=utf-8'],
  'Accept-Charset': [undefined, 'utf-8, iso-8859-1;q=0.5'],
  Cookie: [undefined, 'session=abc; theme=dark', 'broken; rate=100%'],
  'If-Modified-Since': [undefined, 'Sun, 06 Nov 1994 08:49:37 GMT'],
  'If-None-Match': [undefined, '"never"', 'W/"1", "2"'],
  'User-Agent': [undefined, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  Prefer: [undefined, 'return=representation'],
  traceparent: [undefined, '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'none'],
  'X-Forwarded-For': [undefined, '203.0.113.7, 10.0.0.1'],
  'X-Requested-With': [undefined, 'XMLHttpRequest'],
} as const

/** Headers to which a service, or a gateway, may answer as HTTP allows, but not with a server error. */
export const NEGOTIATED: readonly HeaderLine[] = [
  ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['Accept', 'text/csv, */*;q=0.1'],
  ['Accept', 'application/xml, application/json;q=0.9'],
  ['Accept', 'json'],
  ['Origin', 'https://example.com'],
  ['Referer', 'https://example.com/dashboard?tab=1'],
  ['If-None-Match', '*'],
]

/** An odd value of a parameter. */
export interface OddValue {
  readonly words: string
  /** The query with the value, percent-encoded, by the name of the parameter. */
  readonly query: (name: string) => string
  /** The formats or types of parameters for which the value is odd; absent: any. */
  readonly kinds?: readonly string[]
}

const value = (words: string, encoded: string, ...kinds: readonly string[]): OddValue => ({
  words,
  query: (name) => `${name}=${encoded}`,
  ...(kinds.length > 0 && { kinds }),
})

/** Values at which many services fail, each on parameters of its own. */
export const CHEAP_VALUES: readonly OddValue[] = [
  value('empty', ''),
  value('a fraction', '1.5', 'integer'),
  value('a NUL', 'nul%00', 'string'),
  value('the byte `%FF`', '%FF', 'string'),
  value('300 characters', 'x'.repeat(300), 'string'),
]

/** Values that the same code reads on all parameters. */
export const ODD_VALUES: readonly OddValue[] = [
  { words: 'without `=`', query: (name) => name },
  { words: 'with `[]` behind the name', query: (name) => `${name}%5B%5D=1` },
  { words: 'with `[key]` behind the name', query: (name) => `${name}%5Bkey%5D=1` },
  { words: 'given twice', query: (name) => `${name}=1&${name}=2` },
  value('a number of 20 digits', '99999999999999999999', 'integer'),
  value('a quote', 'o%27brien', 'string'),
  value('a character beyond the BMP', '%F0%9F%92%A5', 'string'),
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
