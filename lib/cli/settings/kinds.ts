import { address, InvalidValue } from '../../util/address.ts'

/** A part of a JSON Schema: how a value is written in the settings file. */
export type Schema = Readonly<Record<string, unknown>>

/** A kind of value. Every source gives text, so that a flag, a variable and a line of a file are checked alike. */
export interface Kind<T> {
  /** Reads a value; throws {@link InvalidValue}. Lists are separated by commas. */
  readonly parse: (text: string) => T
  readonly schema: Schema
  /** The name of a file or folder: in the settings file it is relative to that file. */
  readonly isPath?: boolean
}

const LONGEST_SHOWN = 20
const LIKE_A_KEY = /(live|test|secret|token|key|sk|pk)[_-]/i

/** A value in a message: quoted if it is short, plain and unlike a key. People paste keys into the wrong place. */
export function quote(text: string): string {
  if (text === '') return 'an empty value'
  const plain = /^[\x20-\x7e]+$/.test(text)
  if (plain && text.length <= LONGEST_SHOWN && !LIKE_A_KEY.test(text)) return `"${text}"`
  return text.length === 1 ? 'a value of 1 character' : `a value of ${text.length} characters`
}

const ON = ['1', 'true', 'yes', 'on']
const OFF = ['0', 'false', 'no', 'off']

/** A switch: as a variable `1`, `true`, `yes`, `on` or their opposites. */
export const onOrOff: Kind<boolean> = {
  schema: { type: 'boolean' },
  parse: (text) => {
    const word = text.toLowerCase()
    if (ON.includes(word)) return true
    if (OFF.includes(word)) return false
    throw new InvalidValue(`must be 1 or 0 (or true, false, yes, no, on, off), not ${quote(text)}`)
  },
}

/** One word of a closed list. */
export function oneOf<const T extends string>(...choices: readonly T[]): Kind<T> {
  return {
    schema: { enum: choices },
    parse: (text) => {
      const found = choices.find((choice) => choice === text)
      if (found !== undefined) return found
      const others = choices.slice(0, -1).join(', ')
      throw new InvalidValue(`must be ${others} or ${choices.at(-1)}, not ${quote(text)}`)
    },
  }
}

/** Any text that is not blank. */
export const someText: Kind<string> = {
  schema: { type: 'string', minLength: 1 },
  parse: (text) => {
    if (text.trim() === '') throw new InvalidValue('must not be empty')
    return text
  },
}

/** The name of a file or folder. */
export const path: Kind<string> = { ...someText, isPath: true }

/** Words, each once. */
export const words: Kind<readonly string[]> = {
  schema: { type: 'array', items: { type: 'string' }, minItems: 1 },
  parse: (text) => {
    const found = [...new Set(text.split(/[\s,]+/).filter((word) => word !== ''))]
    if (found.length === 0) throw new InvalidValue('must name at least one')
    return found
  },
}

/** Operations or parts of them, separated by commas: `POST /leads`, `POST`, `/leads`. */
export const operations: Kind<readonly string[]> = {
  schema: words.schema,
  parse: (text) => {
    const found = text.split(',').map((one) => one.trim())
    if (found.every((one) => /^(?:[A-Za-z]+|(?:[A-Za-z]+ +)?\/\S*)$/.test(one))) return found
    throw new InvalidValue(`must name operations like "POST /leads", a method or a path, not ${quote(text)}`)
  },
}

/** Parts of the specification, 1 to 9; 10 stands for own requirements. */
export const parts: Kind<readonly number[]> = {
  schema: { type: 'array', items: { type: 'integer', minimum: 1, maximum: 10 }, minItems: 1 },
  parse: (text) =>
    words.parse(text).map((word) => {
      if (!/^(?:[1-9]|10)$/.test(word))
        throw new InvalidValue(`must name parts from 1 to 9, or 10 for own requirements, not ${quote(word)}`)
      return Number(word)
    }),
}

/** A whole number within bounds, both included. */
export function wholeNumber(least: number, most: number): Kind<number> {
  return {
    schema: { type: 'integer', minimum: least, maximum: most },
    parse: (text) => {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
      if (value >= least && value <= most) return value
      throw new InvalidValue(`must be a whole number from ${least} to ${most}, not ${quote(text)}`)
    },
  }
}

/** Seconds, with fractions, that become milliseconds. The bounds are in seconds, both included. */
export function seconds(least: number, most: number): Kind<number> {
  return {
    schema: { type: 'number', minimum: least, maximum: most },
    parse: (text) => {
      const value = /^\d{1,9}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN
      if (value >= least && value <= most) return Math.round(value * 1000)
      throw new InvalidValue(`must be a number of seconds from ${least} to ${most}, not ${quote(text)}`)
    },
  }
}

/** A base address, as {@link address} takes it. */
export const webAddress: Kind<string> = {
  schema: { type: 'string', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' },
  parse: address,
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

/** Headers as `NAME:VALUE`; the values are as given. */
export const headers: Kind<readonly (readonly [name: string, value: string])[]> = {
  schema: { type: 'array', items: { type: 'string', pattern: '^[^:]+:' }, minItems: 1 },
  parse: (text) =>
    text.split(',').map((pair) => {
      const colon = pair.indexOf(':')
      const [name, value] = [pair.slice(0, colon).trim(), pair.slice(colon + 1).trim()]
      if (colon < 1 || !HEADER_NAME.test(name) || value === '')
        throw new InvalidValue(
          `is not of the form NAME:VALUE, but begins with ${quote(pair.slice(0, Math.max(colon, 0)))}`,
        )
      if (OWN_HEADERS.has(name.toLowerCase()))
        throw new InvalidValue(`must not set ${name}: the tool sets it by itself`)
      return [name, value] as const
    }),
}

/** A shorter key would occur in any text by chance, and masking it would make reports unreadable. */
const SHORTEST_KEY = 8
/** Servers take 8 to 16 KiB for all headers together. */
const LONGEST_KEY = 4096

const INVISIBLE = 'must be visible ASCII characters only: it contains'

/** What is wrong with a key, each with how it is told; the first that applies is said. */
const KEY_PROBLEMS: readonly (readonly [is: (text: string) => boolean, said: string])[] = [
  [(text) => /[\r\n]/.test(text), `${INVISIBLE} a line break`],
  [(text) => /\s/.test(text), `${INVISIBLE} white space`],
  [(text) => /[^\x20-\x7e]/.test(text), `${INVISIBLE} a character that is not visible ASCII`],
  [(text) => /^bearer$/i.test(text), 'is the name of the scheme, not a key'],
  [(text) => /^(['"`]).*\1$/.test(text), 'is wrapped in quotation marks: leave them out'],
  [(text) => text.length < SHORTEST_KEY, `must have at least ${SHORTEST_KEY} characters: is it cut short?`],
  [(text) => text.length > LONGEST_KEY, `must have at most ${LONGEST_KEY} characters: is it a whole file?`],
]

/** An API key: visible ASCII characters only, since it travels in a header. Messages never show it. */
export const key: Kind<string> = {
  // No settings file holds a key.
  schema: { not: {} },
  parse: (text) => {
    const problem = KEY_PROBLEMS.find(([is]) => is(text))
    if (problem !== undefined) throw new InvalidValue(problem[1])
    return text
  },
}
