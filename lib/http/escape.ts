// Controls (with ESC and C1), characters that reorder text or are invisible, line and paragraph separators, lone
// surrogates.
const UNSAFE_ON_A_TERMINAL = /[\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\u2060\ufeff]|\p{Surrogate}/gu

// Characters that XML 1.0 forbids even as references.
const ILLEGAL_IN_XML = /(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]|\p{Surrogate}/gu

/** `\u001b`: a code unit as a readable escape. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/**
 * Text from a target, safe to print: control characters, bidirectional overrides, invisible characters and lone
 * surrogates appear as escapes like `\u001b`. Newline and tab too, unless `keepLines`.
 */
export function visible(text: string, options: { readonly keepLines?: boolean } = {}): string {
  return text.replace(UNSAFE_ON_A_TERMINAL, (character) =>
    options.keepLines && (character === '\n' || character === '\t') ? character : escaped(character),
  )
}

/** Text with every character that XML 1.0 forbids as `\uXXXX`: visibly changed, not lost. */
export function xmlSafe(text: string): string {
  return text.replace(ILLEGAL_IN_XML, escaped)
}
