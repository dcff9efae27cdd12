/** Valid leads: each field absent, null, as short and as long as it may be, or a text of the tables. */
import type { InputSettings } from '../../lib/engine/case/context.ts'
import { cover, shuffler } from '../../lib/engine/case/cover.ts'
import { type BodyField, bodyFields, namesId, requirementOf } from '../../lib/engine/spec/request-bodies.ts'
import { piecesOf, TEXTS, WHOLE } from '../writes/texts.ts'
import { LONGEST_EMAIL, validValues } from '../writes/values.ts'

/** In place of a value: the next text of the tables. */
const TEXT = -1

/** A field of a body, and its value. */
export type Sent = readonly [name: string, value: unknown]

/** How many leads at most: they stay in the workspace. */
const MOST = { few: 2, values: 5, pairs: 32 } as const

/** Whether a field takes any text. */
function isFree({ name, type, format }: BodyField): boolean {
  return type === 'string' && format === undefined && name !== 'phone' && !namesId(name)
}

/**
 * Bodies of leads without a conversation. Those come first in which each way to fill a field is used, or each pair of ways;
 * then the texts, so that each text that is taken for something else stands alone in every field that a lead shows.
 * @param mark - makes each e-mail address unique
 */
export function drawnLeads(
  mark: () => string,
  { seed, inputs, mostInputs: most = MOST[inputs] }: InputSettings,
): readonly (readonly Sent[])[] {
  const fields = bodyFields('LeadCreate').filter(({ name }) => !namesId(name))
  // Other leads lack each field: what is absent comes after each given way.
  const ways = (field: BodyField): readonly (number | undefined)[] => [
    // Twice, so that they come up more often than the ends of what is allowed.
    ...(isFree(field) ? [TEXT, TEXT] : []),
    ...validValues(field, 'x').map(({ value }, at) => (value === undefined ? undefined : at)),
  ]
  const covered = cover(Object.fromEntries(fields.map((field) => [field.name, ways(field)])), {
    seed,
    pairs: inputs === 'pairs',
    most,
  })
  const further = Array.from({ length: most - covered.length }, (): (typeof covered)[number] => ({}))
  const texts = new Map(fields.map((field) => [field.name, textsOf(field, seed)]))
  return [...covered, ...further].map((choice, index) => {
    const own = mark()
    const unlinked: readonly Sent[] = index === 0 ? [['conversation_id', null]] : []
    const values = fields.flatMap((field): Sent[] => {
      const usual = isFree(field) ? TEXT : validValues(field, own).length - 1
      const way = field.name in choice ? choice[field.name] : usual
      if (way === undefined) return []
      return [
        [field.name, way === TEXT ? nextOf(texts.get(field.name)) : validValues(field, own)[way]?.value],
      ]
    })
    return [...unlinked, ...values]
  })
}

/** The texts for a field in the order in which they are used. Leads with a conversation have others (`simultaneousLeads`). */
function textsOf({ name, most }: BodyField, seed: number): string[] {
  const shuffled = shuffler(seed + name.length)
  const pieces = shuffled(piecesOf(shuffled(TEXTS), most))
  return name === 'status' ? [...shuffled(WHOLE), ...pieces] : [...pieces, ...shuffled(WHOLE)]
}

/** The first text, which is put at the end. */
function nextOf(texts: string[] = []): string | undefined {
  const next = texts.shift()
  if (next !== undefined) texts.push(next)
  return next
}

/** The requirement that accepts a value of a field. */
export function requirementFor(name: string, value: unknown): string {
  if (value === null) return 'CREATE-LEAD-09'
  const { most = Infinity } = bodyFields('LeadCreate').find((one) => one.name === name) ?? {}
  const isLongest = typeof value === 'string' && value.length >= Math.min(most, LONGEST_EMAIL)
  return isLongest && most < Infinity ? requirementOf('LeadCreate', name, 'too long') : 'CREATE-LEAD-01'
}
