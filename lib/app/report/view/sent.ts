import type { RecordedExchange } from '../record.ts'
import { WITH_KEY } from '../../../engine/http/keys.ts'
import { unusualHeaders } from '../../../engine/http/usual.ts'
import { LONGEST_WORDS } from '../../../engine/util/bounds.ts'
import { present } from '../../../engine/util/collections.ts'
import { capChars, count, oneLine } from '../../../engine/util/text.ts'
import { remembered } from '../../../engine/util/memo.ts'
import { isObject, jsonIn } from '../../../engine/util/values.ts'
import { answerOf, pathOf } from './evidence.ts'

/** The most characters of a text in a body, and of the one at fault; the most items of an array. */
const SHOWN = { text: 24, fault: 80, items: 3 }

/** The JSON that was sent; undefined if it is none. Read once: many findings share an exchange. */
export const sentJson = remembered(({ body = '' }: RecordedExchange['request']): unknown => jsonIn(body))
/** The JSON that was answered. */
export const answeredJson = remembered(({ body }: NonNullable<RecordedExchange['response']>): unknown =>
  jsonIn(body),
)

/**
 * What was sent, in one line: method, path, the headers that a case chose, the body with its long texts cut, and the key unless it is
 * the one under test.
 * @param field - the member of the body that a reader has to see
 */
export function requestLine(exchange: RecordedExchange, field?: string): string {
  const { key, request } = exchange
  const { method, headers, body = '' } = request
  return present(
    `${method} ${capChars(pathOf(exchange), LONGEST_WORDS)}`,
    ...unusualHeaders(headers).map(([name, value]) => `${name}: ${capChars(value, SHOWN.fault)}`),
    body !== '' && shortBody(request, field),
    key !== 'main' && (key === 'none' ? '(no Authorization)' : WITH_KEY[key]),
  ).join(' ')
}

/** The status of an answer, and the service's own words where it refused or failed: `400 {"error":"email: Not an email."}`. */
export function answerLine(exchange: RecordedExchange): string {
  const words = wordsOf(exchange)
  return words === '' ? answerOf(exchange) : `${answerOf(exchange)} ${words}`
}

/** The service's own words in an answer that is no success; empty if it has none. */
export function wordsOf({ response }: RecordedExchange): string {
  if (response === undefined || response.status < 400) return ''
  const { body } = response
  const json = answeredJson(response)
  // The envelope of part 7, without what is the same in every error.
  if (isObject(json) && typeof json['error'] === 'string')
    return capChars(JSON.stringify({ error: json['error'], code: json['code'] }), LONGEST_WORDS)
  // What a framework writes for people has its message in the title.
  const title = /<title>([^<]+)<\/title>/i.exec(body)?.[1]
  return capChars(title === undefined ? oneLine(body) : JSON.stringify(oneLine(title)), LONGEST_WORDS)
}

/** A body with its long texts and lists cut, but for the member at fault. Of a long one the other members are named alone. */
function shortBody(request: RecordedExchange['request'], field: string | undefined): string {
  const { body = '' } = request
  const value = sentJson(request)
  if (value === undefined) return capChars(oneLine(body), SHOWN.fault)
  // One that is short as it was sent, with its blanks, is shown whole.
  const uncut = body.length > 2 * LONGEST_WORDS ? body : JSON.stringify(value)
  if (uncut.length <= LONGEST_WORDS) return uncut
  const whole = shortJson(value, field)
  if (whole.length <= LONGEST_WORDS || !isObject(value)) return capChars(whole, LONGEST_WORDS)
  const isShown = (name: string): boolean => name === field || name.endsWith('_id')
  const shown = Object.fromEntries(Object.entries(value).filter(([name]) => isShown(name)))
  const others = Object.keys(value).filter((name) => !isShown(name))
  const first = capChars(shortJson(shown, field).slice(0, -1), LONGEST_WORDS)
  return `${first}${Object.keys(shown).length === 0 ? '' : ', '}and ${capChars(others.join(', '), SHOWN.fault)}}`
}

function shortJson(value: unknown, field?: string, longest = SHOWN.text): string {
  if (typeof value === 'string') return shortText(value, longest)
  if (Array.isArray(value)) {
    const shown = value.slice(0, SHOWN.items).map((one) => shortJson(one))
    const rest = value.length > SHOWN.items ? [`… ${count(value.length, 'item')}`] : []
    return `[${[...shown, ...rest].join(',')}]`
  }
  if (!isObject(value)) return JSON.stringify(value) ?? ''
  const members = Object.entries(value).map(
    ([name, member]) =>
      `${JSON.stringify(name)}:${shortJson(member, undefined, name === field ? SHOWN.fault : SHOWN.text)}`,
  )
  return `{${members.join(',')}}`
}

/** A text in quotes; a longer one ends with how long it is. */
export function shortText(text: string, longest: number): string {
  // As the specification counts: code points.
  const characters = Array.from(text)
  if (characters.length <= longest) return JSON.stringify(text)
  return `${JSON.stringify(characters.slice(0, Math.max(longest - 16, 8)).join('')).slice(0, -1)}… (${characters.length})"`
}
