import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { visible } from '../util/text.ts'
import type { Header } from './exchange.ts'
import { TransportError } from './transport.ts'

/** The largest body that is read, before and after decoding. */
export const LARGEST_BODY = 8 * 1024 * 1024

/** A body with more codings is refused: each multiplies the size of the result. */
const MAX_CODINGS = 3

type Decompress = typeof gunzip

const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Decompress>> = {
  gzip: () => gunzip,
  'x-gzip': () => gunzip,
  // Some servers send the raw deflate stream under this name, without the zlib wrapper of the standard.
  deflate: (bytes) => (((bytes[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw),
  br: () => brotliDecompress,
}

/** The content codings of an answer in the order applied, without `identity`. */
function contentCodings(headers: readonly Header[]): string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
}

/**
 * Decodes the content codings of a body. An empty body stays empty.
 * Throws a {@link TransportError}: `decoding` for an unknown coding or damaged, truncated or trailing bytes;
 * `too-large` if the result exceeds `maxBytes`.
 */
export async function decodeBody(
  body: Uint8Array,
  headers: readonly Header[],
  maxBytes: number,
): Promise<Uint8Array> {
  const codings = contentCodings(headers)
  if (codings.length === 0 || body.length === 0) return body
  if (codings.length > MAX_CODINGS) {
    throw new TransportError(
      'decoding',
      `The body carries ${codings.length} stacked content codings; at most ${MAX_CODINGS} are read.`,
    )
  }
  return codings
    .toReversed()
    .reduce(
      async (bytes, coding) => decodeOne(await bytes, coding, maxBytes),
      Promise.resolve<Uint8Array>(body),
    )
}

async function decodeOne(bytes: Uint8Array, coding: string, maxBytes: number): Promise<Uint8Array> {
  const decompress = Object.hasOwn(DECODERS, coding) ? DECODERS[coding]?.(bytes) : undefined
  if (decompress === undefined) {
    const name = visible(coding).slice(0, 40)
    throw new TransportError(
      'decoding',
      `The body has the content coding "${name}", which was not asked for and cannot be read.`,
    )
  }
  const decoded = await decompressed(decompress, bytes, maxBytes).catch((error: unknown) => {
    throw decodingFailure(error, coding, maxBytes)
  })
  const extra = bytes.length - decoded.engine.bytesWritten
  if (extra > 0) {
    throw new TransportError(
      'decoding',
      `The ${coding} body is followed by ${extra} bytes that do not belong to it.`,
    )
  }
  return decoded.buffer
}

/** With `info`, Node also returns the engine, which knows how much input was read; the types omit it. */
interface Decoded {
  readonly buffer: Uint8Array
  readonly engine: { readonly bytesWritten: number }
}

function isDecoded(value: object): value is Decoded {
  return 'buffer' in value && 'engine' in value
}

function decompressed(decompress: Decompress, bytes: Uint8Array, maxOutputLength: number): Promise<Decoded> {
  return new Promise((resolve, reject) => {
    decompress(bytes, { maxOutputLength, info: true }, (error, result: object) => {
      if (error === null && isDecoded(result)) resolve(result)
      else reject(error ?? new Error('the decoder gave no result'))
    })
  })
}

function decodingFailure(error: unknown, coding: string, maxBytes: number): TransportError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_BUFFER_TOO_LARGE') {
    return new TransportError(
      'too-large',
      `The ${coding} body grows beyond ${Math.round(maxBytes / 1024 / 1024)} MiB when it is decoded.`,
      { cause: error },
    )
  }
  const what = code === 'Z_BUF_ERROR' ? 'is cut short' : 'is damaged, or is not what Content-Encoding says'
  return new TransportError('decoding', `The ${coding} body ${what}.`, { cause: error })
}
