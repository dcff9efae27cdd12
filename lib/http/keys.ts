import type { KeyLabel } from './exchange.ts'

/** The labels of the operator's keys. */
export type OwnedKey = Exclude<KeyLabel, 'none' | 'invalid'>

/** The environment variable of each key; reports and commands show its name instead of the key. */
export const KEY_VARIABLES: Readonly<Record<OwnedKey, string>> = {
  main: 'CONFORMANCE_API_KEY',
  other: 'CONFORMANCE_OTHER_API_KEY',
  exhaustible: 'CONFORMANCE_EXHAUSTIBLE_API_KEY',
}

/** Whether a label is one of the operator's keys. */
export function isOwnedKey(label: KeyLabel): label is OwnedKey {
  return label !== 'none' && label !== 'invalid'
}

/** An Authorization value, and its form for a shell without the key. */
export type Authorization = readonly [value: string, shell?: string]

export type WrongKey =
  | 'invented'
  | 'null'
  | 'undefined'
  | 'cut'
  | 'extended'
  | 'prefixed'
  | 'headless'
  | 'alteredStart'
  | 'alteredEnd'
  | 'alteredMiddle'
  | 'otherCase'
  | 'wildcards'
  | 'basic'
  | 'token'
  | 'bare'
  | 'lowerCaseScheme'

/**
 * Every way to make a wrong key out of the right one. An empty value means that the way does not apply to this key.
 */
export function wrongKeys(key = ''): Record<WrongKey, Authorization> {
  const swapped = key.replaceAll(/[a-z]/gi, (c) =>
    c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase(),
  )
  const middle = Math.floor(key.length / 2)
  const head = headOf(key)
  return {
    invented: [
      `Bearer ${key.slice(0, head)}${'0123456789abcdefghijklmnopqrstuvwxyz'.slice(0, Math.max(12, Math.min(32, key.length - head)))}`,
    ],
    // Sent by clients with an unset key.
    null: ['Bearer null'],
    undefined: ['Bearer undefined'],
    cut: [`Bearer ${key.slice(0, -1)}`, 'Bearer ${CONFORMANCE_API_KEY%?}'],
    extended: [`Bearer ${key}x`, 'Bearer ${CONFORMANCE_API_KEY}x'],
    prefixed: [`Bearer x${key}`, 'Bearer x${CONFORMANCE_API_KEY}'],
    headless: [
      key.length >= LONG ? `Bearer ${key.slice(head)}` : '',
      `Bearer \${CONFORMANCE_API_KEY#${'?'.repeat(head)}}`,
    ],
    alteredStart: [`Bearer ${other(key[0])}${key.slice(1)}`],
    alteredEnd: [
      `Bearer ${key.slice(0, -1)}${other(key.at(-1))}`,
      `Bearer \${CONFORMANCE_API_KEY%?}${other(key.at(-1))}`,
    ],
    alteredMiddle: [`Bearer ${key.slice(0, middle)}${other(key[middle])}${key.slice(middle + 1)}`],
    otherCase: [swapped === key ? '' : `Bearer ${swapped}`],
    wildcards: [
      key.length >= LONG ? `Bearer ${key.slice(0, -3)}%` : '',
      'Bearer ${CONFORMANCE_API_KEY%???}%',
    ],
    basic: [
      `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      'Basic $(printf %s: "$CONFORMANCE_API_KEY" | base64 -w0)',
    ],
    token: [`Token ${key}`, 'Token $CONFORMANCE_API_KEY'],
    bare: [key, '$CONFORMANCE_API_KEY'],
    lowerCaseScheme: [`bearer ${key}`, 'bearer $CONFORMANCE_API_KEY'],
  }
}

/** From this length on, a part of a key is not itself a valid key. */
const LONG = 16

/** Length of the common prefix of keys, if recognisable: one or two words, each followed by a dash or underscore. */
function headOf(key: string): number {
  const [words = ''] = /^(?:[a-z]+[-_]){1,2}/i.exec(key) ?? []
  return words.length >= 4 && words.length <= key.length / 2 ? words.length : 4
}

function other(character = 'a'): string {
  if (/[a-y]/i.test(character)) return String.fromCodePoint((character.codePointAt(0) ?? 97) + 1)
  return character === '7' ? '3' : '7'
}
