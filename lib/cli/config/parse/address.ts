import { InvalidValue } from '../option.ts'

/**
 * A base address: http or https, without credentials, query or fragment. The result is normalised and has no trailing
 * slash. The text is never shown: people swap the address and the key.
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
