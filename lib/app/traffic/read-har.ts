import { type Header, KEY_LABELS, type ReceivedResponse } from '../../engine/http/exchange.ts'
import { readJson } from '../../engine/http/read-json.ts'
import { FileProblem } from '../../engine/util/errors.ts'
import { present } from '../../engine/util/collections.ts'
import type { JsonObject } from '../../engine/util/values.ts'
import { isObject, objects, text } from '../../engine/util/values.ts'
import type { Seen } from './exchange.ts'
import type { Missing } from './traffic.ts'

/** One entry of a HAR file as far as it can be read; its id is its position in the file, from 1. */
export interface HarEntry extends Seen {
  /** Whether the answer came from a browser's cache: its headers then belong to an earlier answer. */
  readonly cached: boolean
}

/** Parses a HAR file of any exporter. Throws a {@link FileProblem} if the text is not one. */
export function readHar(source: string): HarEntry[] {
  const file = parsed(source)
  const log = isObject(file) ? file['log'] : undefined
  if (!isObject(log) || !Array.isArray(log['entries'])) throw new FileProblem('is not a HAR file')
  return objects(log['entries']).flatMap((entry, index) => readEntry(entry, index + 1) ?? [])
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new FileProblem('is not JSON', { cause: error })
  }
}

function readEntry(entry: JsonObject, id: number): HarEntry | undefined {
  const { request, response } = entry
  if (!isObject(request)) return undefined
  const [method, url] = [text(request['method']), text(request['url'])]
  if (method === undefined || url === undefined || !URL.canParse(url)) return undefined
  const body = postData(request)
  const lacksBody = body === undefined && !/^(?:GET|HEAD|OPTIONS)$/i.test(method)
  const { answer, missing } = answerOf(isObject(response) ? response : {})
  return {
    id,
    method: method.toUpperCase(),
    url,
    requestHeaders: headersOf(request),
    requestBody: body,
    response: answer,
    missing: present<Missing>(lacksBody && 'request-body', ...missing),
    startedAt: Date.parse(text(entry['startedDateTime']) ?? '') || 0,
    durationMs: typeof entry['time'] === 'number' ? entry['time'] : 0,
    cached: typeof entry['_fromCache'] === 'string' || entry['_fromCache'] === true,
    key: KEY_LABELS.find((label) => label === entry['_key']),
  }
}

function postData(request: JsonObject): string | undefined {
  const data = request['postData']
  if (!isObject(data)) return undefined
  const body = text(data['text'])
  return body !== undefined && data['encoding'] === 'base64'
    ? Buffer.from(body, 'base64').toString('utf8')
    : body
}

/**
 * The headers of a message, without HTTP/2 pseudo-headers. Some exporters join repeated headers with a line break.
 */
function headersOf(message: JsonObject): Header[] {
  return objects(message['headers']).flatMap(({ name, value }) => {
    if (typeof name !== 'string' || typeof value !== 'string' || name === '' || name.startsWith(':'))
      return []
    return value.split('\n').map((line) => [name, line] as const)
  })
}

function answerOf(response: JsonObject): { answer?: ReceivedResponse; missing: readonly Missing[] } {
  const { status } = response
  if (typeof status !== 'number' || status < 100) return { missing: ['body', 'headers'] }
  const content = isObject(response['content']) ? response['content'] : {}
  const bytes = bodyOf(content)
  const headers = headersOf(response)
  const { tooLarge, ...read } = readJson(bytes ?? Buffer.alloc(0))
  const size = typeof content['size'] === 'number' ? content['size'] : -1
  // Some exporters truncate bodies: the text is then shorter than `size` and does not parse.
  const isCut = bytes !== undefined && bytes.length < size && !read.json.ok
  const isEmpty = bytes === undefined && size === 0 && response['bodySize'] === 0
  const lacksBody = isCut || tooLarge !== undefined || (bytes === undefined && !isEmpty)
  return {
    answer: { status, headers, ...read, size: bytes?.length ?? 0 },
    missing: present<Missing>(lacksBody && 'body', headers.length === 0 && 'headers'),
  }
}

function bodyOf(content: JsonObject): Uint8Array | undefined {
  const body = text(content['text'])
  if (body === undefined) return undefined
  return Buffer.from(body, content['encoding'] === 'base64' ? 'base64' : 'utf8')
}
