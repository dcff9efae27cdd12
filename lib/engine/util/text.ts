/** `1 request`, `2 requests`. Thousands are grouped: `1,204 requests`. */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${thousands(n)} ${n === 1 ? noun : plural}`
}

/** A whole number with commas between thousands. */
export function thousands(n: number): string {
  return String(Math.round(n)).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

/** A duration for people: `340 ms`, `2.4 s`, `3 min 20 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** A time for people, UTC, to the second: `2026-11-20 17:42:08 UTC`. */
export function readableTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}

/**
 * Cuts a text that is longer than the given number of UTF-8 bytes, and says so at its end. The result, note included,
 * is never longer than `bytes`, which has to be at least 100.
 */
export function capBytes(text: string, bytes: number): string {
  const size = Buffer.byteLength(text)
  if (size <= bytes) return text
  const note = `… (cut; ${thousands(size)} bytes in all)`
  const room = bytes - Buffer.byteLength(note)
  // A cut inside a character leaves U+FFFD, which three bytes encode: drop the broken character instead.
  const head = Buffer.from(text)
    .subarray(0, room)
    .toString('utf8')
    .replace(/\uFFFD$/, '')
  return head + note
}

/** Cuts a text to a number of UTF-16 units, with an ellipsis as the last one. */
export function capChars(text: string, chars: number): string {
  if (text.length <= chars) return text
  const head = text.slice(0, chars - 1)
  return `${head.replace(/[\uD800-\uDBFF]$/, '')}…`
}

/**
 * The beginning of a text, as a separate string: a slice would keep the whole text in memory. Of a key that
 * the cut splits, less than half is left, or the scrubber masks it.
 */
export function beginningOf(text: string, characters: number): string {
  if (text.length <= characters) return text
  const beginning = text.slice(0, characters)
  // Strings of Latin characters take half the memory.
  const coding = /^[\0-\xff]*$/.test(beginning) ? 'latin1' : 'utf16le'
  return Buffer.from(beginning, coding).toString(coding)
}

/** A query as it stands in an address: `limit=3&offset=1`. */
export function queryText(query: Readonly<Record<string, string | number>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** Percent-encoded text as it reads; unchanged if an escape is invalid. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A text on one line: every run of white space is one blank. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

// Controls (with ESC and C1), characters that reorder text or are invisible, line and paragraph separators, lone
// surrogates, what XML 1.0 forbids even as references, and what agents of CI execute anywhere in a line: `##vso[…]`,
// `##teamcity[…]`, `##[…]`.
const UNSAFE =
  /#(?=#(?:vso|teamcity)?\[)|[\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\u2060\ufeff\ufffe\uffff]|\p{Surrogate}/gu

/**
 * Text from a target, safe to show on a terminal and in XML: control characters, bidirectional overrides, invisible characters,
 * lone surrogates and commands to agents of CI appear as escapes like `\u001b`: visibly changed, not lost. Newline and tab too, unless `keepLines`.
 */
export function visible(text: string, options: { readonly keepLines?: boolean } = {}): string {
  return text.replace(UNSAFE, (character) =>
    options.keepLines && (character === '\n' || character === '\t')
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Text of a target that is safe to show anywhere; newline and tab stay. */
export function shown(text: string): string {
  return visible(text, { keepLines: true })
}

/** Untrusted text on one line, safe to print. */
export function shownLine(text: string): string {
  return visible(oneLine(text))
}

/** A value as indented JSON, safe to print: control characters are JSON escapes. */
export function shownJson(value: unknown): string {
  return `${shown(JSON.stringify(value, null, 2))}\n`
}

/** A table of text: columns padded, numbers right-aligned, two blanks between columns, no blanks at the end of a line. */
export function renderTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => String(row[column] ?? '').length)),
  )
  const numeric = header.map((_, column) => rows.some((row) => typeof row[column] === 'number'))
  const line = (cells: readonly (string | number)[]): string =>
    widths
      .map((width, column) => {
        const text = String(cells[column] ?? '')
        return numeric[column] === true ? text.padStart(width) : text.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [line(header), ...rows.map(line)].map((text) => `${text}\n`).join('')
}
