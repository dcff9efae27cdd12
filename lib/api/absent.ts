/**
 * Ids that do not exist, in the form of real ones. Their characters are those of a sample, so that a service has no
 * reason to refuse them as malformed, and they have at least 10 of them, so that none exists by chance.
 * @param sample a real id
 * @param turn different turns give different ids
 */
export function absentId(sample: string, turn = 0): string {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(sample))
    return `00000000-dead-4bad-8000-${String(turn).padStart(12, '0')}`
  const alphabet = alphabetOf(sample)
  const length = Math.max(10, sample.length)
  let state = hash(sample) + turn * 7919
  let id = ''
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    id += /[A-Za-z0-9]/.test(sample[i] ?? 'a')
      ? (alphabet[(state >>> 8) % alphabet.length] ?? 'x')
      : (sample[i] ?? 'x')
  }
  return id
}

function alphabetOf(sample: string): string {
  const kinds: readonly (readonly [RegExp, string])[] = [
    [/[a-z]/, 'abcdefghijkmnpqrstuvwxyz'],
    [/[A-Z]/, 'ABCDEFGHJKLMNPQRSTUVWXYZ'],
    [/[0-9]/, '23456789'],
  ]
  return (
    kinds
      .filter(([kind]) => kind.test(sample))
      .map(([, letters]) => letters)
      .join('') || 'abcdefghijkmnpqrstuvwxyz'
  )
}

function hash(text: string): number {
  let value = 2166136261
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619)
  return value >>> 0
}
