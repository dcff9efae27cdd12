/** What accepted writes have put into the workspace, and for how long it has to be there. */
import { endOf, type Exchange } from '../../lib/engine/http/exchange.ts'
import { fateOf } from '../../lib/engine/http/fate.ts'
import { askedId, bodyOf, dataOf, sentBody } from '../../lib/engine/judge/reading.ts'
import { groupBy } from '../../lib/engine/util/collections.ts'
import { contradict, given } from '../../lib/engine/util/values.ts'
import { isRefused } from '../support/marks.ts'
import type { Look } from './looks.ts'
import { isAnswered } from './same.ts'
import {
  fieldOf,
  PATCH_CONVERSATION,
  type Place,
  placeKey,
  POST_NOTE,
  writtenPlace,
  type Write,
  writeOf,
} from './table.ts'

/** Something that a write has put into the workspace: an item, or the value of one of its fields. */
export interface Kept {
  readonly write: Exchange
  readonly place: Place
  /** Undefined: the item itself. */
  readonly field?: string
  readonly wanted?: unknown
  /** The rule that is violated where no read shows it, and where some reads do. */
  readonly rule: string
  readonly stored: string
  /** When the write was answered. */
  readonly from: number
  /** When another write of this run may have changed it. */
  readonly until: number
  /** When a write without this field may have changed it: what an update omits is another rule's matter, and notes are free to. */
  readonly untilOther: number
  /** A note was sent at the same time. */
  readonly besideNote: boolean
  /** What earlier writes of this run have sent in this field. */
  readonly sentBefore: readonly unknown[]
}

/** What the accepted writes of the key under test have left. Values that an answer contradicts are not among them: it is the service's own word. */
export function keptBy(exchanges: readonly Exchange[]): readonly Kept[] {
  return [...writesByConversation(exchanges)].flatMap(([conversation, some]) =>
    some.flatMap((write) => keptByOne(write, conversation === undefined ? [] : some)),
  )
}

/** The writes that may have been carried out, by the conversation that is updated or annotated; undefined for leads. */
export function writesByConversation(
  exchanges: readonly Exchange[],
): ReadonlyMap<string | undefined, readonly [Exchange, ...Exchange[]]> {
  // What got no usable answer may have been carried out.
  const writes = exchanges.filter(
    (one) => one.key === 'main' && writeOf(one) !== undefined && one.id > 0 && !isRefused(one),
  )
  return groupBy(writes, askedId)
}

/** @param others - all writes to the same conversation */
function keptByOne(write: Exchange, others: readonly Exchange[]): readonly Kept[] {
  const [terms, place] = [writeOf(write), writtenPlace(write)]
  if (terms === undefined || place === undefined || bodyOf(write)['existing'] === true) return []
  if (fateOf(write) !== 'accepted' || write.request.bodyCoding !== undefined) return []
  const from = endOf(write)
  const isBeside = (other: Exchange): boolean =>
    other !== write && other.startedAt < from && endOf(other) > write.startedAt
  const beside = others.filter(isBeside)
  const common = { write, place, from, stored: terms.stored }
  const alone = { until: Infinity, untilOther: Infinity, besideNote: false, sentBefore: [] }
  const notes = others.filter(({ operation }) => operation === POST_NOTE)
  const fields = Object.entries(fieldsKept(terms, write)).flatMap(([field, wanted]): readonly Kept[] => {
    const rule = ruleFor(terms, write, field, beside.length > 0)
    if (place.kind !== 'Conversation') return [{ ...common, ...alone, field, wanted, rule }]
    const updates = others.filter((other) => other !== write && names(other, field))
    // Which of two at once is the last, nobody knows.
    if (updates.some((one) => isBeside(one) && contradict(sentBody(one)[field], wanted))) return []
    const earlier = updates.filter(({ startedAt }) => startedAt < write.startedAt)
    return [
      {
        ...common,
        from: Math.max(from, ...beside.map(endOf)),
        field,
        wanted,
        rule,
        until: firstAfter(from, updates),
        untilOther: firstAfter(from, others),
        besideNote: notes.some(isBeside),
        sentBefore: earlier.map((one) => sentBody(one)[field]),
      },
    ]
  })
  const item: Kept = { ...common, ...alone, rule: terms.stored }
  return place.kind === 'Conversation' ? fields : [item, ...fields]
}

/** Whether an update sends a field; of a body that cannot be read nobody knows. */
function names({ operation, request }: Exchange, field: string): boolean {
  if (operation !== PATCH_CONVERSATION) return false
  return request.bodyCoding !== undefined || field in sentBody({ request })
}

const firstAfter = (time: number, writes: readonly Exchange[]): number =>
  Math.min(...writes.flatMap(({ startedAt }) => (startedAt >= time ? [startedAt] : [])))

/** The values that a write has left in its item: those that were sent and, of what it created, the time and the role. */
function fieldsKept({ kind, fields, created }: Write, write: Exchange): Readonly<Record<string, unknown>> {
  const [sent, shown] = [sentBody(write), dataOf(write)]
  const taken = fields.filter(
    (field) => field.name in sent && isAnswered(field, sent[field.name], shown[field.name]),
  )
  return {
    ...Object.fromEntries(taken.map(({ name }) => [name, sent[name]])),
    ...(created !== undefined && given(shown['created_at']) && { created_at: shown['created_at'] }),
    ...(kind === 'Message' && { role: 'note' }),
  }
}

/**
 * The rule on a field that no read shows as it was sent. If the answer to the write showed that value, the service has not stored
 * it; otherwise the service has not taken the value as it was sent. Of writes at once, one has undone the other.
 */
function ruleFor({ kind, stored, answered }: Write, write: Exchange, name: string, isMet: boolean): string {
  if (isMet && kind === 'Conversation') return 'PATCH-CONVERSATION-17'
  const isSent = fieldOf(kind, name) !== undefined
  return !isSent || given(dataOf(write)[name]) ? stored : answered(name, sentBody(write)[name])
}

/** Fields of a conversation that no write changes. */
const LASTING = ['chatbot_id', 'visitor_id', 'language_code', 'created_at']

/** What writes of one kind have to leave as it was, and a note or an update of another kind is not to blame for. */
const UNTOUCHED: Readonly<Record<string, string>> = {
  [PATCH_CONVERSATION]: 'PATCH-CONVERSATION-14',
  [POST_NOTE]: 'ADD-NOTE-15',
}

/**
 * What a conversation has to show still after the updates, or the notes, of a run: its fields as they were before the first one.
 * @param looks - all reads that show it
 */
export function untouchedBy(
  writes: readonly Exchange[],
  place: Place,
  looks: readonly Look[],
): readonly Kept[] {
  const [first, ...others] = writes
  const rule = UNTOUCHED[first?.operation ?? '']
  if (
    first === undefined ||
    rule === undefined ||
    others.some(({ operation }) => operation !== first.operation)
  )
    return []
  const before = looks.findLast(({ at, item }) => at < first.startedAt && item !== undefined)?.item ?? {}
  return LASTING.filter((field) => given(before[field])).map((field) => ({
    write: first,
    place,
    field,
    wanted: before[field],
    rule,
    stored: rule,
    from: endOf(first),
    until: Infinity,
    untilOther: Infinity,
    besideNote: false,
    sentBefore: [],
  }))
}

/** What was kept, by the item. */
export function byPlace(kept: readonly Kept[]): ReadonlyMap<string, readonly [Kept, ...Kept[]]> {
  return groupBy(kept, ({ place }) => placeKey(place))
}
