/** What is nested deeper is shown as it came: nobody reads it indented. */
const DEEPEST = 64

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/**
 * Closes JSON that was cut somewhere, after the last member or item that is whole: a long body is then still shown
 * indented, with the place that a finding points at. Text that never was JSON is closed to something that is none.
 */
export function closeCutJson(text: string): string {
  const open: string[] = []
  let whole = { end: 0, closing: '' }
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (quoted) {
      if (character === '\\') at += 1
      else if (character === '"') quoted = false
      continue
    }
    if (character === '"') quoted = true
    const closing = CLOSING[character]
    if (open.length > DEEPEST) return text
    if (closing !== undefined) open.unshift(closing)
    else if (character === open[0]) open.shift()
    else if (character !== ',') continue
    whole = { end: character === ',' ? at : at + 1, closing: open.join('') }
  }
  return text.slice(0, whole.end) + whole.closing
}
