/** A list or an object that is not closed yet. */
interface Open {
  readonly closing: string
  readonly outer?: Open
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** The beginning of a JSON text, closed after its last complete member or item. Text that is not JSON remains invalid. */
export function closed(beginning: string): string {
  let inner: Open | undefined
  let whole: { readonly end: number; readonly inner?: Open } = { end: 0 }
  let quoted = false
  for (let at = 0; at < beginning.length; at += 1) {
    const character = beginning[at] ?? ''
    if (quoted) {
      if (character === '\\') at += 1
      else if (character === '"') quoted = false
      continue
    }
    if (character === '"') quoted = true
    const closing = CLOSING[character]
    if (closing !== undefined) inner = { closing, outer: inner }
    else if (character === inner?.closing) inner = inner.outer
    else if (character !== ',') continue
    whole = { end: character === ',' ? at : at + 1, inner }
  }
  let json = beginning.slice(0, whole.end)
  for (let open = whole.inner; open !== undefined; open = open.outer) json += open.closing
  return json
}
