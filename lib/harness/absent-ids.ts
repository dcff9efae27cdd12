import { createHash } from 'node:crypto'
import { isUuid } from '../spec/formats.ts'

/** Kinds of letters, without those that are easily mistaken for others. */
const LETTERS = [
  [/[a-z]/, 'abcdefghijkmnpqrstuvwxyz'],
  [/[A-Z]/, 'ABCDEFGHJKLMNPQRSTUVWXYZ'],
  [/[0-9]/, '23456789'],
] as const

/**
 * An id that does not exist, made of a real one: same alphabet, same prefix, same length. Where that leaves fewer than
 * 10^9 ids, it is longer, so that it exists by no chance.
 * @param sample a real id
 * @param turn different turns give different ids
 */
export function absentId(sample: string, turn = 0): string {
  return idLike(sample, turn, Math.ceil(9 / Math.log10(alphabetOf(sample).length)))
}

/** A text like a real id: same alphabet, same length, same prefix. A short one may exist by chance. */
export function idLike(sample: string, turn: number, shortest = 0): string {
  if (isUuid(sample)) return `00000000-dead-4bad-8000-${String(turn).padStart(12, '0')}`
  const alphabet = alphabetOf(sample)
  const bytes = createHash('sha512').update(`${sample} ${turn}`).digest()
  const letter = (at: number): string => alphabet[(bytes[at % bytes.length] ?? 0) % alphabet.length] ?? ''
  const shape = withoutPrefix(sample)
  const prefix = sample.slice(0, sample.length - shape.length)
  return prefix + shape.padEnd(shortest, 'x').replaceAll(/[A-Za-z0-9]/g, (_, at: number) => letter(at))
}

/** An id such as `conv_7x2b9q` from behind its prefix. */
function withoutPrefix(id: string): string {
  return id.replace(/^[A-Za-z]+[_-]/, '')
}

/** An id that names nothing, where no real one is at hand to imitate. */
export const UNKNOWN_ID = absentId('Uk4x9Qw2Lz')

/** The letters of each kind that an id is made of. */
function alphabetOf(id: string): string {
  const text = withoutPrefix(id)
  const kinds = LETTERS.filter(([kind]) => kind.test(text))
  return (kinds.length > 0 ? kinds : LETTERS).map(([, letters]) => letters).join('')
}
