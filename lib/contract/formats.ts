const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})Z$/
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const QUOTED_LOCAL_PART = /^"[^\n\r]+"$/
const ABSOLUTE_URI = /^[a-z][a-z0-9+.-]*:[^\s<>"]+$/i
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** `YYYY-MM-DDThh:mm:ssZ` and nothing else: no fraction, no offset, upper-case T and Z, a time that exists. Part 1, convention 3. */
export function isTimestamp(value: string): boolean {
  const match = TIMESTAMP.exec(value)
  if (match === null) return false
  const [, date = '', hour, minute, second] = match
  return isDate(date) && Number(hour) <= 23 && Number(minute) <= 59 && Number(second) <= 59
}

/** `YYYY-MM-DD`, a day of the Gregorian calendar. */
export function isDate(value: string): boolean {
  const match = DATE.exec(value)
  if (match === null) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const leap = month === 2 && ((year % 4 === 0 && year % 100 !== 0) || year % 400 === 0)
  return day >= 1 && day <= (DAYS[month - 1] ?? 0) + (leap ? 1 : 0)
}

/** 8-4-4-4-12 hexadecimal digits in any letter case, any version; no `urn:uuid:`, no braces. */
export function isUuid(value: string): boolean {
  return UUID.test(value)
}

/**
 * Something before and something behind the last `@`, and no white space outside a quoted local part.
 * Lenient on purpose: a service may store internationalised addresses, quoted ones, and hosts without a dot.
 */
export function isEmail(value: string): boolean {
  const at = value.lastIndexOf('@')
  if (at < 1 || at === value.length - 1) return false
  const [local, domain] = [value.slice(0, at), value.slice(at + 1)]
  return !/\s/.test(domain) && (!/\s/.test(local) || QUOTED_LOCAL_PART.test(local))
}

/**
 * A scheme, a colon and something behind it, without white space and without what stands around a URI in text (RFC 3986, appendix C).
 * Lenient: unescaped non-ASCII characters pass.
 */
export function isAbsoluteUri(value: string): boolean {
  return ABSOLUTE_URI.test(value)
}

/** The formats that the contract uses, by their JSON Schema name. */
export const FORMATS = {
  'date-time': isTimestamp,
  date: isDate,
  uuid: isUuid,
  email: isEmail,
  uri: isAbsoluteUri,
} as const satisfies Record<string, (value: string) => boolean>
export type FormatName = keyof typeof FORMATS

/** Whether a format is one of the contract's. */
export function isFormatName(name: unknown): name is FormatName {
  return typeof name === 'string' && Object.hasOwn(FORMATS, name)
}

/** How a format reads in a message: "expected …". */
export const FORMAT_TEXTS: Readonly<Record<FormatName, string>> = {
  'date-time': 'a timestamp of the form YYYY-MM-DDThh:mm:ssZ',
  date: 'a date of the form YYYY-MM-DD',
  uuid: 'a UUID of the form 8-4-4-4-12',
  email: 'an e-mail address',
  uri: 'an absolute URI',
}
