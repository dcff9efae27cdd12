/** A body that is sent as it stands, instead of being written as JSON. */
export class RawBody {
  readonly text: string
  readonly contentType: string

  constructor(text: string, contentType = 'application/json') {
    this.text = text
    this.contentType = contentType
  }
}

/** A generated body as it is to be sent: as JSON, or as it stands. */
export function asSent(body: unknown, raw: boolean): unknown {
  return raw ? new RawBody(String(body)) : body
}

/**
 * Bodies that are no JSON object, made from one that is valid: followed by something else, with a comma too many, wrapped,
 * written twice, cut at nothing, written as a form. Whoever reads them leniently finds the valid one in them.
 * @param bare - further JSON values that a lenient reader takes for a part of the object
 */
export function noObjects(
  valid: Readonly<Record<string, unknown>>,
  ...bare: readonly unknown[]
): readonly RawBody[] {
  const text = JSON.stringify(valid)
  const form = new URLSearchParams(
    Object.entries(valid).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const others = bare.map((value) => JSON.stringify(value))
  return [
    `${text} x`,
    `${text.slice(0, -1)},}`,
    `[${text}]`,
    JSON.stringify(text),
    'null',
    '',
    String(form),
    ...others,
  ].map((body) => new RawBody(body))
}
