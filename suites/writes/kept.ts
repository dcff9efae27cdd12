/** Data that accepted writes have put into the workspace, and how long they must stay. */
import { endOf, type Exchange } from '../../lib/engine/http/exchange.ts'
import { fateOf } from '../../lib/engine/http/fate.ts'
import { askedId, dataOf, sentBody } from '../../lib/engine/judge/reading.ts'
import { groupBy } from '../../lib/engine/util/collections.ts'
import { contradict, given } from '../../lib/engine/util/values.ts'
import { isRefused } from '../support/marks.ts'
import type { Look } from './looks.ts'
import { existingLeads } from './new-leads.ts'
import { isRightAnswer } from './same.ts'
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

/** A result of a write in the workspace: an item, or the value of one of its fields. */
export interface Kept {
  readonly write: Exchange
  readonly place: Place
  /** Undefined: the item itself. */
  readonly field?: string
  readonly wanted?: unknown
  /** The rule that is violated if no read shows it, and the rule if only some reads do. */
  readonly rule: string
  readonly stored: string
  /** The time of the write's answer. */
  readonly from: number
  /** The time when another write of this run may have changed it. */
  readonly until: number
  /**
   * The time when a write without this field may have changed it: another rule judges fields that an update
   * omits, and notes may change them.
   */
  readonly untilOther: number
  /** A note was sent at the same time. */
  readonly besideNote: boolean
  /** The values that earlier writes of this run have sent for this field. */
  readonly sentBefore: readonly unknown[]
}

/**
 * The results of the accepted writes of the key under test. Values that their own answer contradicts are left
 * out: the service said itself that it did not store them.
 */
export function keptBy(exchanges: readonly Exchange[]): readonly Kept[] {
  const wasThere = existingLeads(exchanges)
  return [...writesByConversation(exchanges)].flatMap(([conversation, some]) => {
    const others = conversation === undefined ? [] : some
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
 * @param others - all writes to the same conversation
 * @param existing - the answers that returned a lead for a further one
 */
function keptByOne(
  write: Exchange,
  others: readonly Exchange[],
  existing: readonly Exchange[],
): readonly Kept[] {
  const [terms, place] = [writeOf(write), writtenPlace(write)]
  if (terms === undefined || place === undefined) return []
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
    // Its own answer showed it, and that to a further lead for the conversation does not: that one has changed it.
    const isUpdated =
      given(dataOf(write)[field]) &&
      existing.map(dataOf).some((lead) => lead['id'] === place.id && contradict(lead[field], wanted))
    if (isUpdated) return [{ ...common, ...alone, field, wanted, rule: UPDATED_LEAD, stored: UPDATED_LEAD }]
    if (place.kind !== 'Conversation') return [{ ...common, ...alone, field, wanted, rule }]
    const updates = others.filter((other) => other !== write && names(other, field))
    // If two updates are sent at once, nobody knows which is the last.
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
 * the service has not stored it; otherwise it has not accepted the value as sent. For simultaneous writes,
 * one has undone the other.
 */
function ruleFor({ kind, stored, answered }: Write, write: Exchange, name: string, isMet: boolean): string {
  if (isMet && kind === 'Conversation') return 'PATCH-CONVERSATION-17'
  const isSent = fieldOf(kind, name) !== undefined
  return !isSent || given(dataOf(write)[name]) ? stored : answered(name, sentBody(write)[name])
}

const LASTING = ['chatbot_id', 'visitor_id', 'language_code', 'created_at']

/**
 * Fields that writes of one kind must not change, and that a note, or an update of another kind, may not be
 * blamed for.
 */
const UNTOUCHED: Readonly<Record<string, string>> = {
  [PATCH_CONVERSATION]: 'PATCH-CONVERSATION-14',
  [POST_NOTE]: 'ADD-NOTE-15',
}

/**
 * The values that a conversation must still show after the updates, or the notes, of a run: those before the
 * first write.
 * @param looks - all reads that show the conversation
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

/** The kept values by item. */
export function byPlace(kept: readonly Kept[]): ReadonlyMap<string, readonly [Kept, ...Kept[]]> {
  return groupBy(kept, ({ place }) => placeKey(place))
}
