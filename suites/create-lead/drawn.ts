/** Valid leads: each field absent, null, as short and as long as it may be, or a text of the tables. */
import type { InputSettings } from '../../lib/engine/case/context.ts'
import { cover, shuffler } from '../../lib/engine/case/cover.ts'
import {
  type BodyField,
  bodyFields,
  namesId,
  requirementOf,
} from '../../lib/engine/contract/request-bodies.ts'
import { joinedUpTo, STATUSES, TEXTS, WHOLE } from '../writes/texts.ts'
import { LONGEST_EMAIL, validValues } from '../writes/values.ts'

/** A field of a body, and its value. */
export type Sent = readonly [name: string, value: unknown]

/** How many leads at most: they stay in the workspace. */
const MOST = { few: 2, values: 5, pairs: 32 } as const

/**
 * Bodies of leads without a conversation: first those that use each way to fill a field, or each pair of ways, and then some
 * with texts alone.
 * @param mark - makes each e-mail address unique
 */
export function drawnLeads(
  mark: () => string,
  { seed, inputs, mostInputs: most = MOST[inputs] }: InputSettings,
): readonly (readonly Sent[])[] {
  const fields = bodyFields('LeadCreate').filter(({ name }) => !namesId(name))
  const ways = Object.fromEntries(fields.map((field) => [field.name, waysOf(field, seed)]))
  const usual = Object.fromEntries(Object.entries(ways).map(([name, some]) => [name, some.at(-1)]))
  const covered = cover(ways, { seed, pairs: inputs === 'pairs', most })
  return Array.from({ length: most }, (_, index) => {
    const own = mark()
    const unlinked: readonly Sent[] = index === 0 ? [['conversation_id', null]] : []
    const chosen = { ...usual, ...covered[index] }
    const values = fields.map(({ name }): Sent => [name, chosen[name]?.(own)])
    return [...unlinked, ...values.filter(([, value]) => value !== undefined)]
  })
}

/** A way to fill a field; long texts begin with a mark. */
type Way = (mark: string) => unknown

/** The ways to fill a field, the usual one last; undefined: the field is absent. */
function waysOf(field: BodyField, seed: number): readonly (Way | undefined)[] {
  const { name, type, format } = field
  const valid = validValues(field, 'x').map((value, at) =>
    value === undefined ? undefined : (mark: string) => validValues(field, mark)[at],
  )
  const isFree = type === 'string' && format === undefined && name !== 'phone'
  const text = nextText(field, seed)
  // Twice, so that texts come up more often than the ends of what is allowed.
  return isFree ? [...valid, text, text] : valid
}

/**
 * Fills a field with one text of the tables after the other. Those that are taken for something else stand alone, the others are
 * joined. Leads with a conversation have other texts (`simultaneousLeads`).
 */
function nextText({ name, most }: BodyField, seed: number): Way {
  const shuffled = shuffler(seed + name.length)
  const several = shuffled(joinedUpTo(shuffled(TEXTS), most))
  const texts = [...(name === 'status' ? shuffled(STATUSES) : several), ...shuffled(WHOLE)]
  let next = 0
  return () => texts[next++ % texts.length]
}

/** The requirement that accepts a value of a field. */
export function requirementFor(name: string, value: unknown): string {
  if (value === null) return 'CREATE-LEAD-09'
  const { most = Infinity } = bodyFields('LeadCreate').find((one) => one.name === name) ?? {}
  const isLongest = typeof value === 'string' && value.length >= Math.min(most, LONGEST_EMAIL)
  return isLongest && most < Infinity ? requirementOf('LeadCreate', name, 'too long') : 'CREATE-LEAD-01'
}
