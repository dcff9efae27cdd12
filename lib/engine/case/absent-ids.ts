import { createHash } from 'node:crypto'
import { isUuid } from '../spec/formats.ts'

/** Letters without those that some encoders leave out because they are easily mistaken for others. */
const LETTERS = 'abcdefghjkmnpqrstvwxyz'

/**
 * An id that does not exist, made of a real one as {@link idLike} does. A short one gets longer, so that it exists by no
 * chance.
 * @param sample a real id
 * @param turn different turns give different ids
 */
export function absentId(sample: string, turn = 0): string {
  const filler = /[A-Za-z0-9]$/.exec(sample)?.[0] ?? '7'
  let id = sample
  while (!isUuid(id) && !ending(id).isLong) id += filler
  return idLike(id, turn)
}

/**
 * A text like a real id: it begins like it, where services look for the kind of an id, and ends otherwise, with a character
 * of the same kind at each place. A short one may exist by chance.
 */
export function idLike(sample: string, turn: number): string {
  if (isUuid(sample)) return `00000000-dead-4bad-8000-${String(turn).padStart(12, '0')}`
  const bytes = createHash('sha512').update(`${sample} ${turn}`).digest()
  const { from, kinds } = ending(sample)
  const other = kinds.map((kind, at) => kind[(bytes[at % bytes.length] ?? 0) % kind.length])
  return sample.slice(0, from) + other.join('')
}

/** An id that names nothing, where no real one is at hand to imitate. */
export const UNKNOWN_ID = absentId('Uk4x9Qw2Lz')

/** The end of an id: so much of it that there are 10^9 others, or all behind a prefix such as `conv_`. */
function ending(id: string): {
  readonly from: number
  /** What may stand at each place. */
  readonly kinds: readonly string[]
  readonly isLong: boolean
} {
  const prefix = /^[A-Za-z]+[_-]/.exec(id)?.[0] ?? ''
  const rest = id.slice(prefix.length)
  const isHexadecimal = /^[0-9a-f]+$/i.test(rest)
  const kinds = Array.from(rest, (character) => kindOf(character, isHexadecimal))
  let from = kinds.length
  while (from > 0 && countOf(kinds.slice(from)) < 1e9) from -= 1
  return { from: prefix.length + from, kinds: kinds.slice(from), isLong: countOf(kinds.slice(from)) >= 1e9 }
}

/** How many ids an encoder can make that uses these kinds of characters; of separators there is one. */
function countOf(kinds: readonly string[]): number {
  const open = kinds.filter((kind) => kind.length > 1)
  return new Set(open.join('')).size ** open.length
}

/** The characters of the same kind as one. */
function kindOf(character: string, isHexadecimal: boolean): string {
  const letters = isHexadecimal ? LETTERS.slice(0, 6) : LETTERS
  if (/[0-9]/.test(character)) return '23456789'
  if (/[a-z]/.test(character)) return letters
  return /[A-Z]/.test(character) ? letters.toUpperCase() : character
}
