/** An Authorization value, and its form for a shell without the key. */
export type Authorization = readonly [value: string, shell?: string]

export type WrongKey =
  | 'invented'
  | 'null'
  | 'undefined'
  | 'empty'
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
 * Every way to make a wrong key out of the right one. An empty value means that the way does not apply to this key,
 * or gives another key that is valid.
 * @param others - further valid keys: of two that differ in their last character, neither is a wrong one
 */
export function wrongKeys(
  key = '',
  others: readonly (string | undefined)[] = [],
): Record<WrongKey, Authorization> {
  const valid = new Set([key, ...others].map((one) => `Bearer ${one}`))
  const ways = Object.entries(waysOf(key, valid))
  return Object.fromEntries(
    ways.map(([name, way]) => [name, valid.has(way[0]) ? ['', way[1]] : way]),
  ) as Record<WrongKey, Authorization>
}

function waysOf(key: string, valid: ReadonlySet<string>): Record<WrongKey, Authorization> {
  const swapped = key.replaceAll(/[a-z]/gi, (c) =>
    c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase(),
  )
  const middle = Math.floor(key.length / 2)
  const head = headOf(key)
  const altered = (at: number): string => {
    const changed = othersOf(key[at]).map((c) => `Bearer ${key.slice(0, at)}${c}${key.slice(at + 1)}`)
    return changed.find((one) => !valid.has(one)) ?? ''
  }
  const alteredEnd = altered(Math.max(0, key.length - 1))
  return {
    invented: [inventedBy(key.slice(0, head), Math.max(12, Math.min(32, key.length - head)), valid)],
    // Sent by clients with an unset key.
    null: ['Bearer null'],
    undefined: ['Bearer undefined'],
    empty: ['Bearer '],
    cut: [`Bearer ${key.slice(0, -1)}`, 'Bearer ${CONFORMANCE_API_KEY%?}'],
    extended: [`Bearer ${key}x`, 'Bearer ${CONFORMANCE_API_KEY}x'],
    prefixed: [`Bearer x${key}`, 'Bearer x${CONFORMANCE_API_KEY}'],
    headless: [
      key.length >= LONG ? `Bearer ${key.slice(head)}` : '',
      `Bearer \${CONFORMANCE_API_KEY#${'?'.repeat(head)}}`,
    ],
    alteredStart: [altered(0)],
    alteredEnd: [alteredEnd, `Bearer \${CONFORMANCE_API_KEY%?}${alteredEnd.at(-1)}`],
    alteredMiddle: [altered(middle)],
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

/** A key that nobody has, of the usual form. Example keys tend to count upwards, so this one counts downwards. */
function inventedBy(head: string, length: number, valid: ReadonlySet<string>): string {
  const downwards = 'zyxwvutsrqponmlkjihgfedcba9876543210'
  const invented = [0, 1, 2, 3].map((from) => `Bearer ${head}${downwards.slice(from, from + length)}`)
  return invented.find((one) => !valid.has(one)) ?? ''
}

/** Other characters of the same kind, the likeliest to be no valid key first. */
function othersOf(character = 'a'): readonly string[] {
  const kinds = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '7384950612']
  const kind = kinds.find((some) => some.includes(character)) ?? '73'
  const at = kind.length === 10 ? -1 : kind.indexOf(character)
  return `${kind.slice(at + 1)}${kind.slice(0, at + 1)}`.split('').filter((one) => one !== character)
}
