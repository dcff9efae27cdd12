/** What an answer may show of a lead that was sent. Any answer may leave out an optional field. */
import { wasServed } from '../../lib/engine/judge/finding.ts'
import type { Oracle } from '../../lib/engine/judge/oracle.ts'
import { bodyOf, dataOf, sentBody } from '../../lib/engine/judge/reading.ts'
import { type BodyField, CARRIED } from '../../lib/engine/spec/request-bodies.ts'
import { contradict, given, type JsonObject, quote } from '../../lib/engine/util/values.ts'
import { judgeCreatedNow } from '../support/clock.ts'
import { isOdd } from '../support/texts.ts'

/** Whether a text is kept. Outer blanks, the letter case of an e-mail and the blanks of a phone number are open. */
function equalAsSpecified({ name, format }: BodyField, sentValue: string, answered: string): boolean {
  const plain = (value: string): string => {
    if (format === 'email') return value.trim().toLowerCase()
    return name === 'phone' ? value.replaceAll(/[\s().-]/g, '') : value.trim()
  }
  return plain(sentValue) === plain(answered)
}

/**
 * Whether a field of a lead may show a value after another one was sent. An optional field may be absent or null in any
 * answer, which shows nothing; otherwise it shows what was sent. A service may link a lead without a conversation to one.
 */
export function mayShow(field: BodyField, sentValue: unknown, shown: unknown): boolean {
  if (sentValue === null)
    return field.name === 'conversation_id' || !field.nullable || !given(shown) || shown === ''
  if (sentValue === undefined || isOdd(sentValue) || !given(shown)) return true
  if (typeof sentValue !== 'string') return !contradict(sentValue, shown)
  return typeof shown === 'string' && equalAsSpecified(field, sentValue, shown)
}

/** Whether a value that was sent has to be shown by an answer that shows the field at all: blank texts may become null. */
export function mustShow(sentValue: unknown): boolean {
  return given(sentValue) && !isOdd(sentValue) && String(sentValue).trim() !== ''
}

/** The first field of a lead that shows other than what was sent. */
export function unlikeSent(lead: JsonObject, sent: JsonObject): string | undefined {
  return CARRIED.find((field) => !mayShow(field, sent[field.name], lead[field.name]))?.name
}

/** The requirement about what a field of a new lead shows. */
export function echoOf(field: string): string {
  return field === 'status' ? 'CREATE-LEAD-03' : 'CREATE-LEAD-02'
}

/** The answer to `POST /leads` shows what was sent. An existing lead shows what it had, and needs a conversation. */
export const leadEcho: Oracle = (exchange, judgements) => {
  if (exchange.operation !== 'POST /leads' || !wasServed(exchange.response ?? {})) return
  // What a body says that is no UTF-8 is not known.
  if (exchange.request.bodyCoding !== undefined) return
  const { existing } = bodyOf(exchange)
  const [sent, lead] = [sentBody(exchange), dataOf(exchange)]
  const pointer = '/existing'
  if (given(existing)) {
    const isBoolean = typeof existing === 'boolean'
    const received = (): string => quote(existing)
    judgements.check(isBoolean, 'CREATE-LEAD-37', 'a boolean `existing`', received, { pointer })
  }
  if (existing === true) {
    const expected = 'no `existing: true` without a conversation'
    if (typeof sent['conversation_id'] !== 'string')
      judgements.fail('CREATE-LEAD-33', expected, 'existing true', { pointer })
    return
  }
  judgeCreatedNow(exchange, judgements, 'CREATE-LEAD-36')
  for (const field of CARRIED) {
    const { name } = field
    if (!(name in sent) || !given(lead[name])) continue
    judgements.check(
      mayShow(field, sent[name], lead[name]),
      echoOf(name),
      `\`${name}\` ${quote(sent[name])}`,
      () => quote(lead[name]),
      { pointer: `/data/${name}` },
    )
  }
}
