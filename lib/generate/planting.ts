import type { Arbitrary } from 'fast-check'
import { type DefectKind, type DefectSite, defectiveValue, defectSites } from './defects.ts'
import type { BodyName, Ground } from './ground.ts'
import { requirementHint } from './hints.ts'
import type { FastCheck } from './sampling.ts'
import { requiredSets, rulesOf } from './schema.ts'
import { word } from './text.ts'
import { type Body, validBody } from './valid.ts'

/** A valid body into which one defect was put. */
export interface Planted {
  readonly body: unknown
  readonly defect: {
    readonly field: string
    readonly kind: DefectKind
    /** The requirement of a plain case that the same defect breaks. */
    readonly requirementHint: string
  }
}

/** For each defect that the contract lets a body have, bodies with that defect and no other. */
export function plantedBodies(fc: FastCheck, body: BodyName, ground: Ground): Arbitrary<Planted>[] {
  const sound = validBody(fc, body, ground)
  return defectSites(body).map((site) => {
    const defect = { ...site, requirementHint: requirementHint(body, site.field, site.kind) }
    return broken(fc, sound, body, ground.mark, site).map((value) => ({ body: value, defect }))
  })
}

function broken(
  fc: FastCheck,
  sound: Arbitrary<Body>,
  body: BodyName,
  mark: string,
  { field, kind }: DefectSite,
): Arbitrary<unknown> {
  if (kind === 'not an object')
    return fc.oneof(
      fc.constantFrom(null, true, 7, 'text'),
      word(fc),
      sound.map((value) => [value]),
    )
  if (field === '') return word(fc).map((note) => ({ note }))
  if (kind === 'missing') return sound.map((value) => without(value, field))
  const rule = rulesOf(body).find(({ name }) => name === field)
  if (rule === undefined) throw new Error(`${body} has no field ${field}`)
  const value = defectiveValue(fc, rule, kind, mark)
  // Where a body needs one of several fields, a null beside another field is an open point.
  if (kind === 'null' && requiredSets(body).length > 1) return value.map((bad) => ({ [field]: bad }))
  return fc.tuple(sound, value).map(([others, bad]) => ({ ...others, [field]: bad }))
}

function without(value: Body, field: string): Body {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== field))
}
