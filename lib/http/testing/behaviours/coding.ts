import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { answer, LIST } from '../behaviour.ts'
import type { Family, HostileBehaviour } from '../behaviour.ts'

const family: Family = 'coding'

function coded(
  id: string,
  what: string,
  outcome: HostileBehaviour['outcome'],
  coding: string,
  body: () => string | Uint8Array,
): HostileBehaviour {
  return {
    id,
    family,
    what,
    outcome,
    serve: (socket) =>
      void socket.write(answer(body(), ['Content-Type: application/json', `Content-Encoding: ${coding}`])),
  }
}

/** 16 MiB of zeros, compressed twice: a few hundred bytes. */
const bomb = (): Uint8Array => gzipSync(Buffer.alloc(16 * 1024 * 1024))

export const CODING: readonly HostileBehaviour[] = [
  coded('gzip', 'compresses with gzip though identity was asked for', 'response', 'gzip', () =>
    gzipSync(LIST),
  ),
  coded('deflate', 'compresses with deflate', 'response', 'deflate', () => deflateSync(LIST)),
  coded('deflate-raw', 'compresses with deflate, without the zlib wrapper', 'response', 'deflate', () =>
    deflateRawSync(LIST),
  ),
  coded('brotli', 'compresses with br', 'response', 'br', () => brotliCompressSync(LIST)),
  coded('gzip-twice', 'compresses twice', 'response', 'gzip, gzip', () => gzipSync(gzipSync(LIST))),
  coded('gzip-empty', 'names a coding for a body of no bytes', 'response', 'gzip', () => ''),
  coded('gzip-bomb', 'sends a small gzip body that grows to 16 MiB', 'too-large', 'gzip', bomb),
  coded('gzip-truncated', 'leaves out the end of a gzip body', 'decoding', 'gzip', () =>
    gzipSync(LIST).subarray(0, -12),
  ),
  coded('gzip-no-checksum', 'leaves out the checksum of a gzip body', 'decoding', 'gzip', () =>
    gzipSync(LIST).subarray(0, -4),
  ),
  coded('gzip-trailing', 'sends bytes after the end of a gzip body', 'decoding', 'gzip', () =>
    Buffer.concat([gzipSync(LIST), Buffer.from('extra')]),
  ),
  coded('brotli-truncated', 'leaves out the end of a br body', 'decoding', 'br', () =>
    brotliCompressSync(LIST).subarray(0, -6),
  ),
  coded('coding-lie', 'calls a plain body gzip', 'decoding', 'gzip', () => LIST),
  coded('coding-stacked', 'stacks 20 codings', 'decoding', Array(20).fill('gzip').join(', '), () =>
    gzipSync(LIST),
  ),
  coded('coding-unknown', 'uses a coding that nobody knows', 'decoding', 'x-own', () => LIST),
  coded('coding-prototype', 'names a coding like a part of an object', 'decoding', 'constructor', () => LIST),
]
