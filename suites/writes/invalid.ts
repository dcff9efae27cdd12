/** Bodies with a single mistake: a wrong value of one field of the contract, or no JSON object at all. */
import { noObjects, type RawBody } from '../../lib/engine/case/bodies.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { shuffler } from '../../lib/engine/case/cover.ts'
import {
  BODY_SCHEMAS,
  bodyFields,
  type BodyName,
  namesId,
  requirementOf,
} from '../../lib/engine/contract/request-bodies.ts'
import { groupBy } from '../../lib/engine/util/collections.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { type Wrong, wrongValues } from './values.ts'

type Drawing = Pick<Context['settings'], 'seed' | 'inputs'>

/** How many wrong values follow the likeliest ones. */
const FURTHER = { few: 0, values: 1, pairs: 12 } as const

/** An invalid body, and what is wrong with it in words. */
export interface Invalid {
  readonly requirement: string
  readonly words: string
  readonly body: JsonObject | RawBody
  /** The field at fault. */
  readonly field?: string
  /** The statuses that refuse it; 400 unless given. */
  readonly statuses?: readonly number[]
}

/** A wrong value of one field. */
interface WrongField extends Wrong {
  readonly field: string
}

/** Wrong values of each field of a body: the likeliest of each way to be wrong, of which null is one, and others by the seed. */
export function wrongFields(
  name: BodyName,
  right: JsonObject,
  mark: string,
  { seed, inputs }: Drawing,
): readonly WrongField[] {
  const all = bodyFields(name).flatMap((field) =>
    wrongValues(field, mark, right[field.name]).map((wrong) => ({ ...wrong, field: field.name })),
  )
  const wayOf = ({ field, mistake, inItem, value }: WrongField): string =>
    `${field} ${mistake} ${inItem} ${value === null}`
  const likeliest = [...groupBy(all, wayOf).values()].map(([first]) => first)
  const others = shuffler(seed)(all.filter((wrong) => !likeliest.includes(wrong)))
  return [...likeliest, ...others.slice(0, FURTHER[inputs])]
}

/**
 * Invalid bodies of an operation.
 * @param right - valid values, beside which a wrong one stands
 * @param bare - a JSON value that a lenient parser takes for part of the body
 */
export function invalidBodies(
  name: BodyName,
  right: (wrong?: WrongField) => JsonObject,
  { mark, settings, bare }: Pick<Context, 'mark' | 'settings'> & { readonly bare?: unknown },
): readonly Invalid[] {
  const fields = wrongFields(name, right(), mark(), settings).map((wrong): Invalid => {
    const { field, mistake, words, value } = wrong
    const requirement = requirementOf(name, field, mistake)
    // A malformed id may be refused as malformed (400) or as unknown (404): which is open.
    const statuses = namesId(field) ? [400, 404] : undefined
    return { requirement, words, field, statuses, body: { ...right(wrong), [field]: value } }
  })
  const requirement = requirementOf(name, '', 'not an object')
  const noOnes = noObjects(right(), bare).map((one) => ({ ...one, requirement }))
  // The operations share them: each is sent to one of them.
  const place = BODY_SCHEMAS.indexOf(name) + settings.seed
  const share = noOnes.filter((_, at) => (at + place) % BODY_SCHEMAS.length === 0)
  return [...fields, ...(settings.inputs === 'pairs' ? noOnes : share)]
}
