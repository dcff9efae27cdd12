import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { visible } from '../util/text.ts'
import type { HeaderLine } from './exchange.ts'
import { TransportError } from './transport.ts'

/** The largest body that is read, before and after decoding. */
export const LARGEST_BODY = 8 * 1024 * 1024

type Decode = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Uint8Array>

const DECODERS = new Map<string, Decode>([
  ['gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
])

/**
 * Decodes the content coding of a body. An empty body stays empty.
 * @throws TransportError `decoding` if it cannot be decoded, `too-large` if the result exceeds `maxBytes`
 */
export async function decodeBody(
  body: Uint8Array,
  headers: readonly HeaderLine[],
  maxBytes: number,
): Promise<Uint8Array> {
  const coding = headers
    .flatMap(([name, value]) =>
      name.toLowerCase() === 'content-encoding' ? [value.trim().toLowerCase()] : [],
    )
    .filter((value) => value !== '' && value !== 'identity')
    .join(', ')
  if (coding === '' || body.length === 0) return body
  const decode = DECODERS.get(coding)
  if (decode === undefined)
    throw new TransportError(
      'decoding',
      `The body has the content coding "${visible(coding).slice(0, 40)}", which was not asked for and cannot be read.`,
    )
  try {
    return await decode(body, { maxOutputLength: maxBytes })
  } catch (error) {
    throw decodingFailure(error, coding, maxBytes)
  }
}

function decodingFailure(error: unknown, coding: string, maxBytes: number): TransportError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_BUFFER_TOO_LARGE')
    return new TransportError(
      'too-large',
      `The ${coding} body grows beyond ${Math.round(maxBytes / 1024 / 1024)} MiB when it is decoded.`,
      { cause: error },
    )
  const what = code === 'Z_BUF_ERROR' ? 'is cut short' : 'is damaged, or is not what Content-Encoding says'
  return new TransportError('decoding', `The ${coding} body ${what}.`, { cause: error })
}
