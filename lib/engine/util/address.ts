import { count } from './text.ts'

/** An invalid value. Its message follows the name of an option, and never shows a possible secret. */
export class InvalidValue extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'InvalidValue'
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
  const [unset] = /\$\{\w+\}|\$\(\w+\)|\{\{.*?\}\}/.exec(text) ?? []
  if (unset !== undefined)
    throw new InvalidValue(
      `has ${unset} in it, which nobody has replaced: set the variable, or write the address`,
    )
  if (!URL.canParse(text))
    throw new InvalidValue('is not an address that parses; expected one like https://host/v1')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '')
    throw new InvalidValue('must not contain a user name or password')
  if (/[?#]/.test(text)) throw new InvalidValue('must not contain a query or a fragment')
  return url.href.replace(/\/+$/, '')
}

const LONGEST_SHOWN = 20
const LIKE_A_KEY = /(live|test|secret|token|key|sk|pk)[_-]/i

/** A value in a message: quoted if it is short, plain and unlike a key. People paste keys into the wrong place. */
export function quoted(text: string): string {
  if (text === '') return 'an empty value'
  const isShown = /^[\x20-\x7e]+$/.test(text) && text.length <= LONGEST_SHOWN && !LIKE_A_KEY.test(text)
  return isShown ? `"${text}"` : `a value of ${count(text.length, 'character')}`
}
