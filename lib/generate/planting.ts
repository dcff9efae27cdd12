import type { Arbitrary } from 'fast-check'
import { type DefectKind, type DefectSite, defectiveValues, defectSites } from './defects.ts'
import type { FastCheck, Kind } from './sampling.ts'
import type { BodySchema } from './schema.ts'
import { word } from './text.ts'
import { type Body, type Ground, validBody } from './valid.ts'

/** A valid body into which one defect was put. */
export interface Planted {
  /** A value, or the text that is sent as it stands. */
  readonly body: unknown
  readonly raw?: true
  readonly defect: {
    readonly field: string
    readonly kind: DefectKind
    /** The requirement of a plain case that the same defect breaks. */
    readonly requirementHint: string
    /** A refusal may be a 404 as well. */
    readonly notFoundIsOpen: boolean
  }
}

/** For each defect that the contract lets a body have, bodies with that defect and no other, by the ways in which they can have it. */
export function plantedBodies(fc: FastCheck, body: BodySchema, ground: Ground): Kind<Planted>[] {
  const sound = validBody(fc, body, ground)
  return defectSites(body).map((site): Kind<Planted> => {
    const { field, kind } = site
    const defect = {
      ...site,
      requirementHint: body.hint(field, kind),
      notFoundIsOpen: body.notFoundIsOpen(field, kind),
    }
    if (site.kind === 'not JSON')
      return nearlyJson(sound).map((text) => text.map((value) => ({ body: value, raw: true, defect })))
    return broken(fc, sound, body, ground.mark, site).map((way) =>
      way.map((value) => ({ body: value, defect })),
    )
  })
}

/** Texts that a lenient reader takes for the JSON of a valid body. */
function nearlyJson(sound: Arbitrary<Body>): Arbitrary<string>[] {
  return [
    sound.map((value) => JSON.stringify(value).replace(/\}$/, ',}')),
    sound.map((value) => JSON.stringify(value).replaceAll('"', "'")),
    sound.map((value) => JSON.stringify(value).slice(0, -1)),
  ]
}

function broken(
  fc: FastCheck,
  sound: Arbitrary<Body>,
  body: BodySchema,
  mark: string,
  { field, kind }: DefectSite,
): Arbitrary<unknown>[] {
  if (kind === 'not an object')
    return [fc.oneof(fc.constantFrom(null, true, 7, 'text'), word(fc)), sound.map((value) => [value])]
  if (field === '') return [word(fc).map((note) => ({ note }))]
  if (kind === 'missing') return [sound.map((value) => without(value, field))]
  const rule = body.rules.find(({ name }) => name === field)
  if (rule === undefined) throw new Error(`the body has no field ${field}`)
  // Where a body needs one of several fields, a null beside another field is an open point.
  const alone = kind === 'null' && body.requiredSets.length > 1
  return defectiveValues(fc, rule, kind, mark).map((value) =>
    alone
      ? value.map((bad) => ({ [field]: bad }))
      : fc.tuple(sound, value).map(([others, bad]) => ({ ...others, [field]: bad })),
  )
}

function without(value: Body, field: string): Body {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== field))
}
