import type { Located, Reader } from './reader.ts'
import { entries } from '../json.ts'

/** What a `content` map says about JSON. */
export type JsonContent =
  | { readonly found: 'schema'; readonly schema: Located }
  /** JSON without a schema, or no content at all: nothing is stated. */
  | { readonly found: 'nothing' }
  /** Only other media types. */
  | { readonly found: 'other'; readonly types: readonly string[] }

/** Finds the JSON representation of a request body or a response. */
export function jsonContent(reader: Reader, message: Located): JsonContent {
  const content = reader.child(message, 'content')
  const types = entries(content?.value).map(([type]) => type)
  if (content === undefined || types.length === 0) return { found: 'nothing' }
  const preferred = types.toSorted((a, b) => rank(a) - rank(b))[0] ?? ''
  if (rank(preferred) === OTHER) return { found: 'other', types }
  const media = reader.child(content, preferred)
  const resolved = media === undefined ? undefined : reader.resolve(media)
  const schema = resolved === undefined ? undefined : reader.child(resolved, 'schema')
  return schema === undefined ? { found: 'nothing' } : { found: 'schema', schema }
}

const OTHER = 3

function rank(mediaType: string): number {
  const essence = (mediaType.split(';')[0] ?? '').trim().toLowerCase()
  if (essence === 'application/json') return 0
  if (essence.endsWith('+json')) return 1
  return essence === '*/*' || essence === 'application/*' ? 2 : OTHER
}
