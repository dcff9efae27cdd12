import type { RecordedExchange } from '../record.ts'
import { WITH_KEY } from '../../../engine/http/keys.ts'
import { unusualHeaders } from '../../../engine/http/usual.ts'
import { LONGEST_WORDS } from '../../../engine/util/bounds.ts'
import { present } from '../../../engine/util/collections.ts'
import { capChars, count, oneLine } from '../../../engine/util/text.ts'
import { remembered } from '../../../engine/util/memo.ts'
import { isObject, jsonIn } from '../../../engine/util/values.ts'
import { answerOf, pathOf } from './evidence.ts'

/** The most characters of a text in a body, and of the text at fault; the most items of an array. */
const SHOWN = { text: 24, fault: 80, items: 3 }

/** The sent JSON; undefined if the body is not JSON. Parsed once: many findings share an exchange. */
export const sentJson = remembered(({ body = '' }: RecordedExchange['request']): unknown => jsonIn(body))
/** The JSON of the answer. */
export const answeredJson = remembered(({ body }: NonNullable<RecordedExchange['response']>): unknown =>
  jsonIn(body),
)

/**
 * The request in one line: method, path, the headers that a case chose, the body with its long texts cut, and
 * the key unless it is the one under test.
 * @param field - the member of the body that a reader must see
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

/**
 * The status of an answer; for a refusal or failure, also the service's own words: `400 {"error":"email: Not
 * an email."}`.
 */
export function answerLine(exchange: RecordedExchange): string {
  const words = wordsOf(exchange)
  return words === '' ? answerOf(exchange) : `${answerOf(exchange)} ${words}`
}

/** The service's own words in an unsuccessful answer; empty if there are none. */
export function wordsOf({ response }: RecordedExchange): string {
  if (response === undefined || response.status < 400) return ''
  const { body } = response
  const json = answeredJson(response)
  // The envelope of part 7, without the members that are the same in every error.
  if (isObject(json) && typeof json['error'] === 'string')
    return capChars(JSON.stringify({ error: json['error'], code: json['code'] }), LONGEST_WORDS)
  // A framework's page for people has the message in its title.
  const title = /<title>([^<]+)<\/title>/i.exec(body)?.[1]
  return capChars(title === undefined ? oneLine(body) : JSON.stringify(oneLine(title)), LONGEST_WORDS)
}

/**
 * A body with its long texts and lists cut, except the member at fault. In a long body, the other members are
 * only named.
 */
function shortBody(request: RecordedExchange['request'], field: string | undefined): string {
  const { body = '' } = request
  const value = sentJson(request)
  if (value === undefined) return capChars(oneLine(body), SHOWN.fault)
  // A short body is shown whole, as it was sent, blanks included.
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

/** A text in quotes; after a longer text, its length. */
export function shortText(text: string, longest: number): string {
  // Code points, as the specification counts.
  const characters = Array.from(text)
  if (characters.length <= longest) return JSON.stringify(text)
  return `${JSON.stringify(characters.slice(0, Math.max(longest - 16, 8)).join('')).slice(0, -1)}… (${characters.length})"`
}
