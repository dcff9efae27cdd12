/**
 * The three operations that write: the fields that each sends, the place of the result, and the rules about
 * it.
 */
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import { fateOf } from '../../lib/engine/http/fate.ts'
import { askedId, bodyOf, dataOf, itemsOf } from '../../lib/engine/judge/reading.ts'
import { operationOf } from '../../lib/engine/contract/operations.ts'
import { type BodyField, bodyFields, CARRIED } from '../../lib/engine/contract/request-bodies.ts'
import { remembered } from '../../lib/engine/util/memo.ts'
import { given, type JsonObject, objects } from '../../lib/engine/util/values.ts'

export const POST_LEADS = 'POST /leads'
export const PATCH_CONVERSATION = 'PATCH /conversations/{id}'
export const POST_NOTE = 'POST /conversations/{id}/messages'

/** The kinds of items that can be written, by the names of part 2. */
export type ItemKind = 'Lead' | 'Conversation' | 'Message'

/** An item of a workspace. */
export interface Place {
  readonly kind: ItemKind
  readonly id: unknown
  /** The conversation of a message: the message id need only be unique within it. */
  readonly within?: string | undefined
}

/** An operation that writes. */
export interface Write {
  readonly kind: ItemKind
  /** The fields of its body that later reads show. */
  readonly fields: readonly BodyField[]
  /** The rule that the answer shows the value sent for a field. */
  readonly answered: (field: string, sent: unknown) => string
  /** The rule that later reads show it, too. */
  readonly stored: string
  /** The rule that a created item has the time of the request. */
  readonly created?: string
  /**
   * The rule that its texts are in no other item of these kinds, whether it was there before; other kinds may
   * show them.
   */
  readonly elsewhere: (write: Exchange, found: Place, wasThere: boolean) => string
  readonly kinds: readonly ItemKind[]
  /** The rule that a refused write leaves nothing, also in another workspace. */
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
    elsewhere: (write, _found, wasThere) => {
      if (wasThere) return 'CREATE-LEAD-40'
      return isCalledExisting(write) ? 'CREATE-LEAD-32' : 'CREATE-LEAD-04'
    },
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

/** The fields of a conversation that no write changes. */
export const LASTING: readonly string[] = ['chatbot_id', 'visitor_id', 'language_code', 'created_at']

/** Whether the answer to a lead says that it was there before. */
export function isCalledExisting(write: Exchange): boolean {
  return bodyOf(write)['existing'] === true
}

/** The entry for the operation of a write; undefined for an operation that only reads. */
export function writeOf({ operation = '' }: Exchange): Write | undefined {
  return WRITES[operation]
}

/** The contract's rule for a field that is written; undefined for any other field. */
export function fieldOf(kind: ItemKind, name: string): BodyField | undefined {
  const fields = Object.values(WRITES).flatMap((write) => (write.kind === kind ? write.fields : []))
  return fields.find((field) => field.name === name)
}

/** The item that an accepted write created or changed; undefined if its answer does not name it. */
export function writtenPlace(exchange: Exchange): Place | undefined {
  const { kind } = writeOf(exchange) ?? {}
  if (kind === undefined || fateOf(exchange) !== 'accepted') return undefined
  const [asked, { id }] = [askedId(exchange), dataOf(exchange)]
  if (kind === 'Conversation') return { kind, id: asked }
  return given(id) ? { kind, id, within: kind === 'Message' ? asked : undefined } : undefined
}

/** A place as a text, for looking up items. */
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
  /** Its pointer in the answer. */
  readonly pointer: string
}

const KINDS: Readonly<Record<string, ItemKind>> = {
  Lead: 'Lead',
  Message: 'Message',
  Conversation: 'Conversation',
  ConversationDetail: 'Conversation',
}

/** The leads, conversations and messages that an answer shows. */
export const shownIn = remembered((exchange: Exchange): readonly Shown[] => {
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
})

/** The item at a place in an answer; undefined if the answer does not show it. */
export function itemAt(exchange: Exchange, place: Place): Shown | undefined {
  return shownIn(exchange).find((one) => isSamePlace(one.place, place))
}
