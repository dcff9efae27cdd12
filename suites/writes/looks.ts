/** The items that reads have shown, of those that were written; each in one pass over the run. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { CARRIED, TAGS } from '../../lib/engine/contract/request-bodies.ts'
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import { fateOf } from '../../lib/engine/http/fate.ts'
import { reaches } from '../../lib/engine/judge/page.ts'
import { askedId, dataOf } from '../../lib/engine/judge/reading.ts'
import { given, type JsonObject } from '../../lib/engine/util/values.ts'
import { writtenConversations } from '../support/written-conversations.ts'
import { type Place, placeKey, type Shown, shownIn } from './table.ts'

/** A read that shows an item, or that should show it. */
export interface Look {
  readonly exchange: Exchange
  /** The time of the request. */
  readonly at: number
  /** The operation: each may be late by itself. */
  readonly view: string
  /** Undefined if the read does not show the item. */
  readonly item: JsonObject | undefined
  readonly pointer: string
}

/** An item to look for: its place, and, if a write created it, its time. */
export interface SoughtItem {
  readonly place: Place
  readonly createdAt?: unknown
}

/** An answer to a read of the key under test, and its items. */
interface ReadAnswer {
  readonly exchange: Exchange
  readonly shown: readonly Shown[]
}

/** The reads of a run with the key under test. */
export function readsIn(exchanges: readonly Exchange[]): readonly ReadAnswer[] {
  return exchanges
    .filter(({ key, request, swallowed }) => key === 'main' && request.method === 'GET' && swallowed !== true)
    .map((exchange) => ({ exchange, shown: shownIn(exchange) }))
}

/** The looks at some items, by item, in the order of the run. */
export function looksAt(
  reads: readonly ReadAnswer[],
  wanted: readonly SoughtItem[],
): ReadonlyMap<string, readonly Look[]> {
  const looks = new Map<string, Look[]>(wanted.map(({ place }) => [placeKey(place), []]))
  const leads = wanted.filter(({ place }) => place.kind === 'Lead')
  const notes = wanted.filter(({ place }) => place.kind === 'Message')
  const conversations = new Set(notes.map(({ place }) => place.within))
  for (const { exchange, shown } of reads) {
    const { operation: view = '', startedAt: at } = exchange
    const add = (key: string, item: JsonObject | undefined, pointer: string): void =>
      void looks.get(key)?.push({ exchange, at, view, item, pointer })
    const isOfNotes = view === 'GET /conversations/{id}' && conversations.has(askedId(exchange))
    const present = new Set<string>()
    for (const { place, item, pointer } of shown) {
      if (place.kind === 'Message' && !isOfNotes) continue
      const key = placeKey(place)
      present.add(key)
      add(key, item, pointer)
    }
    const isTranscript = isOfNotes && fateOf(exchange) === 'accepted'
    const due = isTranscript ? notesDue(exchange, notes) : leadsDue(exchange, leads)
    for (const { place } of due) {
      const key = placeKey(place)
      if (!present.has(key)) add(key, undefined, isOfNotes ? '/data/messages' : '/data')
    }
  }
  return looks
}

/** The notes that a transcript should show. */
function notesDue(exchange: Exchange, notes: readonly SoughtItem[]): readonly SoughtItem[] {
  const id = askedId(exchange)
  const isTranscript = Array.isArray(dataOf(exchange)['messages'])
  return isTranscript ? notes.filter(({ place }) => place.within === id) : []
}

/** The leads that an answer should show: the requested one, or those that a page without a filter reaches. */
function leadsDue(exchange: Exchange, leads: readonly SoughtItem[]): readonly SoughtItem[] {
  const { operation, request, response } = exchange
  if (operation === 'GET /leads/{id}') {
    const id = askedId(exchange)
    return response?.status === 404 ? leads.filter(({ place }) => place.id === id) : []
  }
  const isFirst = request.query.every(
    ([name, value]) => name === 'limit' || (name === 'offset' && value === '0'),
  )
  if (operation !== 'GET /leads' || !isFirst || fateOf(exchange) !== 'accepted') return []
  return leads.filter(({ createdAt }) => reaches(exchange, createdAt))
}

const VIEWS = ['GET /conversations', 'GET /conversations/{id}', 'GET /leads', 'GET /leads/{id}'] as const

/**
 * Whether the reads before a write always show a field that the item has: then the item of a later answer
 * without it has lost it. Conversations to which the run had written, and their leads, are no evidence;
 * one read of an item is none either.
 */
export function steadyBefore(
  ctx: Pick<Context<never>, 'answersTo'>,
  write: Answer,
): (view: string, name: string) => boolean {
  const earlier = VIEWS.flatMap(ctx.answersTo).filter(({ exchange }) => exchange.id < write.exchange.id)
  const reads = readsIn(earlier.map(({ exchange }) => exchange))
  const written = new Set([...writtenConversations(ctx)].filter(given))
  const concerned = reads
    .flatMap(({ shown }) => shown)
    .filter(({ place, item }) => written.has(place.kind === 'Lead' ? item['conversation_id'] : place.id))
  const keys = new Set(concerned.map(({ place }) => placeKey(place)))
  const isWritten = (key: string): boolean => keys.has(key)
  const isSteady = steadyFields(reads, OPTIONAL, isWritten)
  const readTwice = fieldsReadTwice(reads, isWritten)
  return (view, name) => readTwice.has(name) && isSteady(view, name)
}

/** The optional fields that at least two reads have shown of one item, to which the run had not written. */
function fieldsReadTwice(
  reads: readonly ReadAnswer[],
  isWritten: (key: string) => boolean,
): ReadonlySet<string> {
  const [once, twice] = [new Set<string>(), new Set<string>()]
  for (const { place, item } of reads.flatMap(({ shown }) => shown)) {
    const key = placeKey(place)
    if (isWritten(key)) continue
    for (const name of OPTIONAL.filter((one) => given(item[one]))) {
      if (once.has(`${name} ${key}`)) twice.add(name)
      once.add(`${name} ${key}`)
    }
  }
  return twice
}

/** The fields of leads and conversations that a service may leave out. */
export const OPTIONAL: readonly string[] = [
  ...[...CARRIED, TAGS].map(({ name }) => name),
  'visitor_id',
  'language_code',
]

/**
 * Whether a view always shows a field that the item has. Any answer may leave out an optional field; a
 * service that shows it in one answer and not in another does so. Items that this run has written are no
 * evidence: they may have changed.
 */
export function steadyFields(
  reads: readonly ReadAnswer[],
  names: readonly string[],
  isWritten: (key: string) => boolean,
): (view: string, name: string) => boolean {
  const shown = new Set<string>()
  const known = new Map(names.map((name) => [name, new Map<string, boolean>()]))
  const unsteady = new Set<string>()
  for (const { exchange, shown: items } of reads)
    for (const { place, item } of items) {
      if (place.kind === 'Message') continue
      const key = placeKey(place)
      const isEvidence = !isWritten(key)
      for (const [name, ofItems] of known) {
        const isGiven = given(item[name])
        if (isGiven) shown.add(`${exchange.operation} ${name}`)
        if (!isEvidence) continue
        if ((ofItems.get(key) ?? isGiven) !== isGiven) unsteady.add(name)
        ofItems.set(key, isGiven)
      }
    }
  return (view, name) => shown.has(`${view} ${name}`) && !unsteady.has(name)
}
