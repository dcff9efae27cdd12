/** Shorter secrets are replaced as they stand only: their encoded parts would hit innocent text. */
const MIN_ENCODED = 6
/** From this length on, all but the last four characters give a key away. */
const LONG = 16

/**
 * How a secret can appear in text, as sources of regular expressions to be matched without regard to letter
 * case.
 */
export interface SecretForms {
  /** The whole secret, in any encoding. */
  readonly whole: readonly string[]
  /** Most of it: what a truncated key, one with another ending or one without its beginning still shows. */
  readonly most: readonly string[]
}

/** Every form in which the secret is looked for. */
export function secretForms(secret: string): SecretForms {
  if (secret.length < MIN_ENCODED) return { whole: [literal(secret)], most: [] }
  // A key_prefix is a short leading part and must stay readable, so of a short secret only the last character
  // may be missing.
  const stem = secret.slice(0, secret.length >= LONG ? -4 : -1)
  const most = stem.length < MIN_ENCODED ? [] : textForms(stem).map((form) => `${form}[\\w.~+/=%-]{0,8}`)
  // Keys begin alike, so what is behind the beginning is as good as the key.
  const tail = secret.length >= LONG ? textForms(secret.slice(Math.floor(secret.length / 3))) : []
  return { whole: textForms(secret), most: [...most, ...tail] }
}

function textForms(text: string): string[] {
  const bytes = Buffer.from(text)
  const plain = [
    text,
    JSON.stringify(text).slice(1, -1),
    JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
    encodeURIComponent(text),
    new URLSearchParams([['', text]]).toString().slice(1),
    htmlEscaped(text),
    bytes.toString('hex'),
    ...base64Cores(bytes),
  ]
  return [...new Set(plain)].map(literal)
}

/**
 * The characters that the bytes leave in Base64 wherever they stand, without the outermost ones, which they
 * share with their neighbours: one form for each of the three alignments, and for each alphabet.
 */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes])
    const from = Math.ceil((offset * 8) / 6)
    const to = Math.floor((shifted.length * 8) / 6)
    return [shifted.toString('base64').slice(from, to), shifted.toString('base64url').slice(from, to)]
  })
}

function htmlEscaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}
