import { type BodyName, requirementOf } from '../../lib/spec/request-bodies.ts'
import type { Arbitrary } from 'fast-check'
import { type BodySchema, type DefectKind, type FieldRules, isNotFoundOpen, SCHEMAS } from './schema.ts'
import { badEmails, type FastCheck, filled, type Kind, longEmail, word } from './arbitraries.ts'
import type { Body, KnownValues } from './valid.ts'
import { distinctTexts, validBody } from './valid.ts'

/** Where and how a body is broken. */
interface DefectSite {
  /** Name of the field; empty for the body as a whole. */
  readonly field: string
  readonly kind: DefectKind
}

/** Every defect that the contract allows: one of each kind for each field. */
function defectSites(body: BodySchema): readonly DefectSite[] {
  const alternatives = body.requiredSets
  const missing: DefectSite[] = alternatives.length > 1 ? [{ field: '', kind: 'missing' }] : []
  const sites = body.rules.flatMap((rule) => kindsOf(rule).map((kind) => ({ field: rule.name, kind })))
  return [{ field: '', kind: 'not an object' }, { field: '', kind: 'not JSON' }, ...missing, ...sites]
}

function kindsOf(rule: FieldRules): DefectKind[] {
  const kinds: DefectKind[] = ['wrong type']
  if (rule.required) kinds.push('missing')
  if (!rule.nullable) kinds.push('null')
  if (rule.maxLength !== undefined) kinds.push('too long')
  if (rule.minLength > 0) kinds.push('too short')
  if (rule.maxItems !== undefined) kinds.push('too many items')
  // Parsers disagree on URIs; all reject these e-mail addresses.
  if (rule.format === 'email') kinds.push('bad format')
  return kinds
}

/** Values with exactly the given defect, one arbitrary for each way to have it. */
function defectiveValues(
  fc: FastCheck,
  rule: FieldRules,
  kind: DefectKind,
  mark: string,
): Arbitrary<unknown>[] {
  if (kind === 'null') return [fc.constant(null)]
  if (kind === 'wrong type') return wrongTypes(fc, rule)
  if (kind === 'bad format') return badEmails(fc)
  if (kind === 'too many items') {
    const most = rule.maxItems ?? 0
    return [distinctTexts(fc, rule, mark, most + 1, most + 5)]
  }
  const broken = wrongLength(fc, rule, kind, mark)
  if (rule.type !== 'array') return [broken]
  // In the middle: a validator that checks only the first or last item misses it.
  return [
    fc.tuple(distinctTexts(fc, rule, mark, 0, 3), broken).map(([others, tag]) => others.toSpliced(1, 0, tag)),
  ]
}

const list = (item: Arbitrary<unknown>): Arbitrary<unknown> => item.map((value) => [value])

function wrongTypes(fc: FastCheck, rule: FieldRules): Arbitrary<unknown>[] {
  const number = fc.integer({ min: -1000, max: 1000 })
  const object = word(fc).map((value) => ({ value }))
  const kinds: Readonly<Record<FieldRules['type'], Arbitrary<unknown>[]>> = {
    boolean: [fc.constantFrom('true', 'false', 'yes', ''), number, object, fc.constant([true])],
    array: [
      word(fc),
      number,
      object,
      fc.boolean(),
      list(number),
      list(fc.boolean()),
      list(object),
      list(fc.constant(null)),
    ],
    string: [number, fc.boolean(), object, list(word(fc))],
  }
  return kinds[rule.type]
}

function wrongLength(fc: FastCheck, rule: FieldRules, kind: DefectKind, mark: string): Arbitrary<string> {
  if (kind === 'too short') return fc.constant('x'.repeat(rule.minLength - 1))
  const excess = fc.integer({ min: 1, max: 20 })
  return fc.tuple(word(fc), excess).map(([head, over]) => {
    const length = (rule.maxLength ?? 0) + over
    if (rule.format === 'email') return longEmail(mark, length)
    if (rule.format === 'uri') return `https://example.com/${head}`.padEnd(length, 'a')
    if (rule.format === 'phone') return '+1'.padEnd(length, '5')
    return filled(mark, head, length)
  })
}

/** A valid body with one defect. */
export interface DefectiveBody {
  /** A value, or a text that is sent verbatim. */
  readonly body: unknown
  readonly raw?: true
  readonly defect: {
    readonly field: string
    readonly kind: DefectKind
    /** The requirement that it violates. */
    readonly requirement: string
    /** The refusal may also be a 404. */
    readonly notFoundIsOpen: boolean
  }
}

/** Bodies with exactly one defect, for each defect that the contract allows and each way to have it. */
export function defectiveBodies(fc: FastCheck, name: BodyName, known: KnownValues): Kind<DefectiveBody>[] {
  const body = SCHEMAS[name]
  const sound = validBody(fc, body, known)
  return defectSites(body).map((site): Kind<DefectiveBody> => {
    const { field, kind } = site
    const defect = {
      ...site,
      requirement: requirementOf(name, field, kind),
      notFoundIsOpen: isNotFoundOpen(field, kind),
    }
    if (site.kind === 'not JSON')
      return nearlyJson(sound).map((text) => text.map((value) => ({ body: value, raw: true, defect })))
    return broken(fc, sound, body, known.mark, site).map((way) =>
      way.map((value) => ({ body: value, defect })),
    )
  })
}

/** Texts that a lenient parser accepts as the JSON of a valid body. */
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
  // If a body needs one of several fields, a null beside another field is an open point.
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
