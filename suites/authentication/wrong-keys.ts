import type { Authorization } from '../../lib/engine/case/context.ts'

export type WrongKey =
  | 'invented'
  | 'cut'
  | 'extended'
  | 'alteredEnd'
  | 'alteredMiddle'
  | 'otherCase'
  | 'escaped'
  | 'basic'
  | 'lowerCaseScheme'
  | 'twoSpaces'

/** Every way to make a wrong key out of the right one. */
export function wrongKeys(key = ''): Readonly<Record<WrongKey, Authorization>> {
  const swapped = key.replaceAll(/[a-z]/gi, (c) =>
    c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase(),
  )
  const altered = (at: number): string =>
    `Bearer ${key.slice(0, at)}${otherThan(key[at])}${key.slice(at + 1)}`
  const alteredEnd = altered(Math.max(0, key.length - 1))
  return {
    invented: { value: `Bearer ${invented(key)}` },
    cut: { value: `Bearer ${key.slice(0, -1)}`, shell: 'Bearer ${CONFORMANCE_API_KEY%?}' },
    extended: { value: `Bearer ${key}x`, shell: 'Bearer ${CONFORMANCE_API_KEY}x' },
    alteredEnd: { value: alteredEnd, shell: `Bearer \${CONFORMANCE_API_KEY%?}${alteredEnd.at(-1)}` },
    alteredMiddle: { value: altered(Math.floor(key.length / 2)) },
    otherCase: { value: swapped === key ? alteredEnd : `Bearer ${swapped}` },
    escaped: { value: `Bearer %${key.charCodeAt(0).toString(16)}${key.slice(1)}` },
    basic: {
      value: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      shell: 'Basic $(printf %s: "$CONFORMANCE_API_KEY" | base64 -w0)',
    },
    lowerCaseScheme: { value: `bearer ${key}`, shell: 'bearer $CONFORMANCE_API_KEY' },
    twoSpaces: { value: `Bearer  ${key}`, shell: 'Bearer  $CONFORMANCE_API_KEY' },
  }
}

/**
 * A key that nobody has, with the usual form and the same beginning. Example keys tend to count upwards, so
 * this one counts downwards.
 */
function invented(key: string): string {
  const [words = ''] = /^(?:[a-z]+[-_]){1,2}/i.exec(key) ?? []
  const head = words.length >= 4 && words.length <= key.length / 2 ? words : key.slice(0, 4)
  const length = Math.max(12, Math.min(32, key.length - head.length))
  return `${head}${'zyxwvutsrqponmlkjihgfedcba9876543210'.slice(0, length)}`
}

/**
 * Another character of the same kind, but far away: keys of one owner tend to differ by one in their last
 * character. A digit for a character of no kind.
 */
function otherThan(character = 'a'): string {
  const kinds = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789']
  const kind = kinds.find((one) => one.includes(character))
  if (kind === undefined) return '7'
  return kind.charAt((kind.indexOf(character) + kind.length / 2) % kind.length)
}
