/**
 * Contradictions between a served description and the specification: *it must accept everything that is
 * right*. Right parameters and right bodies are checked against the description, and a refusal is a
 * contradiction. A description that allows more than the specification contradicts nothing.
 */
import { STATUSES_OF_RESERVATIONS } from '../../lib/engine/contract/api.ts'
import { UNKNOWN_ID } from '../../lib/engine/case/absent-ids.ts'
import { asObject, atPointer, own, pointerTo, tokensOf } from '../../lib/engine/contract/json.ts'
import {
  listNamed,
  listOf,
  type ListKey,
  type Operation,
  operationOf,
  OPERATIONS,
} from '../../lib/engine/contract/operations.ts'
import { type BodyField, bodyFields, namesId } from '../../lib/engine/contract/request-bodies.ts'
import {
  type Acceptance,
  type ServedRefusal,
  type Unreadable,
  withAcceptance,
} from '../../lib/engine/contract/served/acceptance.ts'
import {
  type DescribedOperation,
  followed,
  mayBeJson,
  type Message,
  operationsOf,
} from '../../lib/engine/contract/served/document.ts'
import { few } from '../../lib/engine/util/bounds.ts'
import { groupBy } from '../../lib/engine/util/collections.ts'
import { given, isObject, type JsonObject } from '../../lib/engine/util/values.ts'
import { FILTERS } from '../lists/filters.ts'
import { validValues } from '../writes/values.ts'
import { fieldAt, isOfField, isOnly, refusalInWords, statesNull } from './refusals.ts'

/**
 * The values of a field in a list of the workspace: only the workspace shows which ids and statuses a service
 * has.
 */
export type KnownValues = (list: ListKey, field: string) => readonly string[]

/**
 * Compares one side of a description with the specification. Each contradiction continues the words "the
 * description": `has no body`.
 */
export type DescriptionCheck = (served: JsonObject, known: KnownValues) => readonly string[] | Unreadable

/** The operations that a description lacks. */
export const missingOperations: DescriptionCheck = (served) => {
  const described = operationsOf(served)
  const missing = OPERATIONS.filter((key) => described(key) === undefined)
  return missing.length === 0 ? [] : [`has no ${few(missing.map((key) => `\`${key}\``))}`]
}

/**
 * The contradictions of a description for each of its operations. Equal words for several operations are one
 * line.
 */
function contradictions(
  served: JsonObject,
  compare: (operation: Operation, described: DescribedOperation) => readonly string[],
): readonly string[] {
  const described = operationsOf(served)
  const found = OPERATIONS.flatMap((key) => {
    const operation = described(key)
    const words = typeof operation === 'object' ? compare(operationOf(key), operation) : []
    return [...new Set(words)].map((one) => ({ key, one }))
  })
  return [...groupBy(found, ({ one }) => one)].map(
    ([words, all]) => `${words} (${few(all.map(({ key }) => key))})`,
  )
}

/** The right parameters that a description refuses. */
export const refusedParameters: DescriptionCheck = (served, known) =>
  withAcceptance(served, (acceptance) =>
    contradictions(served, (operation, { parameters }) => {
      if (parameters === undefined) return []
      const { queryParameters, idsFrom } = operation
      const needed = queryParameters.filter(({ required }) => required).map(({ name }) => name)
      const strange = [...parameters.query].filter(
        ([name, { required }]) => required && !needed.includes(name),
      )
      const ids = idsFrom === undefined ? [] : known(idsFrom, 'id')
      const inPath = [...parameters.path.values()].flatMap(({ schema }) =>
        refusedText(acceptance, schema, 'id', ids),
      )
      const inQuery = queryParameters.flatMap(({ name, schema }) => {
        const stated = parameters.query.get(name)
        if (stated === undefined) return `has no parameter \`${name}\``
        // If several values of a parameter are refused, they have one reason.
        const refused = rightValues(operation, name, schema, known).flatMap((values) =>
          refusedText(acceptance, stated.schema, name, values),
        )
        return refused.slice(0, 1)
      })
      return [...strange.map(([name]) => `requires a parameter \`${name}\``), ...inPath, ...inQuery]
    }),
  )

/** Right values of a parameter, in groups: one of each group must be accepted. */
function rightValues(
  { key }: Operation,
  name: string,
  schema: JsonObject,
  known: KnownValues,
): readonly (readonly string[])[] {
  const { type, minimum, maximum, format, pattern } = schema
  if (type === 'boolean') return [['true'], ['false']]
  if (format === 'date-time') return [['2026-01-31T09:00:00Z']]
  if (pattern !== undefined) return [...STATUSES_OF_RESERVATIONS, 'held,confirmed'].map((one) => [one])
  const list = listOf(key)
  if (type === 'integer') {
    const bounds = [minimum, maximum].flatMap((one) => (typeof one === 'number' ? [[String(one)]] : []))
    return bounds.length > 0 ? bounds : [['0', '1', '10', '20', '50', '100']]
  }
  const field = list && FILTERS[list][name]?.field
  // A description may list a filter's values that occur: then one of the workspace's own is among them.
  return [
    namesId(name) || field === undefined || list === undefined ? idsNamed(name, known) : known(list, field),
  ]
}

/** The ids to which a field refers: those of the chatbots for `chatbot_id`. */
function idsNamed(name: string, known: KnownValues): readonly string[] {
  const list = listNamed(name)
  return list === undefined ? [] : known(list, 'id')
}

/**
 * The words for a schema that accepts none of some texts. In a URL, numbers, flags and lists are texts as
 * well.
 */
function refusedText(
  { refusals }: Acceptance,
  schema: unknown,
  name: string,
  texts: readonly string[],
): readonly string[] {
  const found: ServedRefusal[] = []
  for (const text of texts) {
    const number = /^\d+$/.test(text) ? [Number(text)] : []
    const flag = /^(?:true|false)$/.test(text) ? [text === 'true'] : []
    for (const form of [...number, ...flag, text, text.split(',')]) {
      const reasons = refusals(schema, form)
      if (reasons.length === 0) return []
      found.push(...reasons)
      // .NET describes a number as a number or its digits; a bound of the number holds for both.
      if (typeof form === 'number' && reasons.some(({ limit }) => limit !== undefined)) break
    }
  }
  // If a bound is one of the reasons, it says more than that a text is not a number.
  const reason = found.find(({ limit }) => limit !== undefined) ?? found[0]
  return reason === undefined ? [] : [refusalInWords(name, reason, texts[0], `\`${name}=${texts[0]}\``)]
}

/** The right bodies that a description refuses. */
export const refusedBodies: DescriptionCheck = (served, known) =>
  withAcceptance(served, (acceptance) =>
    contradictions(served, ({ requestSchema }, { body }) => {
      if (requestSchema === undefined) return []
      if (body === undefined) return ['has no body']
      return [
        ...otherMediaType('a body', body),
        ...refusedFields(acceptance, requestSchema, body.schema, known),
        ...otherFields(followed(served, body.schema), requestSchema),
      ]
    }),
  )

/** Each valid value of each field, together with the required ones. */
function refusedFields(
  acceptance: Acceptance,
  name: string,
  schema: unknown,
  known: KnownValues,
): readonly string[] {
  const fields = bodyFields(name)
  const valuesOf = (field: BodyField): readonly unknown[] =>
    namesId(field.name) ? idsNamed(field.name, known).slice(0, 1) : validValues(field, 'x')
  const required = Object.fromEntries(
    fields.filter((one) => one.required).map((one) => [one.name, valuesOf(one)[0] ?? UNKNOWN_ID]),
  )
  const nullable = fields.filter((field) => field.nullable).map((field) => field.name)
  const mayBeNull = statesNull(acceptance, schema, required, '', nullable)
  const bodies = fields.flatMap((field) =>
    [...valuesOf(field).filter(given), ...(mayBeNull && field.nullable ? [null] : [])].map((value) => ({
      field: field.name,
      body: { ...required, [field.name]: value },
    })),
  )
  const found = new Map<unknown, string>()
  for (const { field, body } of bodies)
    for (const refusal of acceptance.refusals(schema, body)) {
      const [top = field] = tokensOf(refusal.pointer)
      const isOfOther = top !== field && top in required
      if (isOfOther || isOnly('readOnly', refusal)) continue
      // A refusal of the whole body is one of the field: without it, the body is accepted.
      const place = refusal.pointer === '' ? pointerTo('', field) : refusal.pointer
      const words = refusalInWords(fieldAt(place), refusal, atPointer(body, place))
      const statement = isOfField(refusal) ? words : refusal.by
      if (!found.has(statement)) found.set(statement, words)
    }
  return [...found.values(), ...undescribed(acceptance, schema, fields, required)]
}

/**
 * The fields that a description of a body lacks. A description that knows none of them makes no statement
 * about fields.
 */
function undescribed(
  { refusals, unknownIn }: Acceptance,
  schema: unknown,
  fields: readonly BodyField[],
  required: JsonObject,
): readonly string[] {
  const names = fields.map(({ name }) => name)
  const lacking = fields.filter((field) => {
    const [value] = validValues({ ...field, required: true, nullable: false }, 'x')
    const body = { ...required, [field.name]: value }
    return (
      refusals(schema, body).every((one) => isOnly('readOnly', one)) &&
      unknownIn(schema, body).includes(field.name)
    )
  })
  return lacking.length === names.length ? [] : lacking.map(({ name }) => `has no \`${name}\``)
}

/**
 * A description of a body that has fields, though none of the API's: one in an envelope, for example. One that
 * requires a field refuses every right body, which is said already.
 */
function otherFields(schema: unknown, name: string): readonly string[] {
  const described = Object.keys(asObject(own(schema, 'properties')))
  const names = bodyFields(name).map((field) => field.name)
  if (own(schema, 'required') !== undefined || described.length === 0) return []
  if (described.some((one) => names.includes(one))) return []
  return [`has no ${few(names.map((one) => `\`${one}\``))}, but ${few(described.map((one) => `\`${one}\``))}`]
}

/**
 * Success is 200, and each answer is JSON. Part 4. Further statuses are free, any error status may be left
 * out, and `default` covers the others. Here it is judged whether an answer can be checked at all; the right
 * answers are checked at the end of the run.
 */
export const otherAnswers: DescriptionCheck = (served) =>
  withAcceptance(served, ({ refusals }) =>
    contradictions(served, ({ statuses }, { answers }) => {
      const successes = [...answers.keys()].filter((status) => status.startsWith('2'))
      const others = successes.length > 0 || answers.has('DEFAULT') ? successes : [...answers.keys()]
      const isOther = others.length > 0 && !others.some((status) => /^2(?:00|XX)$/.test(status))
      const named = statuses.flatMap((status) => answers.get(String(status)) ?? [])
      for (const { schema } of named) refusals(schema, {})
      return [
        ...(isOther ? [`has no status 200, but ${others.join(', ')}`] : []),
        ...named.flatMap((answer) => otherMediaType('an answer', answer)),
      ]
    }),
  )

function otherMediaType(what: string, { mediaTypes }: Message): readonly string[] {
  if (mediaTypes.length === 0 || mediaTypes.some(mayBeJson)) return []
  return [`has ${what} of ${mediaTypes.join(', ')}, not of JSON`]
}

/**
 * Each operation needs an HTTP bearer token. Part 5. An operation without a security requirement needs no
 * key, like one with an empty requirement.
 */
export const otherSecurity: DescriptionCheck = (served) =>
  contradictions(served, (_, { security }) => {
    if (!Array.isArray(security)) return []
    const ways = security.map((way: unknown) => (isObject(way) ? Object.keys(way) : []))
    const isKeyNeeded = ways.length > 0 && ways.every((way) => way.length > 0)
    if (!isKeyNeeded) return ['requires no key']
    if (ways.some((way) => way.every((name) => mayBeBearer(served, name)))) return []
    const names = ways.map((way) => way.map((name) => schemeInWords(served, name)).join(' and '))
    return [`requires ${names.join(' or ')}, not a bearer token`]
  })

/**
 * A scheme by its type: `HTTP basic`, `an apiKey in the query "key"`; by its name if the type cannot be read.
 */
function schemeInWords(served: JsonObject, name: string): string {
  const scheme = followed(served, own(own(served['components'], 'securitySchemes'), name))
  const [type, http, where, key] = ['type', 'scheme', 'in', 'name'].map((member) => own(scheme, member))
  if (type === 'http') return `HTTP ${String(http)}`
  return type === 'apiKey' ? `an apiKey in the ${String(where)} "${String(key)}"` : name
}

/**
 * Whether a scheme may mean `Authorization: Bearer <API_KEY>`: OAuth, OpenID, unreadable schemes, and the
 * header itself.
 */
function mayBeBearer(served: JsonObject, name: string): boolean {
  const stated = own(own(served['components'], 'securitySchemes'), name)
  const scheme = followed(served, stated)
  const is = (member: string, text: string): boolean => String(own(scheme, member)).toLowerCase() === text
  if (is('type', 'http')) return is('scheme', 'bearer')
  if (is('type', 'apikey')) return is('in', 'header') && is('name', 'authorization')
  return stated !== undefined && !is('type', 'mutualtls')
}
