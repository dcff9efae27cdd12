/** A text decoded out of another one. */
export interface Decoded {
  readonly text: string
  /** The range of the original text behind the characters from `from` up to `to`. */
  readonly span: (from: number, to: number) => readonly [from: number, to: number]
}

/** A shorter run of encoded characters holds no piece that counts. */
const SHORTEST_PIECE = 8

const ESCAPE_CHARACTER = /[%\\&\0]/
const ESCAPE =
  /%([\da-f]{2})|\\u([\da-f]{4})|\\x([\da-f]{2})|&#x([\da-f]{1,6});?|&#(\d{1,7});?|\\([\\/"'])|&(amp|lt|gt|quot|apos);|\0/gi
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Undoes one layer of escapes of all kinds: percent, `\u0041` and `\x41`, backslash before a quote or slash, decimal,
 * hexadecimal and named entities. Drops NUL, which turns UTF-16 into ASCII. Undefined if there is none.
 */
export function unescaped(text: string): Decoded | undefined {
  if (!ESCAPE_CHARACTER.test(text)) return undefined
  const starts = new Int32Array(text.length + 1)
  let result = ''
  let length = 0
  let at = 0
  const copy = (until: number): void => {
    for (let i = at; i < until; i++) starts[length++] = i
    result += text.slice(at, until)
  }
  for (const match of text.matchAll(ESCAPE)) {
    copy(match.index)
    const character = characterOf(match)
    if (character !== '') starts[length++] = match.index
    result += character
    at = match.index + match[0].length
  }
  if (at === 0) return undefined
  copy(text.length)
  starts[length] = text.length
  return { text: result, span: (from, to) => [starts[from] ?? 0, starts[to] ?? text.length] }
}

/** One UTF-16 unit, or nothing. */
function characterOf([
  whole,
  percent,
  unicode,
  hex,
  entityHex,
  entity,
  plain,
  named,
]: RegExpExecArray): string {
  const code = percent ?? unicode ?? hex ?? entityHex
  if (code !== undefined) return unit(Number.parseInt(code, 16))
  if (entity !== undefined) return unit(Number(entity))
  return whole === '\0' ? '' : (plain ?? NAMED[named?.toLowerCase() ?? ''] ?? '')
}

function unit(code: number): string {
  return code === 0 ? '' : String.fromCharCode(Math.min(code, 0xffff))
}

const HEX_RUN = /[\da-f]{16,}/gi
const BASE64_RUN = /[\w+/-]{11,}/g
const WHOLE_BYTES = { hex: 2, base64: 4 } as const

/** Decodes runs of hexadecimal digits and of Base64 (both alphabets) from every offset, if the result may be text. */
export function* decodedRuns(text: string): Generator<Decoded> {
  for (const { 0: run, index } of text.matchAll(HEX_RUN))
    for (let shift = 0; shift < WHOLE_BYTES.hex; shift++) {
      const bytes = bytesOf(run, shift, HEX_VALUES, 4)
      const start = index + shift
      if (bytes !== undefined) yield { text: bytes, span: (from, to) => [start + 2 * from, start + 2 * to] }
    }
  for (const { 0: run, index } of text.matchAll(BASE64_RUN))
    for (let shift = 0; shift < WHOLE_BYTES.base64; shift++) {
      const bytes = bytesOf(run, shift, BASE64_VALUES, 6)
      const start = index + shift
      if (bytes !== undefined)
        yield {
          text: bytes,
          span: (from, to) => [start + Math.floor((from * 8) / 6), start + Math.ceil((to * 8) / 6)],
        }
    }
}

const HEX_VALUES = valuesOf('0123456789abcdef', '          ABCDEF')
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const BASE64_VALUES = valuesOf(`${BASE64}+/`, `${BASE64}-_`)

/** The value of each character code in an alphabet with two spellings. */
function valuesOf(...alphabets: readonly string[]): Uint8Array {
  const values = new Uint8Array(128)
  for (const alphabet of alphabets)
    for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value
  return values
}

/** The bytes of a run from `shift` on, one character each; undefined without a stretch long enough to be text. */
function bytesOf(run: string, shift: number, values: Uint8Array, bits: number): string | undefined {
  if (!isText(run, shift, values, bits)) return undefined
  const bytes = Buffer.alloc(Math.floor(((run.length - shift) * bits) / 8))
  let length = 0
  eachByte(run, shift, values, bits, (byte) => {
    bytes[length++] = byte
    return true
  })
  return bytes.toString('latin1', 0, length)
}

/** Whether some consecutive bytes are printable; NUL counts neither way, as half of UTF-16. */
function isText(run: string, shift: number, values: Uint8Array, bits: number): boolean {
  let inRow = 0
  return !eachByte(run, shift, values, bits, (byte) => {
    if (byte >= 0x20 && byte < 0x7f) inRow++
    else if (byte !== 0) inRow = 0
    return inRow < SHORTEST_PIECE
  })
}

/** Calls back with byte after byte; false if it was stopped. */
function eachByte(
  run: string,
  shift: number,
  values: Uint8Array,
  bits: number,
  take: (byte: number) => boolean,
): boolean {
  let held = 0
  let count = 0
  for (let i = shift; i < run.length; i++) {
    held = ((held << bits) | (values[run.charCodeAt(i)] ?? 0)) & 0xffff
    count += bits
    if (count < 8) continue
    count -= 8
    if (!take((held >> count) & 0xff)) return false
  }
  return true
}
