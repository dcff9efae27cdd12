import { RawBody } from './actor.ts'

/** Path segments that stand for no resource, percent-encoded: quotes, blanks, markup, Unicode, NUL, length. */
export const ODD_SEGMENTS: readonly string[] = [
  "o'brien",
  '%22quoted%22',
  'two%20words',
  '%3Cscript%3E',
  '%C3%BC%F0%9F%92%A5',
  'nul%00',
  '%7B%22%24gt%22%3A%22%22%7D',
  'x'.repeat(300),
]

/** Query values beyond every sensible range, or of no sensible form. */
export const ODD_QUERIES: readonly (readonly [path: string, name: string, value: string])[] = [
  ['/chatbots', 'limit', '2147483649'],
  ['/leads', 'limit', '1.5'],
  ['/bookings', 'offset', '9223372036854775808'],
  ['/conversations', 'since', '99999-01-01T00:00:00Z'],
  ['/conversations', 'status', 'nul\u0000'],
  ['/leads', 'status', 'x'.repeat(1000)],
  ['/leads', 'status', "o'brien"],
  ['/conversations', 'language', '\u65e5\u672c'],
  ['/conversations', 'chatbot_id[]', 'x'],
]

const LEVELS = 400

/** A body with everything that trips a parser or a careless merge, beside the given fields; all in properties nobody knows. */
export function oddBody(fields: Readonly<Record<string, unknown>>): RawBody {
  const known = JSON.stringify(fields).slice(1, -1)
  const deep = `${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}`
  const odd = [
    `"__proto__":{"admin":true}`,
    `"constructor":{"prototype":{"admin":true}}`,
    `"deep":${deep}`,
    `"huge":1e400`,
    `"unsafe":9007199254740993`,
    `"nul":"\\u0000"`,
    `"lone":"\\ud800"`,
    `"astral":"\u{1F4A5}"`,
  ]
  return new RawBody(`{${[...(known === '' ? [] : [known]), ...odd].join(',')}}`)
}
