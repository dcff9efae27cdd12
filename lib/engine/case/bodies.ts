/** A body that is sent verbatim instead of as JSON. */
export class RawBody {
  readonly text: string
  readonly contentType: string
  /** Each character of the text stands for one byte, for bodies that are no UTF-8. */
  readonly coding: 'latin1' | undefined

  constructor(text: string, contentType = 'application/json', coding?: 'latin1') {
    this.text = text
    this.contentType = contentType
    this.coding = coding
  }
}

/**
 * Bodies that are not a JSON object, made from a valid one: with trailing text, an extra comma, wrapped, encoded
 * twice, empty, form-encoded. A lenient parser finds the valid object in each.
 * @param bare - further JSON values that a lenient parser takes for part of the object
 */
export function noObjects(
  valid: Readonly<Record<string, unknown>>,
  ...bare: readonly unknown[]
): readonly RawBody[] {
  const text = JSON.stringify(valid)
  const form = new URLSearchParams(
    Object.entries(valid).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return [
    new RawBody(`[${text}]`),
    new RawBody(`${text} x`),
    new RawBody(String(form)),
    new RawBody(`${text.slice(0, -1)},}`),
    new RawBody(''),
    new RawBody('null'),
    new RawBody(JSON.stringify(text)),
    ...bare.map((value) => new RawBody(JSON.stringify(value))),
  ]
}

/** A valid body with one byte that is no UTF-8, 0xFF, in a member `note` that the API does not know. Many decoders replace it. */
export function withBadByte(valid: Readonly<Record<string, unknown>>): RawBody {
  return new RawBody(`${JSON.stringify(valid).slice(0, -1)},"note":"\xff"}`, 'application/json', 'latin1')
}
