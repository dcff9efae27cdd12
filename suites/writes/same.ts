/** Whether a field is shown as it was sent, apart from all changes that a service may make to a value. */
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import { Judgements } from '../../lib/engine/judge/judgements.ts'
import type { Oracle, RunOracle } from '../../lib/engine/judge/oracle.ts'
import { fateOf } from '../../lib/engine/http/fate.ts'
import { dataOf, sentBody } from '../../lib/engine/judge/reading.ts'
import { typeOf } from '../../lib/engine/contract/json.ts'
import type { BodyField } from '../../lib/engine/contract/request-bodies.ts'
import { count } from '../../lib/engine/util/text.ts'
import { instant } from '../../lib/engine/util/time.ts'
import { contradict, given, quote } from '../../lib/engine/util/values.ts'
import { judgeCreatedNow } from '../support/clock.ts'
import { existingLeads, isLinkedLead } from './new-leads.ts'
import { isCalledExisting, writeOf } from './table.ts'

/**
 * Whether an answer to a write may show a value as it does: as it was sent, with exactly the sent tags. Any
 * answer may leave out an optional field.
 */
export function isRightAnswer(field: BodyField | undefined, sent: unknown, shown: unknown): boolean {
  if (!given(shown) || [sent].flat().some(isOdd)) return true
  if (Array.isArray(sent) && Array.isArray(shown)) return holds(shown, sent) && holds(sent, shown)
  return isAlike(field, sent, shown)
}

/**
 * Whether a later read shows the sent value. All sent tags must be there, and none that the update removed;
 * an automation may have added others by then.
 * @param earlier - the tags that the item had before
 */
export function isShown(
  field: BodyField | undefined,
  sent: unknown,
  shown: unknown,
  earlier: readonly unknown[] = [],
): boolean {
  if ([sent].flat().some(isOdd)) return true
  if (!Array.isArray(sent)) return given(shown) && isAlike(field, sent, shown)
  if (!Array.isArray(shown)) return sent.length === 0 && !given(shown)
  return holds(shown, sent) && !hasSome(shown, withoutThese(earlier, sent))
}

/**
 * Whether a service may store a value in the form in which it shows it. Open are: outer blanks, the form of
 * line ends and of Unicode, the letter case of an e-mail, the signs of a phone number, the order of tags, and
 * repeated tags. Other rules judge values of a wrong type. A service may link a lead without a conversation
 * to one.
 */
function isAlike(field: BodyField | undefined, wanted: unknown, shown: unknown): boolean {
  if (field === undefined) return isSameTime(wanted, shown) || !contradict(wanted, shown)
  const { name, type, nullable } = field
  if (wanted === null) return name === 'conversation_id' || !nullable || shown === ''
  const isOfType = typeOf(wanted) === type || (type === 'number' && typeOf(wanted) === 'integer')
  if (!isOfType || type === 'array') return true
  if (typeof wanted !== 'string') return !contradict(wanted, shown)
  return typeof shown === 'string' && essential(field, wanted) === essential(field, shown)
}

/** Whether two values name the same second: another rule judges fractions of a second. */
function isSameTime(sent: unknown, shown: unknown): boolean {
  const [sentMs, shownMs] = [instant(sent), instant(shown)]
  if (sentMs === undefined || shownMs === undefined) return false
  return Math.floor(sentMs / 1000) === Math.floor(shownMs / 1000)
}

/** The parts of a text that a service must keep. */
function essential({ name, format }: BodyField, value: string): string {
  if (format === 'email') return tidy(value).toLowerCase()
  return name === 'phone' ? value.replaceAll(/[\s().-]/g, '') : tidy(value)
}

/**
 * A text without the parts that a database may change: outer blanks, CR LF or LF, composed characters or not.
 */
function tidy(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim().normalize('NFC')
}

/**
 * Whether a value holds characters that a service may lose: NUL and lone surrogates. Other characters beyond the BMP
 * may be refused, but must be kept once accepted.
 */
export function isOdd(value: unknown): boolean {
  return typeof value === 'string' && /\0|\p{Surrogate}/u.test(value)
}

/** An item as it is compared with others: tags are texts, and anything else is taken as JSON. */
const comparable = (item: unknown): string =>
  tidy(typeof item === 'string' ? item : (JSON.stringify(item) ?? ''))

function holds(actual: readonly unknown[], wanted: readonly unknown[]): boolean {
  const held = new Set(actual.map(comparable))
  return wanted.map(comparable).every((item) => held.has(item))
}

/** Whether a list holds at least one of some items. */
export function hasSome(actual: readonly unknown[], some: readonly unknown[]): boolean {
  const held = new Set(actual.map(comparable))
  return some.map(comparable).some((item) => held.has(item))
}

/** The items of a list that another list does not hold. */
export function withoutThese(items: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const known = new Set(others.map(comparable))
  return items.filter((item) => !known.has(comparable(item)))
}

/** A value as findings name it; a long text with its length. */
export function inWords(value: unknown): string {
  const isLong = typeof value === 'string' && value.length > 100
  return isLong ? `${count(value.length, 'character')}: ${quote(value, 500)}` : quote(value)
}

/**
 * The answer to a write is the service's own statement on what it stored: the sent values, and the time of a
 * created item. Whether the lead of a conversation is a new one, only the whole run tells.
 */
export const writeEcho: Oracle = (exchange, judgements) => {
  if (!isLinkedLead(exchange) && !isCalledExisting(exchange)) judgeEcho(exchange, judgements)
}

/** The same for leads of conversations, unless they were there before: these show their own values. */
export const linkedLeadEcho: RunOracle = (exchanges) => {
  const wasThere = existingLeads(exchanges)
  const created = exchanges.filter((one) => isLinkedLead(one) && !wasThere(one))
  const findings = created.flatMap((exchange) => {
    const judgements = new Judgements(exchange)
    judgeEcho(exchange, judgements)
    return judgements.findings
  })
  return { held: new Map(), findings }
}

function judgeEcho(exchange: Exchange, judgements: Judgements): void {
  const write = writeOf(exchange)
  if (write === undefined || fateOf(exchange) !== 'accepted') return
  // The contents of a body that is not UTF-8 are unknown.
  if (exchange.request.bodyCoding !== undefined) return
  const [sent, shown] = [sentBody(exchange), dataOf(exchange)]
  if (write.created !== undefined) judgeCreatedNow(exchange, judgements, write.created)
  for (const field of write.fields) {
    const { name } = field
    if (!(name in sent) || !given(shown[name])) continue
    judgements.check(
      isRightAnswer(field, sent[name], shown[name]),
      write.answered(name, sent[name]),
      () => `\`${name}\` ${inWords(sent[name])}`,
      () => inWords(shown[name]),
      { pointer: `/data/${name}` },
    )
  }
}
