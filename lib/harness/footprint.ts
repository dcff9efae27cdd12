import type { Client, RequestSpec } from '../http/client.ts'
import { type Exchange, type KeyLabel, wasTurnedAway } from '../http/exchange.ts'
import { wasServed } from '../judge/finding.ts'
import { askedId, bodyOf, dataOf, itemsOf, sentBody } from '../judge/oracle.ts'
import { FULL_PAGE } from '../spec/api.ts'
import { type JsonObject, objects, quote } from '../util/values.ts'
import { Actor } from './actor.ts'
import type { Discovery } from './discovery.ts'
import { Memo } from './run-store.ts'
import { SHOWN } from './writes.ts'

/** Something that the run created or changed on the target and could not undo. */
export interface FootprintEntry {
  /** `perhaps created`: the request was sent and its answer is missing. */
  readonly kind: 'created' | 'changed' | 'perhaps created'
  readonly resource: string
  readonly id: string
  readonly note: string
}

/**
 * What a run created or changed on its target, read from what went over the wire: whatever the answer looked like, a
 * write that was not refused may have taken effect. There is no DELETE, so leads and notes stay; tags and flags of
 * conversations are put back.
 */
export async function settleFootprint(
  exchanges: readonly Exchange[],
  discovery: Discovery,
  client: Client,
): Promise<readonly FootprintEntry[]> {
  const left = await Promise.all(
    changedConversations(exchanges, discovery).map((change) => putBack(change, client)),
  )
  const created = await createdResources(exchanges, discovery, client)
  return [...created, ...left.flatMap((entry) => entry ?? [])]
}

/** A conversation that an update may have changed, and how it was before. */
export interface Change {
  readonly id: string
  readonly key: Exchange['key']
  /** Undefined: no answer before the update showed it. */
  readonly original: JsonObject | undefined
  /** The fields that updates named. */
  readonly fields: readonly string[]
}

const UPDATABLE = ['tags', 'is_resolved']

/** The conversations that updates may have changed, once each: by the id in the answer or, without one, in the path. */
function changedConversations(exchanges: readonly Exchange[], discovery: Discovery): readonly Change[] {
  const changes = new Map<string, Change>()
  for (const exchange of exchanges) {
    if (exchange.operation !== 'PATCH /conversations/{id}' || !mayHaveTakenEffect(exchange)) continue
    const shown = dataOf(exchange)['id']
    const id = typeof shown === 'string' ? shown : (askedId(exchange) ?? '')
    const sent = Object.keys(sentBody(exchange)).filter((name) => UPDATABLE.includes(name))
    const named = sent.length > 0 ? sent : UPDATABLE
    const earlier = exchanges.filter((one) => one.id < exchange.id)
    const known = changes.get(id) ?? { id, ...before(id, exchange.key, discovery, earlier), fields: [] }
    changes.set(id, { ...known, fields: [...known.fields, ...named] })
  }
  return [...changes.values()]
}

/** Whether a write may have taken effect: it was answered by anything but a refusal, or the answer was lost. */
function mayHaveTakenEffect(exchange: Exchange): boolean {
  const { response, failure, id } = exchange
  if (id === 0 || wasTurnedAway(exchange)) return false
  return (
    failure !== undefined || (response !== undefined && (response.status < 400 || response.status >= 500))
  )
}

/** The operations that show conversations. */
const SHOWING: ReadonlySet<string | undefined> = new Set(['GET /conversations', 'GET /conversations/{id}'])

/**
 * How a conversation was before an update, as the workspace was found or an earlier answer showed it, and whose it is.
 * @param key - the key of the update
 */
export function before(
  id: string,
  key: KeyLabel,
  discovery: Discovery,
  earlier: readonly Exchange[],
): Pick<Change, 'key' | 'original'> {
  for (const owner of ['main', 'other'] as const) {
    const listed = discovery[owner]?.lists['GET /conversations'].items.find((item) => item['id'] === id)
    if (listed !== undefined) return { key: owner, original: listed }
  }
  const isIt = (item: JsonObject): boolean => item['id'] === id && 'is_resolved' in item
  const original = earlier
    .filter(({ operation }) => SHOWING.has(operation))
    .flatMap((one) => [dataOf(one), ...itemsOf(one)])
    .find(isIt)
  return { key: key === 'exhaustible' ? 'main' : key, original }
}

/** Restores tags and flag. Resolves with what could not be restored. */
export async function putBack(
  { id, key, original, fields }: Change,
  client: Client,
): Promise<FootprintEntry | undefined> {
  const changed = (note: string): FootprintEntry => ({ kind: 'changed', resource: 'conversation', id, note })
  if (original === undefined) return changed('its tags and is_resolved before the update are not known')
  const { tags, is_resolved: resolved } = original
  const wanted = {
    tags: fields.includes('tags') ? (tags ?? []) : undefined,
    is_resolved: fields.includes('is_resolved') ? resolved : undefined,
  }
  const actor = new Actor((spec) => client.send(spec), { key })
  const answer = await actor.patchConversation(id, wanted)
  if ((answer.status ?? 500) >= 300) return changed(`it was ${quote(wanted, Infinity)}`)
  // An update takes an array only; a service that has no null shows none afterwards either.
  return fields.includes('tags') && tags === null && Array.isArray(answer.data['tags'])
    ? changed('tags were null and are an empty array now: an update cannot set null')
    : undefined
}

/** The operations that create something, and what. */
const CREATING: Readonly<Record<string, string>> = {
  'POST /leads': 'lead',
  'POST /conversations/{id}/messages': 'note',
}

/** The leads and notes that were created, by their answers or, where an answer names none, by what is found now. */
async function createdResources(
  exchanges: readonly Exchange[],
  discovery: Discovery,
  client: Client,
): Promise<readonly FootprintEntry[]> {
  const earlier = [discovery.main, discovery.other].flatMap((one) => one?.lists['GET /leads'].items ?? [])
  const known = new Set(earlier.map(({ id }) => id))
  const entries: FootprintEntry[] = []
  const doubtful: Exchange[] = []
  for (const exchange of exchanges) {
    const resource = CREATING[exchange.operation ?? '']
    if (resource === undefined || !mayHaveTakenEffect(exchange)) continue
    if (bodyOf(exchange)['existing'] === true) continue
    const { id } = dataOf(exchange)
    if (!wasServed(exchange.response ?? {}) || typeof id !== 'string') doubtful.push(exchange)
    else if (!known.has(id)) {
      known.add(id)
      const note =
        resource === 'note' ? `in conversation ${askedId(exchange)}` : `created in exchange ${exchange.id}`
      entries.push({ kind: 'created', resource, id, note })
    }
  }
  const looks = new Memo()
  for (const exchange of doubtful) {
    const { operation = '', response } = exchange
    const resource = CREATING[operation] ?? ''
    const trace = traceOf(exchange)
    const answer = trace && (await looks.recall(trace.spec, () => client.send(trace.spec)))
    const found = answer && trace.find(answer).find((one) => !known.has(one))
    const why = response === undefined ? 'was never answered' : `got ${response.status} without an id`
    const note = `${operation} in exchange ${exchange.id} ${why}`
    known.add(found)
    entries.push(
      found === undefined
        ? { kind: 'perhaps created', resource, id: 'unknown', note }
        : { kind: 'created', resource, id: found, note: `${note}; found in exchange ${answer?.id}` },
    )
  }
  return entries
}

/** Where something can be found that was created without an answer. */
interface Trace {
  /** The request whose answer would show it. */
  readonly spec: RequestSpec
  /** The ids of the resources in that answer that may be it. */
  readonly find: (answer: Exchange) => readonly string[]
}

/**
 * Where the lead or the note of a request can be found if the request was carried out and its answer lost: in the
 * newest leads, or in the conversation. Undefined for bodies that cannot be recognised.
 */
function traceOf(exchange: Exchange): Trace | undefined {
  const { operation, key, request } = exchange
  const sent = sentBody(exchange)
  if (operation === 'POST /conversations/{id}/messages')
    return {
      spec: { method: 'GET', path: request.path.replace(/\/messages$/, ''), key },
      find: (answer) =>
        idsOf(objects(dataOf(answer)['messages']), ({ content }) => content === sent['content']),
    }
  const fields = SHOWN.filter((field) => typeof sent[field] === 'string' && sent[field] !== '')
  if (fields.length === 0) return undefined
  return {
    spec: { method: 'GET', path: '/leads', query: { limit: FULL_PAGE }, key },
    find: (answer) => idsOf(itemsOf(answer), (lead) => fields.every((field) => lead[field] === sent[field])),
  }
}

function idsOf(items: readonly JsonObject[], isIt: (item: JsonObject) => boolean): readonly string[] {
  return items.filter(isIt).flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
}
