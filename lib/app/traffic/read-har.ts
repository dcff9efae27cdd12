import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { LARGEST_BODY } from '../../engine/http/decode-body.ts'
import { type HeaderLine, KEY_LABELS, type ReceivedResponse } from '../../engine/http/exchange.ts'
import { readJson } from '../../engine/http/read-json.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { present } from '../../engine/util/collections.ts'
import type { JsonObject } from '../../engine/util/values.ts'
import { isObject, objects, text } from '../../engine/util/values.ts'
import type { ObservedExchange } from './exchange.ts'
import type { Recorded } from '../../engine/judge/requirement.ts'

/** One entry of a HAR file as far as it can be read; its id is its position in the file, from 1. */
export interface HarEntry extends ObservedExchange {
  /** Whether the answer came from a browser's cache: its headers then belong to an earlier answer. */
  readonly cached: boolean
  /** Whether a browser revalidated the answer: a 200 then has the headers of a 304. */
  readonly revalidated: boolean
  /** Whether the body was still compressed. */
  readonly compressed: boolean
}

/** Parses a HAR file of any exporter. Throws a one-line {@link ConfigurationError} that names it if the text is not one. */
export function readHar(source: string, name: string): HarEntry[] {
  const file = parsed(source, name)
  const log = isObject(file) ? file['log'] : undefined
  if (!isObject(log) || !Array.isArray(log['entries']))
    throw new ConfigurationError(`${name} is not a HAR file: it has no log.entries`)
  return objects(log['entries']).flatMap((entry, index) => readEntry(entry, index + 1) ?? [])
}

function parsed(source: string, name: string): unknown {
  const content = source.replace(/^\uFEFF/, '')
  try {
    return JSON.parse(content)
  } catch (error) {
    throw new ConfigurationError(`${name} ${whyUnread(content)}`, { cause: error })
  }
}

function whyUnread(content: string): string {
  if (content.trim() === '') return 'is empty'
  if (/^[^]{0,3}[{[]?\0/.test(content)) return 'is UTF-16, and no HAR file: save it as UTF-8'
  if (/^\s*\{/.test(content)) return 'is cut off, and no whole HAR file'
  return 'is not a HAR file: it is no JSON'
}

function readEntry(entry: JsonObject, id: number): HarEntry | undefined {
  const { request, response } = entry
  if (!isObject(request)) return undefined
  const [method, url] = [text(request['method']), text(request['url'])]
  if (method === undefined || url === undefined || !URL.canParse(url)) return undefined
  const body = postData(request)
  const lacksBody = body === undefined && !/^(?:GET|HEAD|OPTIONS)$/i.test(method)
  const { answer, missing, compressed } = answerOf(isObject(response) ? response : {})
  const sent = sentHeaders(request)
  const isWithoutHeaders = headersOf(request).length === 0
  const revalidated = answer !== undefined && isRevalidated(answer, sent)
  return {
    id,
    method: method.toUpperCase(),
    url: comparable(url),
    requestHeaders: sent,
    requestBody: body,
    response: answer,
    missing: present<Recorded>(
      lacksBody && 'request-body',
      isWithoutHeaders && 'request-headers',
      isWithoutHeaders && sent.length === 0 && 'request-type',
      revalidated && 'headers',
      ...missing,
    ),
    startedAt: Date.parse(text(entry['startedDateTime']) ?? '') || 0,
    durationMs: typeof entry['time'] === 'number' ? entry['time'] : 0,
    revalidated,
    compressed,
    cached: typeof entry['_fromCache'] === 'string' || entry['_fromCache'] === true,
    key: KEY_LABELS.find((label) => label === entry['_key']),
  }
}

function postData(request: JsonObject): string | undefined {
  const data = request['postData']
  if (!isObject(data)) return undefined
  const body = text(data['text'])
  if (body === '' && !isSaidEmpty(headersOf(request), request['bodySize'])) return undefined
  return body !== undefined && data['encoding'] === 'base64'
    ? Buffer.from(body, 'base64').toString('utf8')
    : body
}

/**
 * Whether an empty text really is an empty body: some exporters also write it for a body that they left out,
 * and then the recorded length differs.
 */
function isSaidEmpty(headers: readonly HeaderLine[], ...sizes: readonly unknown[]): boolean {
  const announced = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1].trim()
  return announced === undefined ? sizes.every((size) => size === 0) : announced === '0'
}

/**
 * The address in the form in which URLs are compared: lower-case origin, IDN in Punycode, no default port, no
 * user.
 */
function comparable(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, new URL(url).origin)
}

const isContentType = ([name]: HeaderLine): boolean => name.toLowerCase() === 'content-type'

/** Some exporters leave out headers, but record the media type of the body. */
function sentHeaders(request: JsonObject): HeaderLine[] {
  const headers = headersOf(request)
  const type = isObject(request['postData']) ? text(request['postData']['mimeType']) : undefined
  return type === undefined || type === '' || headers.some(isContentType)
    ? headers
    : [...headers, ['Content-Type', type]]
}

/**
 * The headers of a message, without HTTP/2 pseudo-headers. Some exporters join repeated headers with a line break, and some write
 * numbers as such.
 */
function headersOf(message: JsonObject): HeaderLine[] {
  return objects(message['headers']).flatMap(({ name, value }) => {
    if (typeof name !== 'string' || name === '' || name.startsWith(':')) return []
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return []
    return String(value)
      .split('\n')
      .map((line) => [name, line] as const)
  })
}

/** Whether a 200 may have the headers of a 304: browsers record the body of their cache with them. */
function isRevalidated({ status, headers }: ReceivedResponse, sent: readonly HeaderLine[]): boolean {
  const has = (some: readonly HeaderLine[], ...names: readonly string[]): boolean =>
    some.some(([name]) => names.includes(name.toLowerCase()))
  const isConditional = has(sent, 'if-none-match', 'if-modified-since')
  return (
    status === 200 &&
    !has(headers, 'content-type') &&
    (isConditional || has(headers, 'etag', 'last-modified'))
  )
}

function answerOf(response: JsonObject): {
  answer?: ReceivedResponse
  missing: readonly Recorded[]
  compressed: boolean
} {
  const { status } = response
  if (typeof status !== 'number' || status < 100) return { missing: ['body', 'headers'], compressed: false }
  const content = isObject(response['content']) ? response['content'] : {}
  const headers = headersOf(response)
  const { bytes, compressed } = decoded(keptBody(content, response, headers), headers)
  const { tooLarge, ...read } = readJson(bytes ?? Buffer.alloc(0))
  const size = typeof content['size'] === 'number' ? content['size'] : -1
  // Some exporters truncate bodies: the text is then shorter than `size` and does not parse.
  const isCut = bytes !== undefined && bytes.length < size && !read.json.ok
  const lacksBody = isCut || tooLarge !== undefined || bytes === undefined
  return {
    answer: { status, headers, ...read, size: bytes?.length ?? 0 },
    missing: present<Recorded>(lacksBody && 'body', headers.length === 0 && 'headers'),
    compressed,
  }
}

function keptBody(
  content: JsonObject,
  { status, bodySize }: JsonObject,
  headers: readonly HeaderLine[],
): Uint8Array | undefined {
  const body = bodyOf(content)
  if (body !== undefined && body.length > 0) return body
  const hasNone = isSaidEmpty(headers, content['size'], bodySize) || status === 204 || status === 304
  return hasNone ? new Uint8Array() : undefined
}

function bodyOf(content: JsonObject): Uint8Array | undefined {
  const body = text(content['text'])
  if (body === undefined) return undefined
  const encoding = content['encoding']
  if (encoding !== 'base64' && encoding !== 'hex') return Buffer.from(body)
  // Polly.js writes the received chunks as a list.
  const pieces = body.startsWith('[') ? piecesOf(body) : [body]
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece, encoding)))
}

function piecesOf(list: string): readonly string[] {
  const { json } = readJson(Buffer.from(list))
  const pieces: unknown = json.ok ? json.value : []
  return Array.isArray(pieces) ? pieces.filter((one): one is string => typeof one === 'string') : []
}

/** Decodes a body that an exporter recorded compressed. A body that cannot be decoded is unknown. */
function decoded(
  bytes: Uint8Array | undefined,
  headers: readonly HeaderLine[],
): { bytes: Uint8Array | undefined; compressed: boolean } {
  if (bytes === undefined) return { bytes, compressed: false }
  const coding = headers
    .find(([name]) => name.toLowerCase() === 'content-encoding')?.[1]
    .trim()
    .toLowerCase()
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  const decode = isGzip ? gunzipSync : DECODERS.get(coding ?? '')
  // Nearly all exporters record the decoded body: if it is JSON already, it is used as it is.
  if (decode === undefined || (!isGzip && readJson(bytes).json.ok)) return { bytes, compressed: false }
  try {
    return { bytes: decode(bytes, { maxOutputLength: LARGEST_BODY }), compressed: true }
  } catch {
    return { bytes: isGzip ? undefined : bytes, compressed: isGzip }
  }
}

type SyncDecode = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array

const DECODERS = new Map<string, SyncDecode>([
  ['br', brotliDecompressSync],
  ['deflate', inflateSync],
])
