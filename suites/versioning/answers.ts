/** VERSION-07, judged over a whole run: right answers of the service are valid by its own description. */
import { isDeepStrictEqual } from 'node:util'
import { CONTRACT } from '../../lib/engine/contract/api.ts'
import { asObject, atPointer, own, pointerTo, tokensOf } from '../../lib/engine/contract/json.ts'
import { operationOf, type OperationKey } from '../../lib/engine/contract/operations.ts'
import {
  type Acceptance,
  type ServedRefusal,
  Unreadable,
  withAcceptance,
} from '../../lib/engine/contract/served/acceptance.ts'
import { operationsOf } from '../../lib/engine/contract/served/document.ts'
import { type Exchange, json } from '../../lib/engine/http/exchange.ts'
import type { Finding } from '../../lib/engine/judge/finding.ts'
import { findingIn, type Judgement } from '../../lib/engine/judge/judgements.ts'
import type { RunOracle } from '../../lib/engine/judge/oracle.ts'
import { isObject, type JsonObject } from '../../lib/engine/util/values.ts'
import { fieldAt, isOfField, isOnly, refusalInWords, statesNull, withMember } from './refusals.ts'

const REQUIREMENT = 'VERSION-07'

/**
 * Checks each right answer of a run, and each value that the specification lists for its place, against the
 * description.
 */
export const describedAnswers: RunOracle = (exchanges) => {
  const served = exchanges.find(
    ({ request, response }) => request.path === '/openapi.json' && response?.status === 200,
  )
  const document = served && json(served)
  // The contract itself, served unchanged, describes every right answer.
  if (served === undefined || !isObject(document) || isDeepStrictEqual(document, CONTRACT.document))
    return { held: new Map(), findings: [] }
  const judgement = withAcceptance(document, (acceptance) => judged(document, acceptance, served, exchanges))
  // The case of this rule says why a description cannot be judged.
  return judgement instanceof Unreadable ? { held: new Map(), findings: [] } : judgement
}

function judged(
  document: JsonObject,
  acceptance: Acceptance,
  served: Exchange,
  exchanges: readonly Exchange[],
): Judgement {
  const described = operationsOf(document)
  const known = new Set<unknown>()
  // Asked once for each schema: thousands of items may hold the same null.
  const meansNull = new Map<object, boolean>()
  const findings: Finding[] = []
  const lines = new Set<string>()
  const tried = new Set<OperationKey>()
  let held = 0
  for (const exchange of exchanges) {
    const { operation: key, response, gateway } = exchange
    const operation = operationOf(key)
    const found = described(key ?? '')
    if (operation === undefined || response?.json.ok !== true || gateway === true) continue
    if (typeof found !== 'object') continue
    const { status } = response
    const body = response.json.value
    const schema = (found.answers.get(String(status)) ?? found.answers.get(`${String(status)[0]}XX`))?.schema
    const stated = status === 200 ? operation.responseSchema : 'Error'
    if (schema === undefined || CONTRACT.validate(stated, body).length > 0) continue
    const judge = (value: unknown): readonly ServedRefusal[] =>
      acceptance.refusals(schema, value).filter((one) => {
        if (isOnly('writeOnly', one) || (known.has(one.by) && !isOfField(one))) return false
        const refused = atPointer(value, one.pointer)
        // A sentence next to the table of messages adds the role of notes.
        if (refused !== null) return !(refused === 'note' && one.pointer.endsWith('/role'))
        const isMeant = meansNull.get(one.by) ?? isNullStated(acceptance, schema, value, one.pointer)
        meansNull.set(one.by, isMeant)
        // The table of reservations types optional fields without null, although its notes use null.
        return isMeant && operation.resource !== 'Reservation'
      })
    const refusals = judge(body)
    if (refusals.length === 0) held += 1
    for (const refusal of refusals) {
      const words = refusalInWords(fieldAt(refusal.pointer), refusal, atPointer(body, refusal.pointer))
      // Generators repeat the schema of an error, of a page or of a resource for each operation.
      const isShared = status !== 200 || /^\/(?!data)/.test(refusal.pointer)
      const line = `${isShared ? '' : operation.resource.replace('Detail', '')} ${words}`
      const isKnown = known.has(line) || (known.has(refusal.by) && !isOfField(refusal))
      known.add(refusal.by).add(line)
      lines.delete(words)
      if (isKnown) continue
      const received = `the description ${words}`
      const expected = 'a description that accepts this answer'
      findings.push(
        findingIn(
          exchange,
          { requirement: REQUIREMENT, expected, received },
          { pointer: refusal.pointer, also: [served] },
        ),
      )
    }
    if (status !== 200 || tried.has(operation.key)) continue
    tried.add(operation.key)
    for (const [pointer, values] of listed({ $ref: `#/components/schemas/${stated}` }, body))
      for (const value of values)
        for (const refusal of judge(withMember(body, tokensOf(pointer), value)))
          if (refusal.pointer === pointer) lines.add(refusalInWords(fieldAt(pointer), refusal, value))
  }
  if (lines.size > 0)
    findings.push(
      findingIn(served, {
        requirement: REQUIREMENT,
        expected: 'a description that accepts every value that the specification lists',
        received: `the description ${[...lines].join('; ')}`,
      }),
    )
  return { held: new Map(held === 0 ? [] : [[REQUIREMENT, held]]), findings }
}

/** Whether a description of the object around a null states which of its fields may be null. */
function isNullStated(acceptance: Acceptance, schema: unknown, body: unknown, pointer: string): boolean {
  const [whole, path] = withoutOtherItems(body, tokensOf(pointer).slice(0, -1))
  const owner = pointerTo('', ...path)
  return statesNull(acceptance, schema, whole, owner, Object.keys(asObject(atPointer(whole, owner))))
}

/** A body whose lists on a path hold the item of the path alone: a page of a hundred items takes long to check. */
function withoutOtherItems(
  value: unknown,
  [key, ...deeper]: readonly string[],
): readonly [value: unknown, path: readonly string[]] {
  if (key === undefined) return [value, []]
  const [inside, path] = withoutOtherItems(own(value, key), deeper)
  return Array.isArray(value)
    ? [[inside], ['0', ...path]]
    : [withMember(value, [key], inside), [key, ...path]]
}

/** The places of an answer for which the specification lists values, in the first item of each list. */
function* listed(
  schema: unknown,
  value: unknown,
  pointer = '',
): Generator<readonly [pointer: string, values: readonly unknown[]]> {
  const ref = own(schema, '$ref')
  const stated = typeof ref === 'string' ? atPointer(CONTRACT.document, ref.slice(1)) : schema
  const [values, parts] = [own(stated, 'enum'), own(stated, 'allOf')]
  if (Array.isArray(values)) yield [pointer, values.filter((one) => one !== null)]
  if (Array.isArray(parts)) for (const part of parts) yield* listed(part, value, pointer)
  if (Array.isArray(value)) {
    if (value.length > 0) yield* listed(own(stated, 'items'), value[0], `${pointer}/0`)
  } else
    for (const [name, field] of Object.entries(asObject(own(stated, 'properties'))))
      if (own(value, name) !== undefined) yield* listed(field, own(value, name), pointerTo(pointer, name))
}
