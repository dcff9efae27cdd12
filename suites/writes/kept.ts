/** What accepted writes have put into the workspace, and until when reads must show it. */
import { endOf, type Exchange } from '../../lib/engine/http/exchange.ts'
import { askedId, dataOf, sentBody } from '../../lib/engine/judge/reading.ts'
import { groupBy } from '../../lib/engine/util/collections.ts'
import { contradict, given } from '../../lib/engine/util/values.ts'
import { isRefused } from '../support/marks.ts'
import type { Look } from './looks.ts'
import { existingLeads } from './new-leads.ts'
import { isRightAnswer } from './same.ts'
import {
  fieldOf,
  LASTING,
  PATCH_CONVERSATION,
  type Place,
  placeKey,
  POST_LEADS,
  POST_NOTE,
  writtenPlace,
  type Write,
  writeOf,
} from './table.ts'

/** What a write has put into the workspace: an item, or the value of one of its fields. */
export type Kept = KeptItem | KeptValue

interface WriteResult {
  readonly write: Exchange
  readonly place: Place
  /** The time of the write's answer. */
  readonly from: number
  /** The rule that later reads show it. */
  readonly stored: string
}

/** An item that a write created. */
export interface KeptItem extends WriteResult {
  readonly field?: undefined
}

/** A value that a write left in a field. */
export interface KeptValue extends WriteResult, Rivals {
  readonly field: string
  readonly wanted: unknown
  /** The rule that is violated if no read shows the value; if only some reads do, it is `stored`. */
  readonly rule: string
}

/** The other writes of this run that may change a value, or have changed it. */
interface Rivals {
  /** The time when another write of this run may have changed it. */
  readonly until: number
  /**
   * The time when a write without this field may have changed it: another rule judges fields that an update
   * omits, and notes and leads may change them.
   */
  readonly untilOther: number
  /** A note was sent at the same time. */
  readonly besideNote: boolean
  /** A lead of the conversation was sent at the same time: what it changes there is open. */
  readonly besideLead: boolean
  /** The values that earlier writes of this run have sent for this field. */
  readonly sentBefore: readonly unknown[]
}

const NO_RIVALS: Rivals = {
  until: Infinity,
  untilOther: Infinity,
  besideNote: false,
  besideLead: false,
  sentBefore: [],
}

/**
 * The results of the accepted writes of the key under test. Values that their own answer contradicts are left
 * out: the service said itself that it did not store them.
 */
export function keptBy(exchanges: readonly Exchange[]): readonly Kept[] {
  const wasThere = existingLeads(exchanges)
  const writes = writesByConversation(exchanges)
  const leads = groupBy(writes.get(undefined) ?? [], (lead) => sentBody(lead)['conversation_id'])
  return [...writes].flatMap(([conversation, some]) => {
    const others = conversation === undefined ? [] : [...some, ...(leads.get(conversation) ?? [])]
    const [later, own] = [some.filter(wasThere), some.filter((write) => !wasThere(write))]
    return own.flatMap((write) => keptByOne(write, others, later))
  })
}

/**
 * The writes that the service may have carried out, by the updated or annotated conversation; undefined for
 * leads.
 */
export function writesByConversation(
  exchanges: readonly Exchange[],
): ReadonlyMap<string | undefined, readonly [Exchange, ...Exchange[]]> {
  // A write without a usable answer may have been carried out.
  const writes = exchanges.filter(
    (one) => one.key === 'main' && writeOf(one) !== undefined && one.id > 0 && !isRefused(one),
  )
  return groupBy(writes, askedId)
}

/**
 * @param others - all writes to the same conversation, its leads included
 * @param existing - the answers that returned a lead for a further one
 */
function keptByOne(
  write: Exchange,
  others: readonly Exchange[],
  existing: readonly Exchange[],
): readonly Kept[] {
  const [terms, place] = [writeOf(write), writtenPlace(write)]
  if (terms === undefined || place === undefined || write.request.bodyCoding !== undefined) return []
  const item: KeptItem = { write, place, from: endOf(write), stored: terms.stored }
  const isUpdate = place.kind === 'Conversation'
  const values = Object.entries(fieldsKept(terms, write)).flatMap(([field, wanted]) => {
    const value: KeptValue = { ...item, ...NO_RIVALS, field, wanted, rule: ruleFor(terms, write, field) }
    if (isChangedByFurther(value, existing)) return { ...value, rule: UPDATED_LEAD, stored: UPDATED_LEAD }
    return isUpdate ? (amongOthers(value, others) ?? []) : value
  })
  return isUpdate ? values : [item, ...values]
}

/**
 * Whether a further lead for the conversation has changed a value: the answer that created the lead showed
 * it, and the answer to the further one shows another.
 */
function isChangedByFurther(
  { write, place, field, wanted }: KeptValue,
  existing: readonly Exchange[],
): boolean {
  return (
    given(dataOf(write)[field]) &&
    existing.map(dataOf).some((lead) => lead['id'] === place.id && contradict(lead[field], wanted))
  )
}

/**
 * The value of an update among the other writes to its conversation; undefined if an update with another
 * value was sent at the same time: nobody knows which of them is the last.
 */
function amongOthers(value: KeptValue, others: readonly Exchange[]): KeptValue | undefined {
  const { write, field, wanted, from: answeredAt } = value
  const isBeside = (other: Exchange): boolean =>
    other !== write && other.startedAt < answeredAt && endOf(other) > write.startedAt
  const updates = others.filter((other) => other !== write && names(other, field))
  if (updates.some((one) => isBeside(one) && contradict(sentBody(one)[field], wanted))) return undefined
  const beside = others.filter(isBeside)
  const from = Math.max(answeredAt, ...beside.map(endOf))
  const earlier = updates.filter(({ startedAt }) => startedAt < write.startedAt)
  return {
    ...value,
    from,
    // One of the simultaneous writes has undone this one.
    rule: beside.length > 0 ? 'PATCH-CONVERSATION-17' : value.rule,
    until: firstAfter(from, updates),
    untilOther: firstAfter(from, others),
    besideNote: beside.some(({ operation }) => operation === POST_NOTE),
    besideLead: beside.some(({ operation }) => operation === POST_LEADS),
    sentBefore: earlier.map((one) => sentBody(one)[field]),
  }
}

/** The rule that a further lead for a conversation leaves its lead as it is. */
const UPDATED_LEAD = 'CREATE-LEAD-34'

/** Whether an update sends a field; true if its body cannot be read. */
function names({ operation, request }: Exchange, field: string): boolean {
  if (operation !== PATCH_CONVERSATION) return false
  return request.bodyCoding !== undefined || field in sentBody({ request })
}

const firstAfter = (time: number, writes: readonly Exchange[]): number =>
  Math.min(...writes.flatMap(({ startedAt }) => (startedAt >= time ? [startedAt] : [])))

/**
 * The values that a write leaves in its item: the sent ones and, for a created item, the time and the role.
 */
function fieldsKept({ kind, fields, created }: Write, write: Exchange): Readonly<Record<string, unknown>> {
  const [sent, shown] = [sentBody(write), dataOf(write)]
  const taken = fields.filter(
    (field) => field.name in sent && isRightAnswer(field, sent[field.name], shown[field.name]),
  )
  return {
    ...Object.fromEntries(taken.map(({ name }) => [name, sent[name]])),
    ...(created !== undefined && given(shown['created_at']) && { created_at: shown['created_at'] }),
    ...(kind === 'Message' && { role: 'note' }),
  }
}

/**
 * The rule for a field that no read shows as it was sent. If the answer to the write showed the sent value,
 * the service has not stored it; otherwise it has not accepted the value as sent.
 */
function ruleFor({ kind, stored, answered }: Write, write: Exchange, name: string): string {
  const isSent = fieldOf(kind, name) !== undefined
  return !isSent || given(dataOf(write)[name]) ? stored : answered(name, sentBody(write)[name])
}

/** The rules that updates, or notes, leave the {@link LASTING} fields of their conversation as they are. */
const UNTOUCHED: Readonly<Record<string, string>> = {
  [PATCH_CONVERSATION]: 'PATCH-CONVERSATION-14',
  [POST_NOTE]: 'ADD-NOTE-15',
}

/**
 * The values that a conversation must still show after the updates, or the notes, of a run: those before the
 * first write. Nothing if it got both: then nobody knows which of them has changed a value.
 * @param looks - all reads that show the conversation
 */
export function untouchedBy(
  writes: readonly Exchange[],
  place: Place,
  looks: readonly Look[],
): readonly KeptValue[] {
  const [first, ...others] = writes
  const rule = UNTOUCHED[first?.operation ?? '']
  const isOfOneKind = others.every(({ operation }) => operation === first?.operation)
  if (first === undefined || rule === undefined || !isOfOneKind) return []
  const before = looks.findLast(({ at, item }) => at < first.startedAt && item !== undefined)?.item ?? {}
  return LASTING.filter((field) => given(before[field])).map((field) => ({
    ...NO_RIVALS,
    write: first,
    place,
    from: endOf(first),
    stored: rule,
    field,
    wanted: before[field],
    rule,
  }))
}

/** The results of writes by item. */
export function byPlace(kept: readonly Kept[]): ReadonlyMap<string, readonly [Kept, ...Kept[]]> {
  return groupBy(kept, ({ place }) => placeKey(place))
}
