import { wrongKeys } from '../../../suites/authentication/wrong-keys.ts'
import type { ClientOptions } from '../../engine/http/client.ts'
import { KEY_VARIABLES } from '../../engine/http/keys.ts'
import { proxyPasswords } from '../../engine/http/proxy.ts'
import { createScrubber, type Scrubber } from '../../engine/http/scrub.ts'
import type { RunOptions } from './options.ts'

/**
 * Masks the keys, the values of the operator's headers (for `Basic` also decoded), the passwords of proxies,
 * and two altered forms of the key under test. The scrubber finds an altered key by a half of the key in one
 * piece: the first of these forms has none, and the Base64 of the second has none.
 */
export function scrubberFor(
  keys: ClientOptions['keys'],
  { header = [], proxies }: Pick<RunOptions, 'header' | 'proxies'>,
): Scrubber {
  const own = Object.entries(KEY_VARIABLES).flatMap(([label, name]) => {
    const value = keys[label as keyof typeof KEY_VARIABLES]
    return value === undefined ? [] : [{ name, value }]
  })
  const { alteredMiddle, otherCase } = wrongKeys(keys.main)
  const altered = [alteredMiddle, otherCase].map(({ value }) => ({
    name: `${KEY_VARIABLES.main}(altered)`,
    value: value.replace('Bearer ', ''),
  }))
  const inHeaders = header.flatMap(([name, value]) =>
    [value, ...credentialsIn(value)].map((secret) => ({ name, value: secret })),
  )
  return createScrubber([...own, ...altered, ...inHeaders, ...(proxies ? proxyPasswords(proxies) : [])])
}

/**
 * User and password in a value of the scheme Basic, and the password alone: a target may echo them decoded.
 */
function credentialsIn(value: string): string[] {
  const [, coded] = /^basic +(\S+)$/i.exec(value) ?? []
  if (coded === undefined) return []
  const decoded = Buffer.from(coded, 'base64').toString()
  return [decoded, decoded.slice(decoded.indexOf(':') + 1)]
}
