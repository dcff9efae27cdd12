import type { KeyLabel } from './exchange.ts'

/** The labels that stand for a key of the operator. */
export type OwnedKey = Exclude<KeyLabel, 'none' | 'invalid'>

/** The environment variable that holds each key; reports and commands show its name in place of the key. */
export const KEY_VARIABLES: Readonly<Record<OwnedKey, string>> = {
  main: 'CONFORMANCE_API_KEY',
  other: 'CONFORMANCE_OTHER_API_KEY',
  exhaustible: 'CONFORMANCE_EXHAUSTIBLE_API_KEY',
}

/** Whether the label stands for a key of the operator. */
export function isOwnedKey(label: KeyLabel): label is OwnedKey {
  return label !== 'none' && label !== 'invalid'
}
