/**
 * What the reads after a write show wrongly: of a value, in one of the views that show it, or of an item that
 * the write created. Other users may edit or delete items, so each function says what they may explain.
 */
import { LATE_MS } from '../../lib/engine/case/certainty.ts'
import { groupBy } from '../../lib/engine/util/collections.ts'
import { contradict, given, quote } from '../../lib/engine/util/values.ts'
import { marksOf } from '../support/marks.ts'
import type { Kept, KeptItem, KeptValue } from './kept.ts'
import type { Look } from './looks.ts'
import { hasSome, inWords, isOdd, isShown, withoutThese } from './same.ts'
import { fieldOf } from './table.ts'

/** Within this time after a write, no colleague and no automation has edited the item yet. */
const AT_ONCE_MS = 1000

/** Fields that nobody edits. */
const FIXED: readonly string[] = ['created_at', 'role']

/** What a read shows wrongly. */
export interface Fault {
  readonly rule: string
  readonly kept: Kept
  readonly look: Look
  readonly expected: string
  readonly received: string
  /** More time will not change the fault. */
  readonly isCertain: boolean
  /** The item may have been deleted: it was shown, or nobody looked for it at once. */
  readonly isGone?: true
}

/** What all reads of a run tell about a value, for the judgement of one view. */
export interface ValueEvidence {
  /** The values that the field had before the write. */
  readonly earlier: readonly unknown[]
  /** The looks that show the sent value, in any view. */
  readonly right: readonly Look[]
  /** Whether the item had the value just before the write, too. */
  readonly wasThere: boolean
  /** Whether a view always shows a field that the item has. */
  readonly isSteady: (view: string, field: string) => boolean
  /** Whether a note on this conversation left the field unchanged. */
  readonly isLeftByNotes: boolean
}

/**
 * Whether a read shows a kept value. Of the tags that an update removed, only those that this run had sent are
 * looked for: an automation may have given the conversation its own ones again.
 */
export function shows({ place, field, wanted, sentBefore }: KeptValue, { item }: Look): boolean {
  return item !== undefined && isShown(fieldOf(place.kind, field), wanted, item[field], sentBefore.flat())
}

/**
 * The fault of a value in one view; undefined if there is none, or if others may have caused it.
 * @param looks - the reads of that view after the write, and before the next one of this field
 */
export function valueFault(
  kept: KeptValue,
  looks: readonly Look[],
  evidence: ValueEvidence,
): Fault | undefined {
  if (mayBeDropped(kept.wanted)) return undefined
  if (looks.some((look) => shows(kept, look))) return undone(kept, looks, evidence)
  // A lead at the same time may have changed it, and so may a note, unless notes are known not to.
  if (kept.besideLead || (kept.besideNote && !evidence.isLeftByNotes)) return undefined
  const [first, ...others] = looks.filter(({ at, item }) => at < kept.untilOther && item !== undefined)
  if (first === undefined) return undefined
  // A value that was there, and is sent again, may have been changed by somebody before the first look.
  if (evidence.wasThere && !isAtOnce(kept, first)) return undefined
  const telling: Looks = [first, ...others]
  if (telling.every((look) => !given(valueIn(kept, look)))) return leftOut(kept, telling, evidence)
  return neverHad(kept, first, evidence) ?? stillEarlier(kept, telling, evidence)
}

type Looks = readonly [Look, ...Look[]]

const NEVER = ', and it never showed'

/** Whether a service may store nothing of a value: of a blank text, or of characters that it may lose. */
function mayBeDropped(wanted: unknown): boolean {
  return [wanted].flat().some(isOdd) || (isBlank(wanted) && !Array.isArray(wanted))
}

function isBlank(value: unknown): boolean {
  return !given(value) || String(value).trim() === ''
}

/** Some read has shown the value: the last one shows what was there before it. */
function undone(kept: KeptValue, looks: readonly Look[], evidence: ValueEvidence): Fault | undefined {
  const last = looks.at(-1)
  if (last === undefined || !showsUndone(kept, valueIn(kept, last))) return undefined
  return faultOf(kept, last, evidence, { isCertain: isLate(kept, last), words: ': the update was undone' })
}

/**
 * No read of the view shows any value, although the view never leaves out the field. If another view shows
 * the value, it is stored: another rule judges the difference between list and detail.
 */
function leftOut(kept: KeptValue, looks: Looks, evidence: ValueEvidence): Fault | undefined {
  const [first, last] = [looks[0], looks.at(-1) ?? looks[0]]
  const isLost = !isBlank(kept.wanted) && evidence.right.length === 0
  if (!isLost || !evidence.isSteady(first.view, kept.field)) return undefined
  const isOver = isLate(kept, last)
  return faultOf(kept, last, evidence, {
    isCertain: isOver && looks.length > 1,
    words: isOver ? NEVER : '',
  })
}

/** The first read shows a value that the item never had, so early that nobody else can have written it. */
function neverHad(kept: KeptValue, first: Look, evidence: ValueEvidence): Fault | undefined {
  const shown = valueIn(kept, first)
  const isOurs = isEarlier(kept, shown, evidence) || isOfAnotherWrite(kept, shown)
  const isTelling = FIXED.includes(kept.field) || isAtOnce(kept, first)
  if (!given(shown) || isOurs || !isTelling) return undefined
  return faultOf(kept, first, evidence, { isCertain: true, words: '' })
}

/** The last read still shows a value from before the write. */
function stillEarlier(kept: KeptValue, looks: Looks, evidence: ValueEvidence): Fault | undefined {
  const last = looks.at(-1) ?? looks[0]
  if (!isEarlier(kept, valueIn(kept, last), evidence)) return undefined
  const { right } = evidence
  const isOver = isLate(kept, last)
  // Somebody may have put the earlier value back: then other views no longer show the new one either.
  const mayBePutBack = right.length > 0 && right.every(({ at }) => at <= last.at - AT_ONCE_MS)
  if (isOver && mayBePutBack) return undefined
  return faultOf(kept, last, evidence, { isCertain: isOver, words: isOver ? NEVER : '' })
}

/** @param words - what the finding adds to the value that was received */
function faultOf(
  kept: KeptValue,
  look: Look,
  { right }: ValueEvidence,
  { isCertain, words }: { readonly isCertain: boolean; readonly words: string },
): Fault {
  return {
    // If other reads show the value, the service has accepted it as sent.
    rule: right.length > 0 ? kept.stored : kept.rule,
    kept,
    look,
    expected: `\`${kept.field}\` ${inWords(kept.wanted)}`,
    received: `${inWords(valueIn(kept, look))}${words}`,
    isCertain,
  }
}

function valueIn({ field }: KeptValue, { item }: Look): unknown {
  return item?.[field]
}

function isLate({ from }: Kept, { at }: Look): boolean {
  return at - from >= LATE_MS
}

function isAtOnce({ from }: Kept, { at }: Look): boolean {
  return at - from < AT_ONCE_MS
}

/**
 * Whether a value is one that the item had before; for tags, whether a tag that the update removed is back.
 */
function isEarlier({ wanted }: KeptValue, value: unknown, { earlier }: ValueEvidence): boolean {
  if (!given(value)) return false
  if (typeof wanted === 'boolean') return typeof value === 'boolean'
  if (!Array.isArray(value)) return earlier.some((one) => given(one) && !contradict(one, value))
  return value.length === 0
    ? earlier.some((one) => [one ?? []].flat().length === 0)
    : hasSome(value, withoutThese(earlier.flat(), [wanted].flat()))
}

/** Whether a value is a text of another write: another oracle judges that it is misplaced. */
function isOfAnotherWrite({ write }: KeptValue, value: unknown): boolean {
  const own = marksOf(write.request.body)
  return marksOf(JSON.stringify(value)).some((mark) => !own.includes(mark))
}

/** Whether tags that this run sent and removed are back, and none of the last ones is there. */
function showsUndone({ wanted, sentBefore }: KeptValue, value: unknown): boolean {
  if (!Array.isArray(wanted) || !Array.isArray(value)) return false
  return hasSome(value, withoutThese(sentBefore.flat(), wanted)) && !hasSome(value, wanted)
}

/**
 * The faults of an item that is missing: in one view, though another one shows it, or in all views.
 * @param looks - all reads after the write that show the item, or should show it
 */
export function absences(kept: KeptItem, looks: readonly Look[]): readonly Fault[] {
  const lasts = [...groupBy(looks, ({ view }) => view).values()].flatMap((some) => some.at(-1) ?? [])
  const lacking = lasts.filter(({ item }) => item === undefined)
  if (lacking.length === 0) return []
  const { place, stored } = kept
  const views = place.kind === 'Lead' ? 2 : 1
  // A lead that one view does not show may have been deleted: so the other view must show it at that time.
  const isCertain = lasts.length === views && lasts.every((look) => isLate(kept, look))
  const wasShown = looks.some(({ item }) => item !== undefined)
  // Nobody deletes an item at once.
  const wasMissedAtOnce = looks.some((look) => look.item === undefined && isAtOnce(kept, look))
  const isGone = lacking.length === lasts.length && (wasShown || !wasMissedAtOnce) ? true : undefined
  return lacking.map((look) => ({
    rule: stored,
    kept,
    look,
    expected: `${place.kind.toLowerCase()} ${quote(place.id)}${isGone && wasShown ? ', as earlier in the run' : ''}`,
    received: `an answer without it${isCertain && !wasShown ? NEVER : ''}`,
    isCertain,
    isGone,
  }))
}
