/** When a field may be shown otherwise than it was sent, or than it was shown before. */
import { fateOf } from '../../lib/engine/http/fate.ts'
import type { Oracle } from '../../lib/engine/judge/oracle.ts'
import { bodyOf, dataOf, sentBody } from '../../lib/engine/judge/reading.ts'
import { typeOf } from '../../lib/engine/contract/json.ts'
import type { BodyField } from '../../lib/engine/contract/request-bodies.ts'
import { count } from '../../lib/engine/util/text.ts'
import { contradict, given, quote } from '../../lib/engine/util/values.ts'
import { judgeCreatedNow } from '../support/clock.ts'
import { writeOf } from './table.ts'

/** How a field is shown otherwise. */
type Difference = 'another value' | 'a tag missing' | 'a further tag' | 'an old tag' | 'undone'

/** When it is shown: in the answer to the write, soon after it, or later in the run. */
export type Moment = 'answer' | 'soon' | 'later'

/**
 * The differences that nothing explains. Soon after a write an automation may have added tags. Later a colleague may have
 * edited any field; but tags that this run sent and took away are back, without the new ones, only if the update was undone.
 */
const UNEXPLAINED: Readonly<Record<Moment, readonly Difference[]>> = {
  answer: ['another value', 'a tag missing', 'a further tag'],
  soon: ['another value', 'a tag missing', 'an old tag'],
  later: ['undone'],
}

/** Tags that an update took away: all that its conversation had, or only those that this run had sent. */
export interface OldTags {
  readonly all: readonly string[]
  readonly sent: readonly string[]
}

/** Whether a field is shown in a way that nothing explains. */
export function isWrong(
  moment: Moment,
  [field, wanted, shown]: readonly [field: BodyField | undefined, wanted: unknown, shown: unknown],
  old: OldTags = { all: [], sent: [] },
): boolean {
  return differencesIn(field, wanted, shown, old).some((one) => UNEXPLAINED[moment].includes(one))
}

function differencesIn(
  field: BodyField | undefined,
  wanted: unknown,
  shown: unknown,
  old: OldTags,
): readonly Difference[] {
  // Any answer may leave out an optional field: whether it was lost, several of them tell.
  if (!given(shown) || [wanted].flat().some(isOdd)) return []
  if (!Array.isArray(wanted) || !Array.isArray(shown))
    return isAlike(field, wanted, shown) ? [] : ['another value']
  const hasOne = (tags: readonly unknown[]): boolean => tags.some((tag) => holds(shown, [tag]))
  return [
    ...(holds(shown, wanted) ? [] : ['a tag missing' as const]),
    ...(holds(wanted, shown) ? [] : ['a further tag' as const]),
    ...(hasOne(old.all) ? ['an old tag' as const] : []),
    ...(hasOne(old.sent) && !hasOne(wanted) ? ['undone' as const] : []),
  ]
}

/**
 * Whether a service may have kept a value as it shows it. Outer blanks, the letter case of an e-mail, the signs of a phone
 * number, the order of tags and whether one stands twice are open; a value of a wrong type is other rules' matter. A service may
 * link a lead without a conversation to one.
 */
function isAlike(field: BodyField | undefined, wanted: unknown, shown: unknown): boolean {
  if (field === undefined) return !contradict(wanted, shown)
  const { name, type, nullable } = field
  if (wanted === null) return name === 'conversation_id' || !nullable || shown === ''
  const isOfType = typeOf(wanted) === type || (type === 'number' && typeOf(wanted) === 'integer')
  if (!isOfType || type === 'array') return true
  if (typeof wanted !== 'string') return !contradict(wanted, shown)
  return typeof shown === 'string' && plain(field, wanted) === plain(field, shown)
}

function plain({ name, format }: BodyField, value: string): string {
  if (format === 'email') return value.trim().toLowerCase()
  return name === 'phone' ? value.replaceAll(/[\s().-]/g, '') : value.trim()
}

/**
 * Whether a value holds characters that a service may lose: NUL and lone surrogates. Other characters beyond the BMP
 * may be refused, but must be kept once accepted.
 */
export function isOdd(value: unknown): boolean {
  return typeof value === 'string' && /\0|\p{Surrogate}/u.test(value)
}

/** Whether a list holds all items of another one. */
export function holds(actual: readonly unknown[], wanted: readonly unknown[]): boolean {
  const text = (item: unknown): string => (typeof item === 'string' ? item : JSON.stringify(item)).trim()
  const held = new Set(actual.map(text))
  return wanted.map(text).every((item) => held.has(item))
}

/** A value as findings name it: of a long text its length, too. */
export function inWords(value: unknown): string {
  const isLong = typeof value === 'string' && value.length > 100
  return isLong ? `${count(value.length, 'character')}: ${quote(value, 500)}` : quote(value)
}

/** The answer to a write shows what was sent, and the time of what it created. */
export const writeEcho: Oracle = (exchange, judgements) => {
  const write = writeOf(exchange)
  if (write === undefined || fateOf(exchange) !== 'accepted') return
  // An existing lead shows what it had, and what a body says that is no UTF-8 is not known.
  if (bodyOf(exchange)['existing'] === true || exchange.request.bodyCoding !== undefined) return
  const [sent, shown] = [sentBody(exchange), dataOf(exchange)]
  if (write.created !== undefined) judgeCreatedNow(exchange, judgements, write.created)
  for (const field of write.fields) {
    const { name } = field
    if (!(name in sent) || !given(shown[name])) continue
    judgements.check(
      !isWrong('answer', [field, sent[name], shown[name]]),
      write.answered(name, sent[name]),
      () => `\`${name}\` ${inWords(sent[name])}`,
      () => inWords(shown[name]),
      { pointer: `/data/${name}` },
    )
  }
}
