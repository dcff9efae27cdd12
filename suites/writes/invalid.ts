/** Bodies with a single mistake: a wrong value of one field of the contract, or no JSON object at all. */
import { noObjects, type RawBody } from '../../lib/engine/case/bodies.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import {
  bodyFields,
  type BodyName,
  namesId,
  requirementOf,
} from '../../lib/engine/contract/request-bodies.ts'
import { typeOf } from '../../lib/engine/contract/json.ts'
import { groupBy } from '../../lib/engine/util/collections.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { plantedMistakes } from './planted.ts'
import { type WrongField, wrongValues } from './values.ts'

/** An invalid body, and its mistake in words. */
export interface Invalid {
  readonly requirement: string
  readonly words: string
  readonly body: JsonObject | RawBody
  /** The field at fault. */
  readonly field?: string
  /** The statuses that refuse it; default: 400. */
  readonly statuses?: readonly number[]
}

/**
 * Wrong values of each field of a body: the likeliest value of each kind of mistake, null included, and each
 * type of a wrong item, since frameworks silently drop some types; and an array in place of a required value, which some join.
 */
export function wrongFields(name: BodyName, right: JsonObject, mark: string): readonly WrongField[] {
  const all = bodyFields(name).flatMap((field) =>
    wrongValues(field, mark, right[field.name]).map((wrong) => ({ ...wrong, field: field.name })),
  )
  const required = new Set(bodyFields(name).flatMap((field) => (field.required ? [field.name] : [])))
  const wayOf = ({ field, mistake, inItem, value }: WrongField): string => {
    const type = inItem === true && Array.isArray(value) ? typeOf(value[1]) : typeOf(value)
    const isToldApart = inItem === true || type === 'null' || (type === 'array' && required.has(field))
    return `${field} ${mistake} ${inItem} ${isToldApart ? type.replace('integer', 'number') : ''}`
  }
  return [...groupBy(all, wayOf).values()].map(([first]) => first)
}

/**
 * Invalid bodies of an operation.
 * @param right - valid values for the other fields
 * @param bare - a JSON value that a lenient parser takes for part of the body
 */
export async function invalidBodies(
  name: BodyName,
  right: (wrong?: WrongField) => JsonObject,
  { mark, settings, bare }: Pick<Context, 'mark' | 'settings'> & { readonly bare?: unknown },
): Promise<readonly Invalid[]> {
  const own = mark()
  const known = wrongFields(name, right(), own)
  const wrongs = [...known, ...(await plantedMistakes(name, { mark: own, known }, settings))]
  const fields = wrongs.map((wrong): Invalid => {
    const { field, mistake, words, value } = wrong
    const requirement = requirementOf(name, field, mistake)
    // A malformed id may be refused as malformed (400) or as unknown (404): the choice is open.
    const statuses = namesId(field) ? [400, 404] : undefined
    return { requirement, words, field, statuses, body: { ...right(wrong), [field]: value } }
  })
  const requirement = requirementOf(name, '', 'not an object')
  return [...fields, ...noObjects(right(), bare).map((one) => ({ ...one, requirement }))]
}
