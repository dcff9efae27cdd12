import { LONGEST_WORDS } from '../../util/bounds.ts'
import { remembered } from '../../util/memo.ts'
import { capChars } from '../../util/text.ts'
import { isObject, type JsonObject } from '../../util/values.ts'
import { CONTRACT } from '../api.ts'
import { own, shortValue } from '../json.ts'
import { type Objection, objectionsTo } from './answers.ts'
import { type DescribedOperation, followed, mayBeJson, operationsOf } from './document.ts'
import { schemaReader } from './schema.ts'
import { compareValue, type Contradiction, type Sides } from './values.ts'

/** A description that a service serves, beside the specification. Part 9, rule 3. */
export interface ComparedDescription {
  readonly contradictions: readonly Contradiction[]
  /** What the description has against an answer that is right by the specification. */
  readonly ofAnswer: (operation: string, status: number, body: unknown) => readonly Objection[]
}

/** Compares a served description with the contract. Several cases compare the same one, each for a topic of its own. */
export const compareDescription: (served: JsonObject) => ComparedDescription = remembered(
  (served: JsonObject) => {
    const found: Contradiction[] = []
    const short = (words: string): string => capChars(words, LONGEST_WORDS)
    const sides: Sides = {
      ofContract: schemaReader(CONTRACT.document),
      ofServed: schemaReader(served),
      note: ({ topic, where }, specification, description) =>
        found.push({
          topic,
          where: [short(where)],
          specification: short(specification),
          description: short(description),
        }),
    }
    const [inContract, inServed] = [operationsOf(CONTRACT.document), operationsOf(served)]
    const operations = new Map<string, DescribedOperation>()

    const [version, stated] = [CONTRACT.document, served].map(({ info }) => own(info, 'version'))
    if (stated !== version)
      sides.note(
        { topic: 'version', where: 'info.version' },
        `is ${shortValue(version)}`,
        `is ${shortValue(stated)}`,
      )
    for (const key of CONTRACT.operations.keys()) {
      const [wanted, described] = [inContract(key), inServed(key)]
      if (described === undefined) sides.note({ topic: 'operation', where: key }, 'has it', 'lacks it')
      if (typeof described !== 'object' || typeof wanted !== 'object') continue
      operations.set(key, described)
      compareMessages(sides, key, wanted, described)
      compareSecurity(sides, key, described, served)
    }

    return {
      contradictions: grouped(found),
      ofAnswer: (key, status, body) => {
        const schema = operations.get(key)?.messages.get(String(status))?.schema
        const wanted = status === 200 ? CONTRACT.operation(key).responseSchema : 'Error'
        if (schema === undefined || CONTRACT.validate(wanted, body).length > 0) return []
        // The table of reservations types optional fields without null, while its notes use null.
        return [...objectionsTo(body, schema, sides.ofServed, { nulls: key !== 'GET /reservations' })]
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

/** What the messages of an operation are; the others are responses. */
const TOPICS: Readonly<Record<string, 'parameter' | 'request body'>> = {
  path: 'parameter',
  query: 'parameter',
  body: 'request body',
}

/**
 * Bodies are JSON, and success is 200. Part 4. The statuses that the specification does not name are free, and each of an error may be
 * left out.
 */
function compareMessages(
  sides: Sides,
  key: string,
  wanted: DescribedOperation,
  stated: DescribedOperation,
): void {
  const successes = [...stated.messages.keys()].filter((name) => name.startsWith('2'))
  if (successes.length > 0 && !successes.some((status) => /^2(?:00|XX)$/.test(status)))
    sides.note({ topic: 'response', where: key }, 'has status 200', `has status ${successes.join(', ')}`)
  for (const [name, { schema }] of wanted.messages) {
    if (name === 'DEFAULT') continue
    const topic = TOPICS[name] ?? 'response'
    const place = { topic, where: `${key} ${name}`, name: '' } as const
    const message = stated.messages.get(name)
    if (message === undefined && name === 'body') sides.note(place, 'has a JSON body', 'has no body')
    if (message === undefined) continue
    const { mediaTypes } = message
    if (mediaTypes.length > 0 && !mediaTypes.some(mayBeJson))
      sides.note(place, 'has application/json', `has ${mediaTypes.join(', ')}`)
    compareValue(sides, place, schema, message.schema)
  }
}

/**
 * Each operation needs an HTTP bearer token. Part 5. One without a security requirement needs no key: it means the same as an
 * empty requirement.
 */
function compareSecurity(
  { note }: Sides,
  key: string,
  { security }: DescribedOperation,
  served: JsonObject,
): void {
  if (!Array.isArray(security)) return
  const ways = security.map((way: unknown) => (isObject(way) ? Object.keys(way) : []))
  const isKeyNeeded = ways.length > 0 && ways.every((way) => way.length > 0)
  if (isKeyNeeded && ways.some((way) => way.every((name) => mayBeBearer(served, name)))) return
  const names = ways.map((way) => way.map((name) => schemeInWords(served, name)).join(' and ')).join(' or ')
  note(
    { topic: 'security', where: key },
    'requires an HTTP bearer token',
    isKeyNeeded ? `requires ${names}` : 'requires no key',
  )
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
