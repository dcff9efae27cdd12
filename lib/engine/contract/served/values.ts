import { runInThisContext } from 'node:vm'
import { isFormatName } from '../formats.ts'
import { BOUNDS, boundInWords } from '../schemas.ts'
import type { PlainSchema } from './schema.ts'

/** One contradiction, in words: the specification `allows at most 100`, the description `allows at most 500`. */
export interface Contradiction {
  readonly topic: Topic
  /** `GET /leads 200 data[].email`; several, because one part of a document may serve several operations. */
  readonly where: readonly string[]
  readonly specification: string
  readonly description: string
}

/** The subjects of contradictions. */
export type Topic = 'version' | 'operation' | 'parameter' | 'request body' | 'response' | 'security'

/** The readers of the two documents, and a function that collects their contradictions. */
export interface Sides {
  readonly ofContract: (schema: unknown) => PlainSchema
  readonly ofServed: (schema: unknown) => PlainSchema
  readonly note: (
    place: { readonly topic: Topic; readonly where: string },
    specification: string,
    description: string,
  ) => void
}

/** A value that both sides describe. */
interface Place {
  readonly topic: 'parameter' | 'request body' | 'response'
  readonly where: string
  readonly name: string
}

/** What the specification says of a value and what the description says instead; undefined where they agree. */
type Rule = (wanted: PlainSchema, stated: PlainSchema, place: Place) => readonly [string, string] | undefined

/**
 * The table: what a description of a value may contradict the contract in, once the types agree. What it leaves out contradicts nothing,
 * and what is answered may be described more widely: .NET makes each text nullable, Django gives each integer the bounds of its column.
 */
const RULES: readonly Rule[] = [
  function freeValues(wanted, { values }, { topic }) {
    if (values === undefined || wanted.values !== undefined) return undefined
    if (topic === 'request body') return ['leaves the values free', `has only ${valuesInWords(values)}`]
    // A filter may list the values that occur, but a list of several is no single one of them.
    const { pattern, format } = wanted.keywords
    const isList = topic === 'parameter' && pattern !== undefined && format === undefined
    return isList ? ['has a comma-separated list', `has one of ${valuesInWords(values)}`] : undefined
  },
  function listedValues({ values: wanted }, { values: stated }, { name }) {
    if (wanted === undefined || stated === undefined) return undefined
    const more = stated.filter((value) => !wanted.includes(value))
    if (more.length > 0) return [`does not have ${valuesInWords(more)}`, `has ${valuesInWords(more)}`]
    // Each error has some of the codes. The table of messages has no `note`: a sentence beside it adds it.
    const isFree = (value: unknown): boolean => name === 'code' || (name === 'role' && value === 'note')
    const less = wanted.filter((value) => !stated.includes(value) && !isFree(value))
    return less.length > 0
      ? [`has ${valuesInWords(less)}`, `does not have ${valuesInWords(less)}`]
      : undefined
  },
  function format({ keywords: { format: wanted } }, { keywords: { format: stated } }, { name }) {
    if (!isFormatName(stated) || stated === wanted) return undefined
    if (isFormatName(wanted)) return [`has the format ${wanted}`, `has the format ${stated}`]
    const isEncoded = stated === 'uuid' && /^(?:chatbot_|conversation_)?id$/.test(name)
    return isEncoded ? ['has a short encoded id', 'has the format uuid'] : undefined
  },
  function textsOfFormat({ keywords: { format: wanted } }, { keywords }) {
    const texts = TEXTS[String(wanted)] ?? []
    const { pattern, minLength, maxLength } = keywords
    const has = `has the format ${String(wanted)}`
    if (texts.some(({ length }) => Number(maxLength) < length))
      return [has, `allows at most ${String(maxLength)} characters`]
    if (texts.some(({ length }) => Number(minLength) > length))
      return [has, `requires ${String(minLength)} characters`]
    return refusesAll(pattern, texts) ? [has, `has the pattern ${String(pattern)}`] : undefined
  },
  ...Object.keys(BOUNDS).map((keyword): Rule => (wanted, stated, { topic }) => {
    const right = wanted.keywords[keyword]
    const other = typeof right === 'number' ? boundIn(stated, keyword) : undefined
    if (typeof right !== 'number' || other === undefined || right === other) return undefined
    const isNarrower = keyword.startsWith('max') === other < right
    // No valid e-mail address is as long as its bound.
    if (isNarrower ? wanted.keywords['format'] === 'email' : topic === 'response') return undefined
    return [`allows ${boundInWords(keyword, right)}`, `allows ${boundInWords(keyword, other)}`]
  }),
]

/** A bound; an exclusive one as the nearest whole number within. */
function boundIn({ keywords }: PlainSchema, keyword: string): number | undefined {
  const beyond = keywords[keyword.replace(/^m/, 'exclusiveM')]
  const bound = typeof beyond === 'number' ? beyond + (keyword === 'minimum' ? 1 : -1) : keywords[keyword]
  return typeof bound === 'number' ? bound : undefined
}

/** Texts of the formats that have one length; UUIDs of each version, in both letter cases. */
const UUIDS = ['1', '2', '3', '4', '5', '6', '7', '8'].map(
  (version) => `f81d4fae-7dec-${version}1d0-a765-00a0c91e6bf6`,
)
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  uuid: [...UUIDS, ...UUIDS.map((uuid) => uuid.toUpperCase())],
  'date-time': ['2026-01-31T09:00:00Z'],
  date: ['2026-01-31'],
}

/** Whether a served pattern matches none of some texts. A pattern that takes long, or is none in JavaScript, refuses nothing. */
function refusesAll(pattern: unknown, texts: readonly string[]): boolean {
  if (typeof pattern !== 'string' || texts.length === 0) return false
  const matches = `${JSON.stringify(texts)}.some((text) => new RegExp(${JSON.stringify(pattern)}, 'u').test(text))`
  try {
    return runInThisContext(matches, { timeout: 100 }) === false
  } catch {
    return false
  }
}

/** Compares what both sides say of a value, of its fields and of its items. */
export function compareValue(sides: Sides, place: Place, wantedSchema: unknown, statedSchema: unknown): void {
  const wanted = sides.ofContract(wantedSchema)
  const stated = sides.ofServed(statedSchema)
  // A parameter that is a list may be given several times, or hold its items separated by commas.
  if (place.topic === 'parameter' && stated.types?.includes('array') === true) return
  if (!isOfType(wanted, stated, place))
    return sides.note(place, `has ${typesInWords(wanted)}`, `has ${typesInWords(stated)}`)
  for (const rule of RULES) {
    const words = rule(wanted, stated, place)
    if (words !== undefined) sides.note(place, ...words)
  }
  const [items, ofItems] = [wanted.keywords['items'], stated.keywords['items']]
  if (items !== undefined && ofItems !== undefined)
    compareValue(sides, { ...place, where: `${place.where}[]` }, items, ofItems)
  // An object that lists no fields says nothing of them; a list of parameters is whole.
  if (stated.fields.size > 0 || place.where.endsWith(' query')) compareFields(sides, place, wanted, stated)
}

/** On the wire a parameter is text, so that it may be described as one that is a number or a flag. */
function isOfType({ types: right }: PlainSchema, stated: PlainSchema, { topic }: Place): boolean {
  const { types, values, keywords } = stated
  if (types === undefined || right === undefined) return true
  if (right.some((type) => type !== 'null' && types.includes(type))) return true
  const isWritten = values?.some((value) => /^(?:true|false|-?\d+)$/i.test(String(value)))
  return topic === 'parameter' && types.includes('string') && (isWritten ?? 'pattern' in keywords)
}

function compareFields(
  sides: Sides,
  { topic, where }: Place,
  wanted: PlainSchema,
  { fields, required }: PlainSchema,
): void {
  const { ofContract, ofServed } = sides
  const inside = (name: string): Place => {
    const separator = / (?:body|path|query|\d+)$/.test(where) ? ' ' : '.'
    return { topic, where: `${where}${separator}${name}`, name }
  }
  const note = (name: string, specification: string, description: string): void =>
    sides.note(inside(name), specification, description)
  const isRequest = topic !== 'response'
  const isNullStated = topic === 'request body' && statesNull(fields, ofServed)
  for (const [name, schema] of wanted.fields) {
    const isRequired = wanted.required.has(name)
    const twin = twinOf(name, fields, wanted.fields)
    if (fields.has(name)) {
      const isStated = isRequest || (required.size > 0 && isContainer(ofContract(schema)))
      if (isRequired && !required.has(name) && isStated) note(name, 'requires it', 'leaves it optional')
      if (!isRequired && required.has(name) && isRequest) note(name, 'leaves it optional', 'requires it')
      if (isNullStated && deniesNull(ofServed(fields.get(name))) && !deniesNull(ofContract(schema)))
        note(name, 'allows null', 'does not allow null')
      compareValue(sides, inside(name), schema, fields.get(name))
    } else if (twin !== undefined)
      note(twin, `has \`${name}\``, `${required.has(twin) ? 'requires' : 'has'} \`${twin}\``)
    else if (isRequired || isRequest) note(name, 'has it', 'lacks it')
  }
  for (const name of isRequest ? required : []) {
    const isKnown = wanted.fields.has(name) || twinOf(name, wanted.fields, fields) !== undefined
    if (!isKnown && ofServed(fields.get(name)).keywords['readOnly'] !== true)
      note(name, 'does not have it', 'requires it')
  }
}

/** Whether a description of an object says which fields may be null. Many generators never do, and a text without null says nothing then. */
export function statesNull(fields: PlainSchema['fields'], ofServed: Sides['ofServed']): boolean {
  return [...fields.values()].some((schema) => ofServed(schema).types?.includes('null') === true)
}

export function deniesNull({ types }: PlainSchema): boolean {
  return types?.includes('null') === false
}

/**
 * Of answers, Spring leaves out which fields are required, and Django describes those as optional whose column has a default. A list or an
 * object has none.
 */
function isContainer({ types = [] }: PlainSchema): boolean {
  return types.includes('array') || types.includes('object')
}

/** The same name in another spelling, `chatbotId` for `chatbot_id`, unless it is a name of its own. */
function twinOf(
  name: string,
  names: ReadonlyMap<string, unknown>,
  others: ReadonlyMap<string, unknown>,
): string | undefined {
  const plain = (one: string): string => one.replaceAll(/[-_]/g, '').toLowerCase()
  return [...names.keys()].find((other) => !others.has(other) && plain(other) === plain(name))
}

/** Values in words: at most nine, the most that the specification lists. */
export function valuesInWords(values: readonly unknown[]): string {
  const shown = values.slice(0, 9).map((value) => `\`${String(value)}\``)
  return `${shown.join(', ')}${values.length > 9 ? ` and ${values.length - 9} more` : ''}`
}

/** Types in words: `a string or null`. */
export function typesInWords({ types = [] }: PlainSchema): string {
  const names = types.filter((name) => !(name === 'integer' && types.includes('number')))
  const words = names.map((name) =>
    name === 'null' ? name : `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`,
  )
  return words.join(' or ') || 'no valid value'
}
