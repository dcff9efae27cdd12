/** What an answer may show of a lead that was sent. */
import type { Answer } from '../../lib/harness/answer.ts'
import { reaches } from '../../lib/harness/items.ts'
import { CARRIED, NULLABLE } from '../../lib/spec/request-bodies.ts'
import { given, type JsonObject } from '../../lib/util/values.ts'
import { isOdd } from '../support/texts.ts'

/** Whether a text is kept. Outer blanks, the letter case of an e-mail and the blanks of a phone number are open. */
function equalAsSpecified(field: string, sentValue: string, answered: string): boolean {
  const plain = (value: string): string => {
    if (field === 'email') return value.trim().toLowerCase()
    return field === 'phone' ? value.replaceAll(/[\s().-]/g, '') : value.trim()
  }
  return plain(sentValue) === plain(answered)
}

/**
 * Whether a field of a lead may show a value after another one was sent. An optional field may be absent or null in any
 * answer, which shows nothing; otherwise it shows what was sent. A service may link a lead without a conversation to one.
 */
export function mayShow(field: string, sentValue: unknown, shown: unknown): boolean {
  if (sentValue === null)
    return field === 'conversation_id' || !NULLABLE.includes(field) || !given(shown) || shown === ''
  if (typeof sentValue !== 'string' || isOdd(sentValue) || !given(shown)) return true
  return typeof shown === 'string' && equalAsSpecified(field, sentValue, shown)
}

/** The first field of a lead that shows other than what was sent. */
export function unlikeSent(lead: JsonObject, sent: JsonObject): string | undefined {
  return CARRIED.find((field) => !mayShow(field, sent[field], lead[field]))
}

/** Whether a page from the newest lead on shows a lead, or ends before it. */
export function isListed(page: Answer, lead: JsonObject): boolean {
  return page.items.some(({ id }) => id === lead['id']) || !reaches(page, lead['created_at'])
}
