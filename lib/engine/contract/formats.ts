interface Format {
  readonly accepts: (text: string) => boolean
  readonly text: string
}

/** The formats that the contract uses, by their JSON Schema name. */
export const FORMATS = {
  'date-time': { accepts: isTimestamp, text: 'a timestamp of the form YYYY-MM-DDThh:mm:ssZ' },
  date: { accepts: isDate, text: 'a date of the form YYYY-MM-DD' },
  uuid: { accepts: isUuid, text: 'a UUID of the form 8-4-4-4-12' },
  email: { accepts: isEmail, text: 'an e-mail address' },
  uri: { accepts: isAbsoluteUri, text: 'an absolute URI' },
} as const satisfies Readonly<Record<string, Format>>
export type FormatName = keyof typeof FORMATS

/** Whether a format is one of the contract's. */
export function isFormatName(name: unknown): name is FormatName {
  return typeof name === 'string' && Object.hasOwn(FORMATS, name)
}

/**
 * `YYYY-MM-DDThh:mm:ssZ` and nothing else: no fraction, no offset, upper-case T and Z, a time that exists, leap seconds included.
 * Part 1, convention 3.
 */
function isTimestamp(value: string): boolean {
  const [, date] = /^(.{10})T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d|23:59:60)Z$/.exec(value) ?? []
  return date !== undefined && isDate(date)
}

/** `YYYY-MM-DD`, a day of the Gregorian calendar. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  // A day that a month does not have is read as one of the next month.
  return new Date(`${value}T00:00:00Z`).getUTCDate() === Number(value.slice(8))
}

/** 8-4-4-4-12 hexadecimal digits in any letter case, any version; no `urn:uuid:`, no braces. */
export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
}

/**
 * Something before and something behind the last `@`, and no white space outside a quoted local part.
 * Lenient on purpose: a service may store internationalised addresses, quoted ones, and hosts without a dot.
 */
function isEmail(value: string): boolean {
  return /^(?:"[^\n\r]+"|\S+)@[^\s@]+$/.test(value)
}

/**
 * A scheme, a colon and at least one more character, without white space and without the characters that
 * enclose a URI in text (RFC 3986, appendix C). Lenient: unescaped non-ASCII characters pass.
 */
function isAbsoluteUri(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\s<>"]+$/i.test(value)
}
