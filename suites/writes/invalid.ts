/** Bodies with a single mistake: what is drawn of the contract's fields, and what is no object at all. */
import { noObjects, type RawBody } from '../../lib/engine/case/bodies.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { shuffler } from '../../lib/engine/case/cover.ts'
import {
  BODY_SCHEMAS,
  bodyFields,
  type BodyName,
  requirementOf,
} from '../../lib/engine/spec/request-bodies.ts'
import { groupBy } from '../../lib/engine/util/collections.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { type Wrong, wrongValues } from './values.ts'

/** A wrong value of one field, and the requirement that it violates. */
export interface WrongField extends Wrong {
  readonly field: string
  readonly requirement: string
}

type Drawing = Pick<Context['settings'], 'seed' | 'inputs'>

/** How many fields get a text that is too long. */
const TOO_LONG = { few: 1, values: 2, pairs: Infinity } as const
/** How many wrong values are sent beside the likeliest of each way to be wrong. */
const FURTHER = { few: 0, values: 2, pairs: 12 } as const
/** How many fields get null, whatever else they get: that a field takes null is a mistake of its own. */
const NULLS = { few: 0, values: 1, pairs: Infinity } as const

/** How many bodies that are no object one operation gets in the standard profile. */
const NO_OBJECTS = 2

/**
 * Wrong values of each field of a body: the likeliest of each way to be wrong, and others by the seed.
 * @param right - valid values, which stand inside wrong ones
 */
export function wrongFields(
  name: BodyName,
  right: JsonObject,
  mark: string,
  { seed, inputs }: Drawing,
): readonly WrongField[] {
  const all = bodyFields(name).flatMap((field) =>
    wrongValues(field, mark, right[field.name]).map((wrong) => ({
      ...wrong,
      field: field.name,
      requirement: requirementOf(name, field.name, wrong.mistake),
    })),
  )
  const wayOf = ({ field, mistake, inItem }: WrongField): string => `${field} ${mistake} ${inItem}`
  const likeliest = [...groupBy(all, wayOf).values()].map(([first]) => first)
  const shuffled = shuffler(seed)
  const tooLong = shuffled(likeliest.filter(({ mistake }) => mistake === 'too long'))
  const others = shuffled(all.filter((wrong) => !likeliest.includes(wrong)))
  const further = others.slice(0, FURTHER[inputs])
  const nulls = others.filter(({ value }) => value === null).slice(0, NULLS[inputs])
  return [
    ...likeliest.filter(({ mistake }) => mistake !== 'too long'),
    ...tooLong.slice(0, TOO_LONG[inputs]),
    ...new Set([...further, ...nulls]),
  ]
}

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

/** The invalid body with a wrong value of a field beside right values of others. */
export function beside(others: JsonObject, { field, value, ...wrong }: WrongField): Invalid {
  return { ...wrong, field, body: { ...others, [field]: value } }
}

/** Bodies that are not a JSON object. The three operations share them, so that each is sent to one of them at least. */
export function drawnNoObjects(
  name: BodyName,
  [valid, bare]: readonly [valid: JsonObject, bare?: unknown],
  { seed, inputs }: Drawing,
): readonly Invalid[] {
  const requirement = requirementOf(name, '', 'not an object')
  const all = shuffler(seed)(noObjects(valid, bare)).map((one) => ({ ...one, requirement }))
  if (inputs === 'pairs') return all
  return all
    .filter((_, index) => index % BODY_SCHEMAS.length === BODY_SCHEMAS.indexOf(name))
    .slice(0, NO_OBJECTS)
}
