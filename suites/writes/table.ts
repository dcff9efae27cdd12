/** The three operations that write: what each sends, where it stands afterwards, and the rules about it. */
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import { fateOf } from '../../lib/engine/http/fate.ts'
import { askedId, bodyOf, dataOf, itemsOf } from '../../lib/engine/judge/reading.ts'
import { operationOf } from '../../lib/engine/contract/operations.ts'
import { type BodyField, bodyFields, CARRIED } from '../../lib/engine/contract/request-bodies.ts'
import { given, type JsonObject, objects } from '../../lib/engine/util/values.ts'

export const POST_LEADS = 'POST /leads'
export const PATCH_CONVERSATION = 'PATCH /conversations/{id}'
export const POST_NOTE = 'POST /conversations/{id}/messages'

/** What can be written, by the names of part 2. */
export type ItemKind = 'Lead' | 'Conversation' | 'Message'

/** An item of a workspace. */
export interface Place {
  readonly kind: ItemKind
  readonly id: unknown
  /** The conversation of a message: its id need be unique only in there. */
  readonly within?: string | undefined
}

/** An operation that writes. */
export interface Write {
  readonly kind: ItemKind
  /** The fields of its body that are shown later. */
  readonly fields: readonly BodyField[]
  /** The answer shows the value that was sent in a field. */
  readonly answered: (field: string, sent: unknown) => string
  /** Whatever is read later shows it, too. */
  readonly stored: string
  /** What was created has the time of the request. */
  readonly created?: string
  /** Its texts stand nowhere else, among items of these kinds: others may tell of what was written. */
  readonly elsewhere: (write: Exchange, found: Place) => string
  readonly kinds: readonly ItemKind[]
  /** A refused one leaves nothing, and nothing in another workspace. */
  readonly refused: string
  readonly foreign: string
}

const WRITES: Readonly<Record<string, Write>> = {
  [POST_LEADS]: {
    kind: 'Lead',
    fields: CARRIED,
    answered: (field) => (field === 'status' ? 'CREATE-LEAD-03' : 'CREATE-LEAD-02'),
    stored: 'CREATE-LEAD-04',
    created: 'CREATE-LEAD-36',
    elsewhere: (write) => (bodyOf(write)['existing'] === true ? 'CREATE-LEAD-32' : 'CREATE-LEAD-04'),
    kinds: ['Lead'],
    refused: 'CREATE-LEAD-28',
    foreign: 'ISOLATION-16',
  },
  [PATCH_CONVERSATION]: {
    kind: 'Conversation',
    fields: bodyFields('ConversationPatch'),
    answered: (field, sent) => {
      if (field === 'is_resolved') return 'PATCH-CONVERSATION-03'
      return Array.isArray(sent) && sent.length === 0 ? 'PATCH-CONVERSATION-16' : 'PATCH-CONVERSATION-02'
    },
    stored: 'PATCH-CONVERSATION-13',
    elsewhere: () => 'PATCH-CONVERSATION-14',
    kinds: ['Conversation', 'Lead'],
    refused: 'PATCH-CONVERSATION-15',
    foreign: 'ISOLATION-14',
  },
  [POST_NOTE]: {
    kind: 'Message',
    fields: bodyFields('MessageCreate'),
    answered: () => 'ADD-NOTE-03',
    stored: 'ADD-NOTE-10',
    created: 'ADD-NOTE-14',
    elsewhere: (write, { within }) => (within === askedId(write) ? 'ADD-NOTE-10' : 'ADD-NOTE-12'),
    kinds: ['Message'],
    refused: 'ADD-NOTE-11',
    foreign: 'ISOLATION-15',
  },
}

/** The operation of a write; undefined for one that only reads. */
export function writeOf({ operation = '' }: Exchange): Write | undefined {
  return WRITES[operation]
}

/** What the contract says of a field that is written; undefined for one that is not. */
export function fieldOf(kind: ItemKind, name: string): BodyField | undefined {
  const fields = Object.values(WRITES).flatMap((write) => (write.kind === kind ? write.fields : []))
  return fields.find((field) => field.name === name)
}

/** Where an accepted write put what it sent; undefined if its answer does not name it. */
export function writtenPlace(exchange: Exchange): Place | undefined {
  const { kind } = writeOf(exchange) ?? {}
  if (kind === undefined || fateOf(exchange) !== 'accepted') return undefined
  const [asked, { id }] = [askedId(exchange), dataOf(exchange)]
  if (kind === 'Conversation') return { kind, id: asked }
  return given(id) ? { kind, id, within: kind === 'Message' ? asked : undefined } : undefined
}

/** A place as a text, by which items are looked up. */
export function placeKey({ kind, id, within }: Place): string {
  return `${kind} ${within ?? ''} ${typeof id === 'string' ? id : JSON.stringify(id)}`
}

/** Whether two places are the same. */
export function isSamePlace(one: Place, other: Place): boolean {
  return one.kind === other.kind && one.id === other.id && one.within === other.within
}

/** An item that an answer shows. */
export interface Shown {
  readonly place: Place
  readonly item: JsonObject
  /** Where it stands in the answer. */
  readonly pointer: string
}

const KINDS: Readonly<Record<string, ItemKind>> = {
  Lead: 'Lead',
  Message: 'Message',
  Conversation: 'Conversation',
  ConversationDetail: 'Conversation',
}

/** The leads, conversations and messages that an answer shows. */
export function shownIn(exchange: Exchange): readonly Shown[] {
  const kind = KINDS[operationOf(exchange.operation)?.resource ?? '']
  if (kind === undefined || fateOf(exchange) !== 'accepted') return []
  const [listed, single] = [itemsOf(exchange), dataOf(exchange)]
  const within = askedId(exchange)
  const messages = objects(single['messages']).map((item, at): Shown => ({
    place: { kind: 'Message', id: item['id'], within },
    item,
    pointer: `/data/messages/${at}`,
  }))
  const items = [...listed, single].map((item, at): Shown => ({
    place: { kind, id: item['id'], within: kind === 'Message' ? within : undefined },
    item,
    pointer: at < listed.length ? `/data/${at}` : '/data',
  }))
  return [...items, ...messages]
}

/** The item at a place, as an answer shows it. */
export function itemAt(exchange: Exchange, place: Place): Shown | undefined {
  return shownIn(exchange).find((one) => isSamePlace(one.place, place))
}
