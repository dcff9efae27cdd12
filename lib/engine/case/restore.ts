import type { Client } from '../http/client.ts'
import { type Exchange, type KeyLabel, notCarriedOut } from '../http/exchange.ts'
import { askedId, dataOf, sentBody } from '../judge/reading.ts'
import { type JsonObject, quote } from '../util/values.ts'
import { Actor } from './actor.ts'
import type { Discovery } from './discovery.ts'

/** A conversation that an update may have changed, with its earlier state. */
export interface Restorable {
  readonly id: string
  /** The key of the owner; for a conversation that no workspace listed, the key of the update. */
  readonly key: KeyLabel
  /** Undefined if the conversation was not listed when the run began. */
  readonly original: JsonObject | undefined
  /** The fields that the updates contained. */
  readonly fields: readonly string[]
}

const UPDATABLE = ['tags', 'is_resolved'] as const

/**
 * The conversations that updates may have changed, once each: by the id in the answer, or else in the path.
 */
export function changedConversations(
  exchanges: readonly Exchange[],
  discovery: Discovery,
): readonly Restorable[] {
  const changes = new Map<string, Restorable>()
  for (const exchange of exchanges) {
    if (exchange.operation !== 'PATCH /conversations/{id}' || !mayHaveTakenEffect(exchange)) continue
    const shown = dataOf(exchange)['id']
    const id = typeof shown === 'string' ? shown : (askedId(exchange) ?? '')
    const sent = sentBody(exchange)
    const named = UPDATABLE.filter((name) => name in sent)
    const known = changes.get(id) ?? { id, ...before(id, exchange.key, discovery), fields: [] }
    changes.set(id, { ...known, fields: [...known.fields, ...(named.length > 0 ? named : UPDATABLE)] })
  }
  return [...changes.values()]
}

/** Whether a write may have taken effect: its answer was no refusal, or was lost. */
export function mayHaveTakenEffect(exchange: Exchange): boolean {
  if (exchange.id === 0 || notCarriedOut(exchange)) return false
  const { status = 500 } = exchange.response ?? {}
  return status < 400 || status >= 500
}

/**
 * The state of a conversation when the run began, and the key of its owner; for an unlisted one, the key of
 * the update.
 */
function before(id: string, key: KeyLabel, discovery: Discovery): Pick<Restorable, 'key' | 'original'> {
  for (const owner of ['main', 'other'] as const) {
    const { lists, oldest = [] } = discovery[owner] ?? {}
    const listed = [...(lists?.['GET /conversations'].items ?? []), ...oldest].find(
      (item) => item['id'] === id,
    )
    if (listed !== undefined) return { key: owner, original: listed }
  }
  return { key: key === 'exhaustible' ? 'main' : key, original: undefined }
}

/** Restores tags and flag. Resolves with the fields that could not be restored, in words. */
export async function putBack(
  { id, key, original, fields }: Restorable,
  client: Client,
): Promise<string | undefined> {
  if (original === undefined) return 'its tags and is_resolved before the update are not known'
  const { tags, is_resolved: resolved } = original
  const wanted = {
    tags: fields.includes('tags') ? (tags ?? []) : undefined,
    is_resolved: fields.includes('is_resolved') ? resolved : undefined,
  }
  const answer = await new Actor((spec) => client.send(spec), { key }).patchConversation(id, wanted)
  if ((answer.status ?? 500) >= 300) return `it was ${quote(wanted, Infinity)}`
  // An update accepts only an array; a service without null shows none afterwards either.
  return fields.includes('tags') && tags === null && Array.isArray(answer.data['tags'])
    ? 'tags were null and are an empty array now: an update cannot set null'
    : undefined
}
