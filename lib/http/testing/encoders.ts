/** Encodings in which a server may return a key, and an independent reader that undoes them. */

const codes = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0))
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')
const each =
  (write: (code: number) => string) =>
  (text: string): string =>
    codes(text).map(write).join('')

export const ENCODERS: Readonly<Record<string, (text: string) => string>> = {
  percent: each((code) => `%${hex(code, 2)}`),
  PERCENT: each((code) => `%${hex(code, 2).toUpperCase()}`),
  percentTwice: each((code) => `%25${hex(code, 2)}`),
  component: encodeURIComponent,
  unicode: each((code) => `\\u${hex(code, 4)}`),
  hexEscape: each((code) => `\\x${hex(code, 2)}`),
  json: (text) => JSON.stringify(text).slice(1, -1),
  jsonInJson: (text) => JSON.stringify(JSON.stringify({ key: text })),
  decimalEntities: each((code) => `&#${code};`),
  hexEntities: each((code) => `&#x${hex(code, 2)};`),
  html: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  hex: (text) => Buffer.from(text).toString('hex'),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  utf16: each((code) => `${String.fromCharCode(code)}\0`),
  utf16BigEndian: each((code) => `\0${String.fromCharCode(code)}`),
}

/** Decodes a text in every way, layer by layer, independently of the scrubber. */
function* readings(text: string, layers: number): Generator<string> {
  yield text
  if (layers === 0) return
  const plain = text
    .replaceAll(/%([\da-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\(?:u00|x)([\da-fA-F]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll(/&#x([\da-fA-F]+);/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replaceAll(/\\(["\\/])/g, '$1')
    .replaceAll('\0', '')
  if (plain !== text) yield* readings(plain, layers - 1)
  for (const [run] of text.matchAll(/[\da-fA-F]{16,}/g))
    for (const shift of [0, 1])
      yield* readings(Buffer.from(run.slice(shift), 'hex').toString('latin1'), layers - 1)
  for (const [run] of text.matchAll(/[\w+/-]{12,}/g))
    for (const shift of [0, 1, 2, 3]) {
      const bytes = Buffer.from(run.slice(shift), 'base64').toString('latin1')
      if (/[\x20-\x7e]{8}|(?:[\x20-\x7e]\0){8}/.test(bytes)) yield* readings(bytes, layers - 1)
    }
}

/**
 * Eight consecutive characters of a key that can be decoded from a text, beyond what `key_prefix` may show.
 * @param shown - the length of that prefix
 */
export function leakOf(text: string, key: string, shown: number): string | undefined {
  const pieces = Array.from({ length: Math.max(0, key.length - shown - 7) }, (_, i) =>
    key.slice(shown + i, shown + i + 8).toLowerCase(),
  )
  for (const reading of readings(text, 5)) {
    const lower = reading.toLowerCase()
    const found = pieces.find((piece) => lower.includes(piece))
    if (found !== undefined) return found
  }
  return undefined
}

/** A text in several encodings, one after the other. */
export function encoded(text: string, names: readonly string[]): string {
  return names.reduce((result, name) => ENCODERS[name]?.(result) ?? result, text)
}
