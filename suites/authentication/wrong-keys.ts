/** An Authorization value, and its form for a shell without the key. */
export type Authorization = readonly [value: string, shell?: string]

export type WrongKey = keyof ReturnType<typeof wrongKeys>

/** Every way to make a wrong key out of the right one. */
export function wrongKeys(key = '') {
  const swapped = key.replaceAll(/[a-z]/gi, (c) =>
    c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase(),
  )
  const altered = (at: number): string =>
    `Bearer ${key.slice(0, at)}${otherThan(key[at])}${key.slice(at + 1)}`
  const alteredEnd = altered(Math.max(0, key.length - 1))
  const keys = {
    invented: [`Bearer ${invented(key)}`],
    cut: [`Bearer ${key.slice(0, -1)}`, 'Bearer ${CONFORMANCE_API_KEY%?}'],
    extended: [`Bearer ${key}x`, 'Bearer ${CONFORMANCE_API_KEY}x'],
    alteredEnd: [alteredEnd, `Bearer \${CONFORMANCE_API_KEY%?}${alteredEnd.at(-1)}`],
    alteredMiddle: [altered(Math.floor(key.length / 2))],
    otherCase: [swapped === key ? alteredEnd : `Bearer ${swapped}`],
    escaped: [`Bearer %${key.charCodeAt(0).toString(16)}${key.slice(1)}`],
    basic: [
      `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      'Basic $(printf %s: "$CONFORMANCE_API_KEY" | base64 -w0)',
    ],
    lowerCaseScheme: [`bearer ${key}`, 'bearer $CONFORMANCE_API_KEY'],
    twoSpaces: [`Bearer  ${key}`, 'Bearer  $CONFORMANCE_API_KEY'],
  } satisfies Readonly<Record<string, Authorization>>
  return keys as Readonly<Record<keyof typeof keys, Authorization>>
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
