// Controls (with ESC and C1), marks that reorder text or cannot be seen, line and paragraph separators,
// halves of surrogate pairs.
const UNSAFE_ON_A_TERMINAL = /[\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\u2060\ufeff]|\p{Surrogate}/gu

// What XML 1.0 does not allow, not even as a character reference.
const ILLEGAL_IN_XML = /(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]|\p{Surrogate}/gu

/** `\u001b`: the code unit as an escape that can be read. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/**
 * Text that a target sent, safe to print: control characters, bidirectional overrides, invisible marks and
 * lone surrogates appear as `\u001b` style escapes. Newline and tab are escaped too, unless `keepLines`.
 */
export function visible(text: string, options: { readonly keepLines?: boolean } = {}): string {
  return text.replace(UNSAFE_ON_A_TERMINAL, (character) =>
    options.keepLines && (character === '\n' || character === '\t') ? character : escaped(character),
  )
}

/**
 * Text with every character that XML 1.0 forbids shown as `\uXXXX`, so that evidence is changed visibly and
 * never lost.
 */
export function xmlSafe(text: string): string {
  return text.replace(ILLEGAL_IN_XML, escaped)
}
