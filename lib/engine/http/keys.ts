import type { KeyLabel } from './exchange.ts'

/** The labels of the operator's keys. */
export type OwnedKey = Exclude<KeyLabel, 'none' | 'invalid'>

/** The environment variable of each key; reports and commands show its name instead of the key. */
export const KEY_VARIABLES: Readonly<Record<OwnedKey, string>> = {
  main: 'CONFORMANCE_API_KEY',
  other: 'CONFORMANCE_OTHER_API_KEY',
  exhaustible: 'CONFORMANCE_EXHAUSTIBLE_API_KEY',
}

/** How messages name the key of a request. */
export const WITH_KEY: Readonly<Record<KeyLabel, string>> = {
  main: 'with the key under test',
  other: 'with the second key',
  exhaustible: 'with the exhaustible key',
  none: 'without a key',
  invalid: 'with an invalid key',
}

/** Whether a label is one of the operator's keys. */
export function isOwnedKey(label: KeyLabel): label is OwnedKey {
  return label !== 'none' && label !== 'invalid'
}
