/** The commands of the command line. */
export const COMMANDS = [
  'run',
  'doctor',
  'init',
  'list',
  'explain',
  'next',
  'plan',
  'serve',
  'prove',
  'compare',
  'known-failures',
  'judge',
] as const
export type CommandName = (typeof COMMANDS)[number]

/** Headings under which `--help` lists options. */
export type OptionGroup = 'Target' | 'Selection' | 'Spending' | 'Generated tests' | 'Output' | 'Command'

/** One option: its flag, environment variable, help and documentation. */
export interface OptionDefinition<T> {
  /** `--base-url`; absent if the value does not belong on a command line. */
  readonly flag?: string
  /** Placeholder of the flag's value; absent: the flag is a switch. */
  readonly value?: string
  /** The value of the flag is optional; default `1`. */
  readonly valueOptional?: boolean
  /** The flag takes several values. */
  readonly list?: boolean
  /** There is also a `--no-…` form. */
  readonly negatable?: boolean
  /** Name of the environment variable, also read from the caller's `.env`. */
  readonly variable?: string
  /** The default in words. */
  readonly fallback?: string
  readonly description: string
  readonly commands: readonly CommandName[]
  /** Parses the text from any source; throws {@link InvalidValue}. Lists are joined by commas. */
  readonly parse: (text: string) => T
}

/**
 * An invalid value of an option. The message continues a sentence that begins with the name of the flag or variable,
 * and never shows a possible secret.
 */
export class InvalidValue extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'InvalidValue'
  }
}

const LONGEST_SHOWN = 20
const LIKE_A_KEY = /(live|test|secret|token|key|sk|pk)[_-]/i

/**
 * A value in a message: quoted if it is short, plain and unlike a key, otherwise described. People paste keys into
 * the wrong place, and messages end up in logs.
 */
export function quote(text: string): string {
  if (text === '') return 'an empty value'
  const plain = /^[\x20-\x7e]+$/.test(text)
  if (plain && text.length <= LONGEST_SHOWN && !LIKE_A_KEY.test(text)) return `"${text}"`
  return text.length === 1 ? 'a value of 1 character' : `a value of ${text.length} characters`
}

const ON = ['1', 'true', 'yes', 'on']
const OFF = ['0', 'false', 'no', 'off']

/** A switch as text: `1`, `true`, `yes`, `on` and their opposites, in any letter case. */
export function onOrOff(text: string): boolean {
  const word = text.toLowerCase()
  if (ON.includes(word)) return true
  if (OFF.includes(word)) return false
  throw new InvalidValue(`must be 1 or 0 (or true, false, yes, no, on, off), not ${quote(text)}`)
}

/** A parser of one word from a closed list. */
export function oneOf<T extends string>(...words: readonly [T, ...T[]]): (text: string) => T {
  const last = words.at(-1)
  return (text) => {
    const found = words.find((word) => word === text)
    if (found !== undefined) return found
    throw new InvalidValue(`must be ${words.slice(0, -1).join(', ')} or ${last}, not ${quote(text)}`)
  }
}

/** Any text that is not blank. */
export function someText(text: string): string {
  if (text.trim() === '') throw new InvalidValue('must not be empty')
  return text
}

/** Words separated by commas or white space, each once. */
export function words(text: string): readonly string[] {
  const found = [...new Set(text.split(/[\s,]+/).filter((word) => word !== ''))]
  if (found.length === 0) throw new InvalidValue('must name at least one')
  return found
}

/** Parts of the specification, 1 to 9, separated by commas or white space. */
export function parts(text: string): readonly number[] {
  return words(text).map((word) => {
    if (!/^(?:[1-9]|10)$/.test(word))
      throw new InvalidValue(`must name parts from 1 to 9, or 10 for own requirements, not ${quote(word)}`)
    return Number(word)
  })
}

/** A parser of whole numbers within bounds, both included. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new InvalidValue(`must be a whole number from ${least} to ${most}, not ${quote(text)}`)
  }
}

/** A parser of seconds, with fractions, that returns milliseconds. The bounds are in seconds, both included. */
export function seconds(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return Math.round(value * 1000)
    throw new InvalidValue(`must be a number of seconds from ${least} to ${most}, not ${quote(text)}`)
  }
}

/**
 * A base address: http or https, without credentials, query or fragment. The result is normalised and has no trailing
 * slash. Messages never show the text: people confuse the address and the key.
 */
export function address(text: string): string {
  if (text.trim() === '') throw new InvalidValue('must not be empty')
  if (/\s/.test(text)) throw new InvalidValue('must not contain white space')
  if (!/^https?:\/\//i.test(text)) throw new InvalidValue('must begin with http:// or https://')
  const url = parsed(text)
  if (url.username !== '' || url.password !== '') {
    throw new InvalidValue('must not contain a user name or password')
  }
  if (/[?#]/.test(text)) throw new InvalidValue('must not contain a query or a fragment')
  return url.href.replace(/\/+$/, '')
}

function parsed(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw new InvalidValue('is not an address that parses; expected one like https://host/v1')
  }
}

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
/** Headers that the tool sets itself. */
const OWN_HEADERS = new Set([
  'authorization',
  'content-type',
  'content-length',
  'host',
  'accept',
  'accept-encoding',
])

/** Headers as `NAME:VALUE`, several joined by commas; the values are as given. */
export function headers(text: string): readonly (readonly [name: string, value: string])[] {
  return text.split(',').map((pair) => {
    const colon = pair.indexOf(':')
    const [name, value] = [pair.slice(0, colon).trim(), pair.slice(colon + 1).trim()]
    if (colon < 1 || !HEADER_NAME.test(name) || value === '')
      throw new InvalidValue(
        `is not of the form NAME:VALUE, but begins with ${quote(pair.slice(0, Math.max(colon, 0)))}`,
      )
    if (OWN_HEADERS.has(name.toLowerCase()))
      throw new InvalidValue(`must not set ${name}: the tool sets it by itself`)
    return [name, value] as const
  })
}

/** A shorter key would occur in any text by chance, and masking it would make reports unreadable. */
const SHORTEST_KEY = 8
/** Servers take 8 to 16 KiB for all headers together. */
const LONGEST_KEY = 4096

/** An API key: visible ASCII characters only, since it travels in a header. Messages never show it. */
export function apiKey(text: string): string {
  const problem = keyProblem(text)
  if (problem !== undefined) throw new InvalidValue(`must be visible ASCII characters only: it ${problem}`)
  if (text.length < SHORTEST_KEY)
    throw new InvalidValue(
      `must have at least ${SHORTEST_KEY} characters, not ${text.length}: is it cut short?`,
    )
  if (text.length > LONGEST_KEY)
    throw new InvalidValue(
      `must have at most ${LONGEST_KEY} characters, not ${text.length}: is it a whole file?`,
    )
  return text
}

function keyProblem(text: string): string | undefined {
  if (/[\r\n]/.test(text)) return 'contains a line break'
  if (/\s/.test(text)) return 'contains white space'
  if (/[^\x20-\x7e]/.test(text)) return 'contains a character that is not visible ASCII'
  if (/^bearer$/i.test(text)) return 'is the name of the scheme'
  if (/^(['"`]).*\1$/.test(text)) return 'is wrapped in quotation marks'
  return undefined
}
