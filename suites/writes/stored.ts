/**
 * Results of accepted writes are shown afterwards, and stay. Cases only write and read; this oracle judges
 * all reads of a run together:
 *
 * - One of the reads of an item after a write shows the sent value, at the latest ten seconds after the
 *   write. Each operation that shows the item (its detail, its list) may be late by itself.
 * - No read more than ten seconds after the write shows an earlier value of this run: otherwise the write was
 *   undone.
 * - Other users may edit or delete items. So a value is wrong only if the first, immediate read shows a value
 *   that the item never had, or if the last read still shows the value before the write. A single item that is
 *   gone, and was there at first or was not looked for at once, was deleted by somebody; two are lost. A single
 *   flag that no read shows was set back by somebody at once; two are not stored. Fields that others change all
 *   the time are not judged.
 */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Late } from '../../lib/engine/case/wait.ts'
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import { percentEncoded } from '../../lib/engine/http/request.ts'
import { findingIn } from '../../lib/engine/judge/judgements.ts'
import type { RunOracle } from '../../lib/engine/judge/oracle.ts'
import { dataOf } from '../../lib/engine/judge/reading.ts'
import { FULL_PAGE } from '../../lib/engine/contract/api.ts'
import { groupBy } from '../../lib/engine/util/collections.ts'
import { once } from '../../lib/engine/util/memo.ts'
import { contradict, given, quote } from '../../lib/engine/util/values.ts'
import { marksOf } from '../support/marks.ts'
import { byPlace, type Kept, keptBy, untouchedBy, writesByConversation } from './kept.ts'
import { type Look, looksAt, OPTIONAL, readsIn, steadyFields } from './looks.ts'
import { restlessFields } from '../support/restless.ts'
import { hasSome, inWords, isOdd, isShown, withoutThese } from './same.ts'
import { fieldOf, itemAt, type Place, placeKey } from './table.ts'

/** How late a read may show a write: replicas, indexes and caches of some seconds are legitimate. */
const LATE_MS = 10_000

/** Within this time after a write, no colleague and no automation has edited the item yet. */
const AT_ONCE_MS = 1000

const FIXED: readonly string[] = ['created_at', 'role']

interface Fault {
  readonly kept: Kept
  readonly look: Look
  readonly expected: string
  readonly received: string
  /** More time will not change the fault. */
  readonly isCertain: boolean
  /** The item may have been deleted: it was shown, or nobody looked for it at once. */
  readonly isGone?: true
}

/** Judges all reads of a run by the writes before them. */
export const storedWrites: RunOracle = (exchanges) => {
  const certain = faultsIn(exchanges).filter(({ isCertain }) => isCertain)
  const restless = restlessIn(exchanges, certain)
  const own = certain.filter(({ kept: { field = '' } }) => !restless.has(field))
  const flagOf = ({ kept: { field, write } }: Fault): unknown =>
    field === 'is_resolved' ? write.id : undefined
  return {
    held: new Map(),
    findings: withoutSingle(own, flagOf).map(({ kept, look, expected, received }) =>
      findingIn(
        look.exchange,
        { requirement: kept.rule, expected, received },
        { also: [kept.write], pointer: `${look.pointer}${kept.field === undefined ? '' : `/${kept.field}`}` },
      ),
    ),
  }
}

/** The fields with faults that others change meanwhile. */
function restlessIn(exchanges: readonly Exchange[], faults: readonly Fault[]): ReadonlySet<string> {
  const kinds = new Set(faults.map(({ kept: { place } }) => place.kind))
  if (kinds.size === 0) return new Set()
  const byOperation = groupBy(exchanges, ({ operation }) => operation)
  const restless = [...kinds].flatMap((kind) => [
    ...restlessFields((operation) => byOperation.get(operation) ?? [], kind),
  ])
  return new Set(restless)
}

/** Values that may be shown later: their description, and the request that would show each. */
export function lateWrites(exchanges: readonly Exchange[]): readonly Late[] {
  return faultsIn(exchanges)
    .filter(({ isCertain, kept }) => !isCertain && kept.until === Infinity && kept.untilOther === Infinity)
    .flatMap(({ kept, look }) => looksFor(kept, look))
}

/** Whether a read shows the writes just before it. */
export function isShownAtOnce(seen: Answer, writes: readonly Answer[]): boolean {
  return keptBy(writes.map(({ exchange }) => exchange)).every(({ place, field, wanted }) => {
    const shown = itemAt(seen.exchange, place)?.item
    return (
      shown !== undefined &&
      (field === undefined || isShown(fieldOf(place.kind, field), wanted, shown[field]))
    )
  })
}

function faultsIn(exchanges: readonly Exchange[]): readonly Fault[] {
  const inOrder = exchanges.toSorted((one, other) => one.id - other.id)
  const kept = byPlace(keptBy(inOrder))
  const writes = writesByConversation(inOrder)
  const conversations = [...writes.keys()].flatMap((id): readonly Place[] =>
    id === undefined ? [] : [{ kind: 'Conversation', id }],
  )
  if (kept.size === 0) return []
  const reads = readsIn(inOrder)
  const looks = looksAt(reads, [
    ...[...kept.values()].map(([{ place, write }]) => ({ place, createdAt: dataOf(write)['created_at'] })),
    ...conversations.map((place) => ({ place })),
  ])
  const steady = once(() => steadyFields(reads, OPTIONAL, (key) => kept.has(key)))
  const isSteady: OtherLooks['isSteady'] = (view, field) => steady()(view, field)
  const untouched = conversations.flatMap((place) =>
    untouchedBy(writes.get(String(place.id)) ?? [], place, looks.get(placeKey(place)) ?? []),
  )
  const all = byPlace([...[...kept.values()].flat(), ...untouched])
  const faults = [...all].flatMap(([key, some]) => {
    const seen = looks.get(key) ?? []
    const leftByNotes = new Set(some.flatMap((one) => (isShownAfterNote(one, seen) ? one.field : [])))
    return some.flatMap((one) => {
      const later = seen.filter(({ at }) => at >= one.from && at < one.until)
      if (one.field === undefined) return absences(one, later)
      const earlier = earlierValues(one, seen)
      const right = later.filter((look) => shows(one, look))
      const lastBefore = seen.findLast(({ at, item }) => at < one.write.startedAt && item !== undefined)
      const wasThere = lastBefore !== undefined && shows(one, lastBefore)
      // If other reads show the value, the service has accepted it as sent.
      const kept = { ...one, rule: right.length > 0 ? one.stored : one.rule }
      return [...groupBy(later, ({ view }) => view).values()].flatMap(
        (ofView) => faultIn(kept, ofView, { earlier, right, wasThere, isSteady, leftByNotes }) ?? [],
      )
    })
  })
  return withoutSingle(faults, ({ isGone, kept: { place } }) => (isGone ? placeKey(place) : undefined))
}

/**
 * The faults without those of one kind that concern a single thing: somebody else may have caused them.
 * @param thingOf - what a fault of that kind concerns; undefined for any other fault
 */
function withoutSingle(faults: readonly Fault[], thingOf: (fault: Fault) => unknown): readonly Fault[] {
  const things = new Set(faults.map(thingOf).filter((thing) => thing !== undefined))
  return things.size === 1 ? faults.filter((fault) => thingOf(fault) === undefined) : faults
}

interface OtherLooks {
  readonly earlier: readonly unknown[]
  /** The looks that show the sent value, in any view. */
  readonly right: readonly Look[]
  /** Whether the item had the value just before the write, too. */
  readonly wasThere: boolean
  readonly isSteady: (view: string, field: string) => boolean
  /** The fields that a note on this conversation left unchanged. */
  readonly leftByNotes: ReadonlySet<string | undefined>
}

/** Whether a read after a note shows the value of an update before the note. */
function isShownAfterNote(kept: Kept, looks: readonly Look[]): boolean {
  const isAfter = ({ at }: Look): boolean => at > kept.untilOther && at < kept.until
  return kept.field !== undefined && looks.some((look) => isAfter(look) && shows(kept, look))
}

function earlierValues({ field = '', sentBefore, write }: Kept, looks: readonly Look[]): readonly unknown[] {
  const before = looks.filter(({ at, item }) => at < write.startedAt && item !== undefined)
  return [...sentBefore, ...before.map(({ item }) => item?.[field])]
}

/**
 * Whether a read shows a kept value. Of the tags that an update removed, only those that this run had sent are
 * looked for: an automation may have given the conversation its own ones again.
 */
function shows({ place, field = '', wanted, sentBefore }: Kept, { item }: Look): boolean {
  return item !== undefined && isShown(fieldOf(place.kind, field), wanted, item[field], sentBefore.flat())
}

function faultIn(kept: Kept, looks: readonly Look[], beside: OtherLooks): Fault | undefined {
  const { field = '', wanted, write, from } = kept
  const { earlier, right } = beside
  const isBlank = !given(wanted) || String(wanted).trim() === ''
  if ([wanted].flat().some(isOdd) || (isBlank && !Array.isArray(wanted))) return undefined
  const valueIn = ({ item }: Look): unknown => item?.[field]
  const isRight = (look: Look): boolean => shows(kept, look)
  const words = (received: string, look: Look, isCertain: boolean): Fault => ({
    kept,
    look,
    expected: `\`${field}\` ${inWords(wanted)}`,
    received: `${inWords(valueIn(look))}${received}`,
    isCertain,
  })
  if (looks.some(isRight)) {
    const last = looks.at(-1)
    const isUndone = last !== undefined && showsUndone(kept, valueIn(last))
    return isUndone ? words(': the update was undone', last, last.at - from >= LATE_MS) : undefined
  }
  // A note at the same time or later may have changed it, unless notes are known not to.
  if (kept.besideNote && !beside.leftByNotes.has(field)) return undefined
  const telling = looks.filter(({ at, item }) => at < kept.untilOther && item !== undefined)
  const [first, last] = [telling[0], telling.at(-1)]
  if (first === undefined || last === undefined) return undefined
  // A value that was there, and is sent again, may have been changed by somebody before the first look.
  if (beside.wasThere && first.at - from >= AT_ONCE_MS) return undefined
  const isOver = last.at - from >= LATE_MS
  const never = isOver ? ', and it never showed' : ''
  if (telling.every((look) => !given(valueIn(look)))) {
    // If another view shows it, it is stored: another rule judges the difference between list and detail.
    const isLost = !isBlank && right.length === 0 && beside.isSteady(first.view, field)
    return isLost ? words(never, last, isOver && telling.length > 1) : undefined
  }
  const isEarlier = (value: unknown): boolean => given(value) && isOneOf(value, wanted, earlier)
  // A text of another write is misplaced.
  const own = marksOf(write.request.body)
  const isOfAnother = (value: unknown): boolean =>
    marksOf(JSON.stringify(value)).some((mark) => !own.includes(mark))
  const shown = valueIn(first)
  const isNew = given(shown) && !isEarlier(shown) && !isOfAnother(shown)
  if (isNew && (FIXED.includes(field) || first.at - from < AT_ONCE_MS)) return words('', first, true)
  if (!isEarlier(valueIn(last))) return undefined
  // Somebody may have reset it: then other views no longer show it either.
  const isElsewhere = right.length === 0 || right.some(({ at }) => at > last.at - AT_ONCE_MS)
  return isElsewhere || !isOver ? words(never, last, isOver) : undefined
}

/**
 * Whether a value is one that the item had before; for tags, whether a tag that the update removed is back.
 */
function isOneOf(value: unknown, wanted: unknown, earlier: readonly unknown[]): boolean {
  if (typeof wanted === 'boolean') return typeof value === 'boolean'
  if (!Array.isArray(value)) return earlier.some((one) => given(one) && !contradict(one, value))
  return value.length === 0
    ? earlier.some((one) => [one ?? []].flat().length === 0)
    : hasSome(value, withoutThese(earlier.flat(), [wanted].flat()))
}

/** Whether tags that this run sent and removed are back, and none of the last ones is there. */
function showsUndone({ wanted, sentBefore }: Kept, value: unknown): boolean {
  if (!Array.isArray(wanted) || !Array.isArray(value)) return false
  return hasSome(value, withoutThese(sentBefore.flat(), wanted)) && !hasSome(value, wanted)
}

/** Faults of an item that is missing: in one view, though another one shows it, or in all views. */
function absences(kept: Kept, looks: readonly Look[]): readonly Fault[] {
  const lasts = [...groupBy(looks, ({ view }) => view).values()].flatMap((some) => some.at(-1) ?? [])
  const lacking = lasts.filter(({ item }) => item === undefined)
  if (lacking.length === 0) return []
  const { place, from } = kept
  const views = place.kind === 'Lead' ? 2 : 1
  // A lead that one view does not show may have been deleted: so the other view must show it at that time.
  const isCertain = lasts.length === views && lasts.every(({ at }) => at - from >= LATE_MS)
  const wasShown = looks.some(({ item }) => item !== undefined)
  // Nobody deletes an item at once.
  const isAtOnce = looks.some(({ at, item }) => item === undefined && at - from < AT_ONCE_MS)
  const isGone = lacking.length === lasts.length && (wasShown || !isAtOnce) ? true : undefined
  return lacking.map((look) => ({
    kept,
    look,
    expected: `${place.kind.toLowerCase()} ${quote(place.id)}${isGone && wasShown ? ', as earlier in the run' : ''}`,
    received: isCertain && !wasShown ? 'an answer without it, and it never showed' : 'an answer without it',
    isCertain,
    isGone,
  }))
}

function looksFor({ place, field, write }: Kept, { view }: Look): readonly Late[] {
  const list = place.kind === 'Lead' ? '/leads' : '/conversations'
  const id = String(place.kind === 'Message' ? place.within : place.id)
  const name = place.kind === 'Message' ? `the note of #${write.id}` : `${place.kind.toLowerCase()} ${id}`
  const what = field === undefined ? name : `\`${field}\` of ${name}`
  const detail: Late = { what, path: `${list}/${percentEncoded(id)}` }
  const page: Late = { what, path: list, query: { limit: FULL_PAGE } }
  // List and detail together show whether an item was deleted.
  if (field === undefined && place.kind === 'Lead') return [page, detail]
  if (place.kind === 'Message') return [detail]
  return view.endsWith('{id}') ? [detail] : [page, detail]
}
