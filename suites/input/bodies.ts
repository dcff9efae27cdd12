/** Generated bodies: valid ones, and ones in which a single field is wrong. The same seed gives the same ones, in the same order. */
import * as fc from 'fast-check'
import { CONTRACT } from '../../lib/engine/spec/api.ts'
import { atPointer, own, strings } from '../../lib/engine/spec/json.ts'
import { type BodyName, requirementOf } from '../../lib/engine/spec/request-bodies.ts'
import { objects, type JsonObject } from '../../lib/engine/util/values.ts'
import { defectsOf, type Mistake, type Rule, ruleOf, validValue } from './values.ts'

/** One generated input and how to repeat it. */
export interface Sample<T> {
  readonly value: T
  /** The seed of the run, and the position of this input within its property. */
  readonly replay: { readonly seed: number; readonly path: string }
}

/** A body with one defect. */
export interface DefectiveBody {
  readonly body: JsonObject
  readonly field: string
  readonly mistake: Mistake
  /** The requirement that it violates. */
  readonly requirement: string
}

/** What generated bodies are made of. */
export interface Known {
  /** The mark of the run: lower-case ASCII letters, digits and hyphens. */
  readonly mark: string
  /** Fields with this value in every body, except one that has the defect. Other ids are never made up. */
  readonly fixed: JsonObject
}

/** Valid bodies. */
export function validBodies(name: BodyName, known: Known, seed: number, count: number): Sample<JsonObject>[] {
  return Array.from({ length: count }).flatMap((_, path) =>
    sampleOf(validBody(name, known, path), seed, path),
  )
}

/** Bodies with a single defect: first one for each way to have one, in an order that the seed gives. */
export function defectiveBodies(
  name: BodyName,
  known: Known,
  seed: number,
  count: number,
): Sample<DefectiveBody>[] {
  const ways = waysToBreak(name, known)
  const [inOrder = []] = fc.sample(fc.shuffledSubarray([...ways], { minLength: ways.length }), {
    seed,
    numRuns: 1,
  })
  return Array.from({ length: count }).flatMap((_, path) => {
    const way = inOrder[path % inOrder.length]
    return way === undefined ? [] : sampleOf(way, seed, path)
  })
}

function sampleOf<T>(values: fc.Arbitrary<T>, seed: number, path: number): Sample<T>[] {
  return fc
    .sample(values, { seed: seed + path, numRuns: 1 })
    .map((value) => ({ value, replay: { seed, path: String(path) } }))
}

/**
 * Valid bodies by construction. The nullable fields are null in turn: in body n those whose number has the bit n, so that
 * any two of them differ in one of three bodies.
 */
function validBody(name: BodyName, { mark, fixed }: Known, turn = 0): fc.Arbitrary<JsonObject> {
  // An id has no greatest length, and is never made up.
  const rules = CONTRACT.fieldsOf(name)
    .map(ruleOf)
    .filter((rule) => rule.name in fixed || rule.longest < Infinity || rule.type === 'boolean')
  const nullable = rules.filter((rule) => rule.nullable && !(rule.name in fixed))
  const nulls = new Set(nullable.filter((_, index) => ((index >> (turn % 3)) & 1) === 1))
  const valueOf = (rule: Rule): fc.Arbitrary<unknown> => {
    if (rule.name in fixed) return fc.constant(fixed[rule.name])
    return nulls.has(rule) ? fc.constant(null) : validValue(rule, mark)
  }
  const model = Object.fromEntries(rules.map((rule) => [rule.name, valueOf(rule)]))
  const always = [...nullable.map((rule) => rule.name), ...Object.keys(fixed).filter((one) => one in model)]
  const needed = requiredSets(name).map((set) => [...new Set([...always, ...set])])
  return fc.oneof(...needed.map((requiredKeys) => fc.record(model, { requiredKeys, noNullPrototype: true })))
}

/** The fields that a body needs: all of one of these sets. */
function requiredSets(name: BodyName): readonly (readonly string[])[] {
  const schema = atPointer(CONTRACT.document, `/components/schemas/${name}`)
  const alternatives = objects(own(schema, 'anyOf'))
  return [schema, ...alternatives].map((one) => strings(own(one, 'required'))).filter((set) => set.length > 0)
}

function waysToBreak(name: BodyName, known: Known): readonly fc.Arbitrary<DefectiveBody>[] {
  return CONTRACT.fieldsOf(name).flatMap((field) =>
    defectsOf(ruleOf(field), known.mark).map(([mistake, value]) => {
      const requirement = requirementOf(name, field.name, mistake)
      return fc.tuple(validBody(name, known), value).map(([others, bad]) => ({
        body: { ...others, [field.name]: bad },
        field: field.name,
        mistake,
        requirement,
      }))
    }),
  )
}
