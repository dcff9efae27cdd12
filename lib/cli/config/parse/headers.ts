import { InvalidValue } from '../option.ts'
import { quote } from './quote.ts'

const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
/** What the tool sets by itself, and judges. */
const OWN = new Set(['authorization', 'content-type', 'content-length', 'host', 'accept', 'accept-encoding'])

/** Headers as `NAME:VALUE`, several joined by commas; the values are as given. */
export function headers(text: string): readonly (readonly [name: string, value: string])[] {
  return text.split(',').map((pair) => {
    const colon = pair.indexOf(':')
    const [name, value] = [pair.slice(0, colon).trim(), pair.slice(colon + 1).trim()]
    if (colon < 1 || !NAME.test(name) || value === '')
      throw new InvalidValue(
        `is not of the form NAME:VALUE, but begins with ${quote(pair.slice(0, Math.max(colon, 0)))}`,
      )
    if (OWN.has(name.toLowerCase()))
      throw new InvalidValue(`must not set ${name}: the tool sets it by itself`)
    return [name, value] as const
  })
}
