/** What answers may show of what was sent: one table of the three writes, and the oracle of their answers. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import { wasServed } from '../../lib/engine/judge/finding.ts'
import type { Oracle } from '../../lib/engine/judge/oracle.ts'
import { askedId, bodyOf, dataOf, sentBody } from '../../lib/engine/judge/reading.ts'
import { typeOf } from '../../lib/engine/spec/json.ts'
import { type BodyField, bodyFields, CARRIED, type JsonType } from '../../lib/engine/spec/request-bodies.ts'
import { count } from '../../lib/engine/util/text.ts'
import { contradict, given, type JsonObject, objects, quote } from '../../lib/engine/util/values.ts'
import { judgeCreatedNow } from '../support/clock.ts'

export const POST_LEADS = 'POST /leads'
export const PATCH_CONVERSATION = 'PATCH /conversations/{id}'
export const POST_NOTE = 'POST /conversations/{id}/messages'

/** A write: the fields of its body that are shown later, and the rules about them. */
interface Write {
  readonly fields: readonly BodyField[]
  /** The answer shows the value that was sent in a field. */
  readonly answered: (field: string, sent: unknown) => string
  /** Whatever is read later shows it, too. */
  readonly stored: string
  /** What was created has the time of the request. */
  readonly created?: string
  /** A refused one leaves nothing. */
  readonly refused: string
  /** What it writes to, in words. */
  readonly noun: string
}

const WRITES: Readonly<Record<string, Write>> = {
  [POST_LEADS]: {
    fields: CARRIED,
    answered: (field) => (field === 'status' ? 'CREATE-LEAD-03' : 'CREATE-LEAD-02'),
    stored: 'CREATE-LEAD-04',
    created: 'CREATE-LEAD-36',
    refused: 'CREATE-LEAD-28',
    noun: 'lead',
  },
  [PATCH_CONVERSATION]: {
    fields: bodyFields('ConversationPatch'),
    answered: (field, sent) => {
      if (field === 'is_resolved') return 'PATCH-CONVERSATION-03'
      return Array.isArray(sent) && sent.length === 0 ? 'PATCH-CONVERSATION-16' : 'PATCH-CONVERSATION-02'
    },
    stored: 'PATCH-CONVERSATION-13',
    refused: 'PATCH-CONVERSATION-15',
    noun: 'conversation',
  },
  [POST_NOTE]: {
    fields: bodyFields('MessageCreate'),
    answered: () => 'ADD-NOTE-03',
    stored: 'ADD-NOTE-10',
    created: 'ADD-NOTE-14',
    refused: 'ADD-NOTE-11',
    noun: 'note',
  },
}

/** What is known of the operation of a write. */
export function writeOf({ exchange: { operation } }: Pick<Answer, 'exchange'>): Write {
  const write = WRITES[operation ?? '']
  if (write === undefined) throw new Error(`${operation} does not write`)
  return write
}

/** The messages of a transcript. */
export function messagesOf({ data }: Answer): readonly JsonObject[] {
  return objects(data['messages'])
}

/** The id of what was written. */
export function writtenId({ exchange, data }: Answer): unknown {
  return exchange.operation === PATCH_CONVERSATION ? askedId(exchange) : data['id']
}

/** What an answer to a read shows of what was written: a message of a transcript, an item of a list, or the resource itself. */
export function shownIn(seen: Answer, write: Answer): JsonObject | undefined {
  return alikeIn(seen, write).find(({ id }) => given(id) && id === writtenId(write))
}

/** All of the kind of what was written that an answer to a read shows. */
export function alikeIn(seen: Answer, { exchange: { operation } }: Answer): readonly JsonObject[] {
  return operation === POST_NOTE ? messagesOf(seen) : [seen.data, ...seen.items]
}

/**
 * Whether a field may show a value after another one was sent. A field may be absent or null in any answer, which shows
 * nothing, and a value of a wrong type is other rules' matter. A service may link a lead without a conversation to one.
 */
export function mayShow(field: BodyField, sent: unknown, shown: unknown): boolean {
  const { name, type, nullable } = field
  if (!given(shown) || [sent].flat().some(isOdd)) return true
  if (sent === null) return name === 'conversation_id' || !nullable || shown === ''
  const isOfType = typeOf(sent) === type || (type === 'number' && typeOf(sent) === 'integer')
  return !isOfType || SAME[type](sent, shown, field)
}

/**
 * Whether a value holds characters that a service may lose: NUL and lone surrogates. Other characters beyond the BMP
 * may be refused, but must be kept once accepted.
 */
function isOdd(value: unknown): boolean {
  return typeof value === 'string' && /\0|\p{Surrogate}/u.test(value)
}

const isEqual = (sent: unknown, shown: unknown): boolean => !contradict(sent, shown)

/**
 * Whether a value of each type is kept. Outer blanks, the letter case of an e-mail, the signs of a phone number, the order of
 * tags and whether one stands twice are open.
 */
const SAME: Readonly<Record<JsonType, (sent: unknown, shown: unknown, field: BodyField) => boolean>> = {
  string: (sent, shown, field) =>
    typeof sent === 'string' && typeof shown === 'string' && plain(field, sent) === plain(field, shown),
  array: (sent, shown) => !Array.isArray(shown) || (holds(shown, sent) && holds(sent, shown)),
  boolean: isEqual,
  integer: isEqual,
  number: isEqual,
  object: isEqual,
  null: isEqual,
}

function plain({ name, format }: BodyField, value: string): string {
  if (format === 'email') return value.trim().toLowerCase()
  return name === 'phone' ? value.replaceAll(/[\s().-]/g, '') : value.trim()
}

/** Whether a list holds all items of another one. What is no list holds nothing. */
export function holds(actual: unknown, wanted: unknown): boolean {
  if (!Array.isArray(actual) || !Array.isArray(wanted)) return false
  const text = (item: unknown): string => (typeof item === 'string' ? item : JSON.stringify(item)).trim()
  const held = new Set(actual.map(text))
  return wanted.map(text).every((item) => held.has(item))
}

/** Whether a value that was sent has to be shown by answers that show the field at all: blank texts and empty lists may become null. */
export function mustShow(sent: unknown): boolean {
  return given(sent) && ![sent].flat().some(isOdd) && String(sent).trim() !== ''
}

/**
 * The fields that no look shows, although others have them: any answer may leave out an optional field.
 * @param others - read only where a field is missing
 */
export function neverShown(
  names: readonly string[],
  looks: readonly JsonObject[],
  others: () => readonly JsonObject[],
): readonly string[] {
  const isIn = (some: readonly JsonObject[], name: string): boolean => some.some((one) => given(one[name]))
  const missing = names.filter((name) => !isIn(looks, name))
  if (missing.length === 0) return []
  const shown = others()
  return missing.filter((name) => isIn(shown, name))
}

/** A value as findings name it: of a long text its length, too. */
export function inWords(value: unknown): string {
  const isLong = typeof value === 'string' && value.length > 100
  return isLong ? `${count(value.length, 'character')}: ${quote(value, 500)}` : quote(value)
}

/** The answer to a write shows what was sent, and the time of what it created. */
export const writeEcho: Oracle = (exchange, judgements) => {
  const write = WRITES[exchange.operation ?? '']
  if (write === undefined || !wasServed(exchange.response ?? {})) return
  // An existing lead shows what it had, and what a body says that is no UTF-8 is not known.
  if (bodyOf(exchange)['existing'] === true || exchange.request.bodyCoding !== undefined) return
  const [sent, shown] = [sentBody(exchange), dataOf(exchange)]
  if (write.created !== undefined) judgeCreatedNow(exchange, judgements, write.created)
  for (const field of write.fields) {
    const { name } = field
    if (!(name in sent) || !given(shown[name])) continue
    judgements.check(
      mayShow(field, sent[name], shown[name]),
      write.answered(name, sent[name]),
      () => `\`${name}\` ${inWords(sent[name])}`,
      () => inWords(shown[name]),
      { pointer: `/data/${name}` },
    )
  }
}
