import { createHash } from 'node:crypto'
import { isUuid } from '../spec/formats.ts'

/** Kinds of letters, without those that some encoders leave out because they are easily mistaken. */
const LETTERS = [
  [/[a-z]/, 'abcdefghjkmnpqrstvwxyz'],
  [/[A-Z]/, 'ABCDEFGHJKMNPQRSTVWXYZ'],
  [/[0-9]/, '23456789'],
] as const

/**
 * An id that does not exist, made of a real one as {@link idLike} does. A short one gets longer, so that it exists by no
 * chance.
 * @param sample a real id
 * @param turn different turns give different ids
 */
export function absentId(sample: string, turn = 0): string {
  const prefix = sample.length - withoutPrefix(sample).length
  return idLike(sample.padEnd(prefix + enough(sample), sample.at(-1)), turn)
}

/**
 * A text like a real id: same length, same alphabet. It begins like it, where services look for the kind of an id, and
 * ends otherwise. A short one may exist by chance.
 */
export function idLike(sample: string, turn: number): string {
  if (isUuid(sample)) return `00000000-dead-4bad-8000-${String(turn).padStart(12, '0')}`
  const alphabet = alphabetOf(sample)
  const bytes = createHash('sha512').update(`${sample} ${turn}`).digest()
  const letter = (at: number): string => alphabet[(bytes[at % bytes.length] ?? 0) % alphabet.length] ?? ''
  const varied = Math.min(enough(sample), withoutPrefix(sample).length)
  const ending = sample.slice(-varied).replaceAll(/[A-Za-z0-9]/g, (_, at: number) => letter(at))
  return sample.slice(0, -varied) + ending
}

/** So many letters of the alphabet of an id make 10^9 ids. */
function enough(sample: string): number {
  return Math.ceil(9 / Math.log10(alphabetOf(sample).length))
}

/** An id such as `conv_7x2b9q` or `C1029384` from behind its prefix. */
function withoutPrefix(id: string): string {
  return id.replace(/^[A-Za-z]+(?:[_-]|(?=[0-9]+$))/, '')
}

/** An id that names nothing, where no real one is at hand to imitate. */
export const UNKNOWN_ID = absentId('Uk4x9Qw2Lz')

/** The letters that an id is made of: the hexadecimal ones, or all of each kind in it. */
function alphabetOf(id: string): string {
  const text = withoutPrefix(id)
  if (/^(?=.*[a-f])[0-9a-f]+$/.test(text)) return 'abcdef23456789'
  const kinds = LETTERS.filter(([kind]) => kind.test(text))
  return (kinds.length > 0 ? kinds : LETTERS).map(([, letters]) => letters).join('')
}
