/** Values of which generated bodies are made, valid ones and broken ones. */
import type * as FastCheckModule from 'fast-check'
import type { Arbitrary } from 'fast-check'

/** The fast-check library as a value: loaded by the first generated case, not at start. */
export type FastCheck = typeof FastCheckModule

/** One kind of input: an arbitrary for each way to make it. */
export type Kind<T> = readonly Arbitrary<T>[]

/** Letters that no service changes: lower case, composed, in the basic plane. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789éüñ日本'.split('')
const ASCII = 'abcdefghijklmnopqrstuvwxyz'.split('')
const JOINTS = [' ', '-', ', ', ' & ', "'", '/', '. ', '_'] as const

const shortText = (fc: FastCheck, letters: readonly string[]): Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 5 })

/** A lower-case ASCII word. */
export function word(fc: FastCheck): Arbitrary<string> {
  return shortText(fc, ASCII)
}

/**
 * Ordinary text without outer blanks, of at most `longest` characters; occasionally ASCII of exactly that length.
 * @param prefix ASCII that it starts with
 */
export function text(fc: FastCheck, longest: number, prefix: string): Arbitrary<string> {
  const letters = shortText(fc, LETTERS)
  const more = fc.array(fc.tuple(fc.constantFrom(...JOINTS), letters), { maxLength: 4 })
  const written = fc
    .tuple(letters, more)
    .map(([first, rest]) => [...(prefix === '' ? [] : [`${prefix} `]), first, ...rest.flat()].join(''))
  return fc.oneof(
    { weight: 4, arbitrary: written.map((value) => value.slice(0, longest).trim()) },
    { weight: 1, arbitrary: word(fc).map((head) => filled(prefix, head, longest)) },
  )
}

/** ASCII text of exactly `length` characters. */
export function filled(prefix: string, head: string, length: number): string {
  return `${prefix === '' ? '' : `${prefix} `}${head}`.slice(0, length).padEnd(length, 'x')
}

/** A plain address in a reserved domain (RFC 2606). */
export function email(fc: FastCheck, mark: string): Arbitrary<string> {
  return fc
    .tuple(word(fc), fc.constantFrom('com', 'org', 'net'))
    .map(([w, zone]) => `${mark}.${w}@example.${zone}`)
}

/**
 * Texts that every parser rejects as an address: empty local part or domain, no `@`, a blank, or words around an
 * address.
 */
export function badEmails(fc: FastCheck): Arbitrary<string>[] {
  return [
    word(fc),
    word(fc).map((w) => `${w}@`),
    word(fc).map((w) => `@${w}.example.com`),
    fc.tuple(word(fc), word(fc)).map(([a, b]) => `${a} ${b}@example.com`),
    fc.tuple(word(fc), word(fc)).map(([a, b]) => `${a}@${b} example.com`),
    fc.tuple(word(fc), word(fc)).map(([a, b]) => `to ${a}@example.com ${b}`),
  ]
}

/** An address of exactly `length` characters with labels of at most 63. */
export function longEmail(mark: string, length: number): string {
  const tail = 'b.example.com'
  const room = length - mark.length - 1 - tail.length
  const labels = Array.from({ length: room }, (_, i) => ((room - i) % 63 === 1 ? '.' : 'b')).join('')
  return `${mark}@${labels.replace(/^\./, 'b')}${tail}`
}

/** An absolute ASCII web address, sometimes with a query, or of exactly `longest` characters. */
export function uri(fc: FastCheck, longest: number): Arbitrary<string> {
  const path = fc
    .tuple(fc.constantFrom('https', 'https', 'http'), fc.array(word(fc), { maxLength: 3 }))
    .map(([scheme, parts]) => `${scheme}://example.com/${parts.join('/')}`)
  return fc.oneof(
    { weight: 3, arbitrary: path },
    {
      weight: 2,
      arbitrary: fc.tuple(path, word(fc), word(fc)).map(([p, name, value]) => `${p}?${name}=${value}`),
    },
    { weight: 1, arbitrary: path.map((p) => p.padEnd(longest, 'a')) },
  )
}

/** A telephone number in international form. */
export function phone(fc: FastCheck): Arbitrary<string> {
  return fc.integer({ min: 0, max: 99 }).map((n) => `+155501${String(n).padStart(2, '0')}`)
}
