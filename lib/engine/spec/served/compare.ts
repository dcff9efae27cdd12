import { LONGEST_WORDS } from '../../util/bounds.ts'
import { remembered } from '../../util/memo.ts'
import { capChars } from '../../util/text.ts'
import { isObject, type JsonObject } from '../../util/values.ts'
import { CONTRACT } from '../api.ts'
import type { ContractOperation } from '../contract.ts'
import { atPointer, entries, own, shortValue } from '../json.ts'
import { followed, schemaReader } from './schema.ts'
import { type ComparedSides, compareValue, type Objection, objections, twinOf } from './values.ts'

/** What a description may contradict the specification in. */
export type Topic = 'version' | 'operation' | 'parameter' | 'request body' | 'response' | 'security'

/** One contradiction, in words: the specification `allows at most 100`, the description `allows at most 500`. */
export interface Contradiction {
  readonly topic: Topic
  /** `GET /leads 200 data[].email`; several, because one part of a document may serve several operations. */
  readonly where: readonly string[]
  readonly specification: string
  readonly description: string
}

/** A description that a service serves, beside the specification. Part 9, rule 3. */
export interface ComparedDescription {
  readonly contradictions: readonly Contradiction[]
  /** What the description has against an answer that is right by the specification. */
  readonly ofAnswer: (operation: string, status: number, body: unknown) => readonly Objection[]
  /** Whether an answer of that status is described, where any is. */
  readonly isListed: (operation: string, status: number) => boolean
}

/** Compares a served description with the contract. Several cases compare the same one, each for a topic of its own. */
export const compareDescription: (served: JsonObject) => ComparedDescription = remembered(
  (served: JsonObject) => {
    const found: Contradiction[] = []
    const [ofContract, ofServed] = [schemaReader(CONTRACT.document), schemaReader(served)]
    const about = (topic: Topic): ComparedSides => {
      const note: ComparedSides['note'] = (...words) => {
        const [where = '', specification = '', description = ''] = words
          .flat()
          .map((text) => capChars(text, LONGEST_WORDS))
        found.push({ topic, where: [where], specification, description })
      }
      return { ofContract, ofServed, note }
    }
    const operations = operationsIn(served)

    compareVersion(served, about('version'))
    for (const operation of CONTRACT.operations.values()) {
      const stated = operations.get(operation.key)
      if (stated === undefined) about('operation').note(operation.key, ['has it', 'lacks it'])
      if (typeof stated !== 'object') continue
      compareParameters(operation, stated, about('parameter'))
      compareRequestBody(operation, stated, about('request body'))
      compareResponses(operation, stated, about('response'))
      compareSecurity(operation, stated, served, about('security'))
    }

    const responsesOf = (key: string): ReadonlyMap<string, unknown> => {
      const stated = operations.get(key)
      return typeof stated === 'object' ? stated.responses : new Map()
    }
    return {
      contradictions: grouped(found),
      ofAnswer: (key, status, body) => {
        const { schema } = contentOf(responsesOf(key).get(String(status)))
        const wanted = status === 200 ? CONTRACT.operation(key).responseSchema : 'Error'
        if (schema === undefined || CONTRACT.validate(wanted, body).length > 0) return []
        // The table of reservations types optional fields without null, while its notes use null.
        const nullIsStated = key === 'GET /reservations' ? undefined : false
        return [...objections(ofServed, schema, body, nullIsStated)]
      },
      isListed: (key, status) => {
        const responses = responsesOf(key)
        const names = [String(status), `${Math.floor(status / 100)}XX`, 'DEFAULT']
        return responses.size === 0 || names.some((name) => responses.has(name))
      },
    }
  },
)

/** The same words about a field of one name, such as a parameter that operations share, are one contradiction. */
function grouped(found: readonly Contradiction[]): Contradiction[] {
  const groups = new Map<string, Contradiction>()
  for (const one of found) {
    const { topic, where, specification, description } = one
    const name = /\w+(?:\[\])?$/.exec(where.join())?.[0]
    const key = JSON.stringify([topic, topic === 'security' ? '' : name, specification, description])
    groups.set(key, { ...one, where: [...(groups.get(key)?.where ?? []), ...where] })
  }
  return [...groups.values()]
}

/** An operation as a served document describes it, its references followed but for those of schemas. */
interface DescribedOperation {
  /** Undefined for what cannot be read, and for an object whose members are parameters each (`style: form`, exploded). */
  readonly parameters: readonly (DescribedParameter | undefined)[]
  /** Undefined if no request body is described, null if it cannot be read. */
  readonly body: unknown
  /** By status, in capitals: `200`, `4XX`, `DEFAULT`. */
  readonly responses: ReadonlyMap<string, unknown>
  readonly security: unknown
}

interface DescribedParameter {
  readonly name: string
  /** `query`, `path`, `header` or `cookie`. */
  readonly place: string
  readonly required: boolean
  readonly schema: unknown
}

/** A path without the names of its parameters, which are free, and without what stands before `v1`, and at the end. */
const essential = (path: string): string =>
  path
    .replaceAll(/\{[^{}/]*\}/g, '{}')
    .replace(/^.*\/v1(?=\/)/, '')
    .replace(/(.)\/$/, '$1')

/**
 * The operations of the contract that a document describes, by key, `GET /leads/{id}`. The version segment may be part of the paths or
 * of the servers. What lies in another document is `elsewhere`.
 */
function operationsIn(served: JsonObject): ReadonlyMap<string, DescribedOperation | 'elsewhere'> {
  const items = new Map(entries(served['paths']).map(([path, item]) => [essential(path), item]))
  const found = new Map<string, DescribedOperation | 'elsewhere'>()
  for (const { key, method, path } of CONTRACT.operations.values()) {
    const listed = items.get(essential(path))
    const item = followed(served, listed)
    const operation = own(item, method.toLowerCase())
    if (listed !== undefined && item === undefined) found.set(key, 'elsewhere')
    if (operation !== undefined) found.set(key, readOperation(served, item, operation))
  }
  return found
}

function readOperation(served: JsonObject, item: unknown, operation: unknown): DescribedOperation {
  const body = own(operation, 'requestBody')
  const responses = entries(own(operation, 'responses'))
  return {
    parameters: [...parametersIn(served, item), ...parametersIn(served, operation)],
    body: body === undefined ? undefined : (followed(served, body) ?? null),
    responses: new Map(
      responses.map(([status, one]) => [status.toUpperCase(), followed(served, one) ?? null]),
    ),
    security: own(operation, 'security') ?? served['security'] ?? [],
  }
}

function parametersIn(served: JsonObject, owner: unknown): (DescribedParameter | undefined)[] {
  const list = own(owner, 'parameters')
  if (!Array.isArray(list)) return []
  return list.map((one: unknown) => {
    const parameter = followed(served, one)
    const [name, place, schema] = ['name', 'in', 'schema'].map((member) => own(parameter, member))
    const stated = followed(served, schema)
    const isObjectOfThem = own(stated, 'type') === 'object' || own(stated, 'properties') !== undefined
    if (typeof name !== 'string' || typeof place !== 'string' || isObjectOfThem) return undefined
    return { name, place, schema, required: own(parameter, 'required') === true }
  })
}

function compareVersion(served: JsonObject, { note }: ComparedSides): void {
  const [wanted, stated] = [CONTRACT.document, served].map(({ info }) => own(info, 'version'))
  if (stated !== wanted) note('info.version', [`is ${shortValue(wanted)}`, `is ${shortValue(stated)}`])
}

function compareParameters(
  { key, queryParameters }: ContractOperation,
  { parameters }: DescribedOperation,
  comparison: ComparedSides,
): void {
  const { note } = comparison
  const wanted = new Map(queryParameters.map((one) => [one.name, one]))
  const known = parameters.filter((one) => one !== undefined)
  // A parameter of the operation takes the place of one of its path.
  const stated = new Map(known.flatMap((one) => (one.place === 'query' ? [[one.name, one]] : [])))
  for (const [name, { required, schema }] of wanted) {
    const where = `${key} query ${name}`
    const one = stated.get(name)
    const twin = twinOf(name, stated, wanted)
    if (one !== undefined) {
      if (one.required !== required)
        note(where, required ? ['requires it', 'leaves it optional'] : ['leaves it optional', 'requires it'])
      compareValue(comparison, schema, one.schema, { way: 'query', where, name })
    } else if (twin !== undefined) note(`${key} query ${twin}`, [`has \`${name}\``, `has \`${twin}\``])
    else if (!parameters.includes(undefined)) note(where, ['has it', 'lacks it'])
  }
  for (const { name, place, required, schema } of known) {
    const where = `${key} ${place} ${name}`
    if (place === 'path')
      compareValue(comparison, { type: 'string' }, schema, { way: 'path', where, name: 'id' })
    const isKnown = wanted.has(name) || twinOf(name, wanted, stated) !== undefined
    if (place === 'query' && required && !isKnown) note(where, ['does not have it', 'requires it'])
  }
}

function compareRequestBody(
  { key, method, requestSchema }: ContractOperation,
  { body }: DescribedOperation,
  comparison: ComparedSides,
): void {
  if (requestSchema === undefined) return
  if (body === undefined) comparison.note(`${key} body`, ['has a JSON body', 'has no body'])
  compareMessage(comparison, requestSchema, body, method === 'PATCH' ? 'patch' : 'request', `${key} body`)
}

/** Success is 200. Part 4. The statuses that the specification does not name are free, and each may be left out. */
function compareResponses(
  { key, responseSchema, statuses }: ContractOperation,
  { responses }: DescribedOperation,
  comparison: ComparedSides,
): void {
  const successes = [...responses.keys()].filter((status) => status.startsWith('2'))
  if (successes.length > 0 && !successes.some((status) => /^2(?:00|XX)$/.test(status)))
    comparison.note(key, ['has status 200', `has status ${successes.join(', ')}`])
  for (const status of statuses) {
    const response = responses.get(String(status))
    if (status === 200) compareMessage(comparison, responseSchema, response, 'response', `${key} ${status}`)
    else compareMessage(comparison, 'Error', response, 'error', `${key} ${status}`)
  }
}

/** Bodies are JSON of a schema of the contract. Part 4. */
function compareMessage(
  comparison: ComparedSides,
  wanted: string,
  message: unknown,
  way: Parameters<typeof compareValue>[3]['way'],
  where: string,
): void {
  const { types, isOther, schema } = contentOf(message)
  if (isOther) comparison.note(where, ['has application/json', `has ${types}`])
  compareValue(comparison, atPointer(CONTRACT.document, `/components/schemas/${wanted}`), schema, {
    way,
    where,
    name: '',
  })
}

/** The media types of a message, whether none of them is JSON, and the schema of its JSON. */
function contentOf(message: unknown): { types: string; isOther: boolean; schema: unknown } {
  const content = entries(own(message, 'content'))
  const find = (kind: RegExp): [string, unknown] | undefined =>
    content.find(([type]) => kind.test((type.split(';')[0] ?? '').trim().toLowerCase()))
  const json = find(/^application\/json$/) ?? find(/\+json$|^(?:\*|application)\/\*$/)
  const types = content.map(([type]) => type).join(', ')
  return { types, isOther: content.length > 0 && json === undefined, schema: own(json?.[1], 'schema') }
}

/**
 * Each operation needs an HTTP bearer token. Part 5. One without a security requirement needs no key: it means the same as an
 * empty requirement.
 */
function compareSecurity(
  { key }: ContractOperation,
  { security }: DescribedOperation,
  served: JsonObject,
  { note }: ComparedSides,
): void {
  if (!Array.isArray(security)) return
  const ways = security.map((way: unknown) => (isObject(way) ? Object.keys(way) : []))
  const isKeyNeeded = ways.length > 0 && ways.every((way) => way.length > 0)
  if (isKeyNeeded && ways.some((way) => way.every((name) => mayBeBearer(served, name)))) return
  const names = ways.map((way) => way.map((name) => schemeInWords(served, name)).join(' and ')).join(' or ')
  note(key, ['requires an HTTP bearer token', isKeyNeeded ? `requires ${names}` : 'requires no key'])
}

/** A scheme by what it is: `HTTP basic`, `an apiKey in the query "key"`; by its name where that cannot be read. */
function schemeInWords(served: JsonObject, name: string): string {
  const scheme = followed(served, own(own(served['components'], 'securitySchemes'), name))
  const [type, http, where, key] = ['type', 'scheme', 'in', 'name'].map((member) => own(scheme, member))
  if (type === 'http') return `HTTP ${String(http)}`
  return type === 'apiKey' ? `an apiKey in the ${String(where)} "${String(key)}"` : name
}

/** Whether a scheme may be `Authorization: Bearer <API_KEY>`: OAuth, OpenID and what cannot be read may, and the header by its name. */
function mayBeBearer(served: JsonObject, name: string): boolean {
  const stated = own(own(served['components'], 'securitySchemes'), name)
  const scheme = followed(served, stated)
  const is = (member: string, text: string): boolean => String(own(scheme, member)).toLowerCase() === text
  if (is('type', 'http')) return is('scheme', 'bearer')
  if (is('type', 'apikey')) return is('in', 'header') && is('name', 'authorization')
  return stated !== undefined && !is('type', 'mutualtls')
}
