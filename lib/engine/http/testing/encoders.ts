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
  component: encodeURIComponent,
  unicode: each((code) => `\\u${hex(code, 4)}`),
  json: (text) => JSON.stringify(text).slice(1, -1),
  decimalEntities: each((code) => `&#${code};`),
  hexEntities: each((code) => `&#x${hex(code, 2)};`),
  html: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
}

/**
 * Yields a text, and the texts in it after undoing its escapes and decoding its Base64, independently of the
 * scrubber.
 */
function* readings(text: string): Generator<string> {
  const fromHex = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16))
  const plain = text
    .replaceAll(/%([\da-fA-F]{2})/g, fromHex)
    .replaceAll(/\\u00([\da-fA-F]{2})/g, fromHex)
    .replaceAll(/&#x([\da-fA-F]+);/g, fromHex)
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replaceAll(/\\(["\\/])/g, '$1')
  for (const one of [text, plain]) {
    yield one
    for (const [run] of one.matchAll(/[\w+/-]{12,}/g))
      for (const shift of [0, 1, 2, 3]) yield Buffer.from(run.slice(shift), 'base64').toString('latin1')
  }
}

/** Half of a key in one piece, in any letter case, if it can be decoded from a text. */
export function leakOf(text: string, key: string): string | undefined {
  const half = Math.ceil(key.length / 2)
  const pieces = Array.from({ length: key.length - half + 1 }, (_, i) => key.slice(i, i + half).toLowerCase())
  for (const reading of readings(text)) {
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
