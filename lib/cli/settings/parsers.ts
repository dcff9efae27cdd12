import { InvalidValue, quoted } from '../../engine/util/address.ts'

/**
 * Reads a value from text; throws {@link InvalidValue}. Every source gives text, so that a flag, a variable and a line of
 * a file are checked alike. Lists are separated by commas.
 */
export interface Parser<T> {
  (text: string): T
  /** The accepted words, if the list is closed. */
  readonly choices?: readonly string[]
  /** The settings file may hold an object, with a text for each name. */
  readonly isKeyed?: boolean
}

/** A switch: a variable turns it on or off with `1`, `true`, `yes`, `on` or their opposites. */
export const onOrOff: Parser<boolean> = (text) => {
  const word = text.toLowerCase()
  if (['1', 'true', 'yes', 'on'].includes(word)) return true
  if (['0', 'false', 'no', 'off'].includes(word)) return false
  throw new InvalidValue(`must be 1 or 0 (or true, false, yes, no, on, off), not ${quoted(text)}`)
}

/** One word of a closed list. */
export function oneOf<const T extends string>(...choices: readonly T[]): Parser<T> {
  const parse = (text: string): T => {
    const found = choices.find((choice) => choice === text)
    if (found !== undefined) return found
    throw new InvalidValue(
      `must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}, not ${quoted(text)}`,
    )
  }
  return Object.assign(parse, { choices })
}

/** Any text that is not blank. */
export const someText: Parser<string> = (text) => {
  if (text.trim() === '') throw new InvalidValue('must not be empty')
  return text
}

/** The name of a file or folder. The source decides which folder it is relative to: see `settle`. */
export const path: Parser<string> = (text) => {
  if (/^~(?:[/\\]|$)/.test(text))
    throw new InvalidValue('begins with ~, which only a shell replaces: write the whole path')
  if (/^[a-z][a-z+]+:\/\//i.test(text)) throw new InvalidValue('must be a path, without file:// before it')
  return someText(replaced(text))
}

/** A text without `${NAME}`: such a placeholder means that nobody has put in the value. */
function replaced(text: string): string {
  const [found] = /\$\{\w+\}/.exec(text) ?? []
  if (found === undefined) return text
  throw new InvalidValue(
    `has ${found} in it, which nobody has replaced: a shell does that, and not between single quotes`,
  )
}

/** A version of the tool, without its last number: `0.2`. */
export const version: Parser<string> = (text) => {
  if (/^\d{1,4}\.\d{1,4}$/.test(text)) return text
  throw new InvalidValue(`must be a version like 0.2, not ${quoted(text)}`)
}

/** Words, each once. */
export const words: Parser<readonly string[]> = (text) => {
  const found = [...new Set(text.split(/[\s,]+/).filter((word) => word !== ''))]
  if (found.length === 0) throw new InvalidValue('must name at least one')
  return found
}

/** Requirements to leave out, each with the reason: lines `ID: reason`, or ids without a reason. */
export const skips: Parser<readonly { readonly id: string; readonly reason: string }[]> = Object.assign(
  (text: string) => {
    const found = text.includes(': ') ? text.split('\n') : text.split(/[\s,]+/).filter((word) => word !== '')
    if (found.length === 0) throw new InvalidValue('must name at least one')
    return found.map((line) => {
      const [id = '', ...reason] = line.split(': ')
      return { id: id.trim(), reason: reason.join(': ').trim() || 'the operator left it out' }
    })
  },
  { isKeyed: true },
)

/** Operations or parts of them, separated by commas: `POST /leads`, `POST`, `/leads`. */
export const operations: Parser<readonly string[]> = (text) => text.split(',').map((one) => one.trim())

/** A whole number within bounds, both included. */
export function wholeNumber(least: number, most: number): Parser<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new InvalidValue(`must be a whole number from ${least} to ${most}, not ${quoted(text)}`)
  }
}

/** Parts of the specification. */
export const parts: Parser<readonly number[]> = (text) => words(text).map(wholeNumber(1, 9))

/** Seconds, with fractions. The bounds are included. */
export function seconds(least: number, most: number): Parser<number> {
  return (text) => {
    const value = /^\d{1,9}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new InvalidValue(`must be a number of seconds from ${least} to ${most}, not ${quoted(text)}`)
  }
}

const HEADER = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+)\s*:\s*(.*\S)\s*$/
const OWN_HEADER = /^(?:authorization|content-(?:type|length)|host|accept(?:-encoding)?)$/i

/** Headers as `NAME:VALUE`; the values stay unchanged. */
export const headerFields: Parser<readonly (readonly [name: string, value: string])[]> = (text) =>
  text.split(',').map((pair) => {
    const [, name, value] = HEADER.exec(pair.trim()) ?? []
    if (name === undefined || value === undefined) throw new InvalidValue('is not of the form NAME:VALUE')
    if (OWN_HEADER.test(name)) throw new InvalidValue(`must not set ${name}: the tool sets it by itself`)
    return [name, value] as const
  })

/** A shorter key would occur by chance in many texts, and masking it would make reports unreadable. */
const SHORTEST_KEY = 8

/** Placeholders for a secret that nobody has replaced by its value. */
const REFERENCES: readonly (readonly [form: RegExp, what: string])[] = [
  [/^op:\/\//, 'where 1Password keeps it: start this command with "op run --"'],
  [/^encrypted:/, 'a text that only dotenvx reads: start this command with "dotenvx run --"'],
  [
    /^(?:vault|aws|gcp|azure|secret|ref)[+:]?.*:\/\//,
    'where it is kept: start this command with the program that looks it up',
  ],
  [/^\$\{?\w+\}?$/, 'the name of a variable that nobody has replaced'],
]

/** An API key: visible ASCII characters only, since it travels in a header. Messages never show it. */
export const key: Parser<string> = (text) => {
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new InvalidValue('must be visible ASCII characters only, without blanks and line breaks')
  const [, manager] = REFERENCES.find(([form]) => form.test(text)) ?? []
  if (manager !== undefined) throw new InvalidValue(`is no key, but ${manager}`)
  if (/^(['"`]).*\1$/.test(text)) throw new InvalidValue('is wrapped in quotation marks: leave them out')
  if (text.length < SHORTEST_KEY)
    throw new InvalidValue(`must have at least ${SHORTEST_KEY} characters: is it cut short?`)
  return text
}
