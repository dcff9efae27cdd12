import { RawBody } from '../../lib/engine/case/bodies.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Expect } from '../../lib/engine/case/expect.ts'

/** Expects any answer below 500: whether odd input is taken or refused is open. */
export function expectNoServerError(expect: Expect, answer: Answer): void {
  const { status = 0 } = answer.arrived()
  expect(answer).toSatisfy(status < 500, 'no server error', `status ${status}`, { status })
}

/** Path segments that stand for no resource, percent-encoded: quotes, blanks, Unicode, NUL, length, percent signs. */
export const ODD_SEGMENTS: readonly string[] = [
  "o'brien",
  '%C3%BC%F0%9F%92%A5',
  'nul%00',
  '9182736450',
  'fifty%',
  // `%` is a wildcard of SQL LIKE; the others are invalid UTF-8 and a query of MongoDB.
  '%25',
  'x'.repeat(300),
  '%FF',
  '__proto__',
  '%7B%22%24gt%22%3A%22%22%7D',
]

/** Ids in the body of a lead that stand for no resource. */
export const ODD_IDS: readonly string[] = [
  '__proto__',
  'constructor',
  ' ',
  'a/b',
  '\u65e5\u672c',
  'x'.repeat(300),
]

/** Methods that are tried on each path. */
const METHODS = ['PUT', 'DELETE', 'PATCH', 'POST'] as const

/**
 * Every other method of each path that it does not support; ids do not exist. DELETE is tried on those alone: a service that
 * can delete whole lists, beyond what the specification shows, must not be made to.
 */
export function oddMethods(
  operations: readonly string[],
  absent: string,
): readonly { readonly method: string; readonly path: string }[] {
  const paths = new Set(operations.map((operation) => operation.slice(operation.indexOf(' ') + 1)))
  return [...paths].flatMap((path, place) =>
    METHODS.filter(
      (method, index) =>
        (index + place) % 2 === 0 &&
        !operations.includes(`${method} ${path}`) &&
        (method !== 'DELETE' || path.includes('{id}')),
    ).map((method) => ({ method, path: path.replace('{id}', absent) })),
  )
}

/** Bodies of formats and encodings that no client of this API sends, with their content types. */
export const ODD_FORMATS: readonly RawBody[] = [
  new RawBody(
    '--x\r\nContent-Disposition: form-data; name="content"\r\n\r\nx\r\n--x--\r\n',
    'multipart/form-data; boundary=x',
  ),
  new RawBody('7'),
  new RawBody('name=x', 'application/x-www-form-urlencoded'),
  new RawBody('<lead/>', 'application/xml'),
  new RawBody('{'),
  new RawBody(String.raw`{"a":"\u00","b":NaN}`),
  new RawBody('['.repeat(5000)),
  new RawBody(`{"content":"${'x'.repeat(60_000)}"}`),
  // Bytes that are no UTF-8.
  new RawBody('{"chatbot_id":"\xff","tags":["\xfe"],"content":"\xc3("}', 'application/json', 'latin1'),
]

/** Names of members that libraries and databases treat in a special way. */
const SPECIAL = ['', '@type', '$ref', '$where', '_id', 'a.b', 'length', 'toJSON', '日']

/** The given fields, with unknown properties that trip parsers and careless merges. */
export function oddBody(fields: Readonly<Record<string, unknown>>): RawBody {
  const known = JSON.stringify(fields).slice(1, -1)
  const odd = [
    `"__proto__":{"admin":true}`,
    `"constructor":{"prototype":{"admin":true}}`,
    `"deep":${'['.repeat(1200)}${']'.repeat(1200)}`,
    `"huge":1e400`,
    `"unsafe":9007199254740993`,
    `"nul":"\\u0000"`,
    `"lone":"\\ud800"`,
    `"astral":"\u{1F4A5}"`,
    `"twice":1,"twice":2`,
    ...SPECIAL.map((name) => `${JSON.stringify(name)}:{"a":[1]}`),
  ]
  return new RawBody(`{${[known, ...odd].join(',')}}`)
}
