/** A body that is sent verbatim instead of as JSON. */
export class RawBody {
  readonly text: string
  readonly contentType: string
  /** Each character of the text stands for one byte, for bodies that are not UTF-8. */
  readonly coding: 'latin1' | undefined

  constructor(text: string, contentType = 'application/json', coding?: 'latin1') {
    this.text = text
    this.contentType = contentType
    this.coding = coding
  }
}

interface NoObject {
  readonly words: string
  readonly body: RawBody
}

/**
 * Bodies that are not a JSON object, made from a valid one. A lenient parser finds the valid object in each.
 * @param bare - a JSON value that a lenient parser takes for part of the object
 */
export function noObjects(valid: Readonly<Record<string, unknown>>, bare?: unknown): readonly NoObject[] {
  const text = JSON.stringify(valid)
  const form = new URLSearchParams(
    Object.entries(valid).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const texts: Readonly<Record<string, string>> = {
    'a valid object with text behind it': `${text} x`,
    'a valid object in an array': `[${text}]`,
    'a form': String(form),
    'an object with a trailing comma': `${text.slice(0, -1)},}`,
    'an empty body': '',
    null: 'null',
    'a string that holds a valid object': JSON.stringify(text),
    ...(bare !== undefined && {
      [`a bare ${Array.isArray(bare) ? 'array' : typeof bare}`]: JSON.stringify(bare),
    }),
  }
  return Object.entries(texts).map(([words, one]) => ({ words, body: new RawBody(one) }))
}

/**
 * A valid body with one byte that is not UTF-8, 0xFF, in a member `note` that the API does not know. Many
 * decoders replace the byte.
 */
export function withBadByte(valid: Readonly<Record<string, unknown>>): RawBody {
  return new RawBody(`${JSON.stringify(valid).slice(0, -1)},"note":"\xff"}`, 'application/json', 'latin1')
}
