import { isObject } from '../../util/values.ts'
import { isFormatName } from '../formats.ts'
import { own, pointerTo, shortValue, typeOf } from '../json.ts'
import { BOUNDS, boundInWords } from '../schemas.ts'
import type { PlainSchema } from './schema.ts'

/** Verbs with their objects: the specification `allows at most 100`, the description `allows at most 500`. */
type Words = readonly [specification: string, description: string]

/** A value that both the contract and a description describe. */
interface Subject {
  /** An `error` may have fewer codes than all errors together. */
  readonly way: 'query' | 'path' | 'request' | 'patch' | 'response' | 'error'
  /** In words: `GET /leads 200 data[].email`. */
  readonly where: string
  readonly name: string
}

/** The two sides of a comparison, and who takes the contradictions. */
export interface ComparedSides {
  readonly ofContract: (schema: unknown) => PlainSchema
  readonly ofServed: (schema: unknown) => PlainSchema
  readonly note: (where: string, words: Words) => void
}

type Rule = (wanted: PlainSchema, stated: PlainSchema, subject: Subject) => Words | undefined

/**
 * The table: what a description of a value may contradict the contract in, once the types agree. What it leaves out contradicts nothing,
 * and what is answered may be described more widely: .NET makes each text nullable, Django gives each integer the bounds of its column.
 */
const RULES: readonly Rule[] = [
  function enumeration(wanted, { values }, { way, name }) {
    if (values === undefined) return undefined
    if (wanted.values === undefined) {
      // A filter may list the values that occur, but a list of several is no single one of them.
      const isList = way === 'query' && 'pattern' in wanted.keywords && !('format' in wanted.keywords)
      if (isList) return ['has a comma-separated list', `has one of ${list(values)}`]
      const isFree = way === 'request' || way === 'patch'
      return isFree ? ['leaves the values free', `has only ${list(values)}`] : undefined
    }
    const more = values.filter((value) => wanted.values?.includes(value) === false)
    if (more.length > 0) return [`does not have ${list(more)}`, `has ${list(more)}`]
    // The table of messages has no `note`: a sentence beside it adds it.
    const less = wanted.values.filter((one) => !values.includes(one) && !(name === 'role' && one === 'note'))
    const isWrong = less.length > 0 && way !== 'error'
    return isWrong ? [`has ${list(less)}`, `does not have ${list(less)}`] : undefined
  },
  function format({ keywords: { format: wanted } }, { keywords: { format: stated } }, { name }) {
    if (!isFormatName(stated) || stated === wanted) return undefined
    if (isFormatName(wanted)) return [`has the format ${wanted}`, `has the format ${stated}`]
    const isEncoded = stated === 'uuid' && /^(?:chatbot_|conversation_)?id$/.test(name)
    return isEncoded ? ['has a short encoded id', 'has the format uuid'] : undefined
  },
  function length({ keywords: { format: wanted } }, { keywords: { pattern, minLength, maxLength } }) {
    const text = EXAMPLES[String(wanted)]
    if (text === undefined) return undefined
    const has = `has the format ${String(wanted)}`
    if (typeof pattern === 'string' && refuses(pattern, text)) return [has, `has the pattern ${pattern}`]
    if (Number(maxLength) < text.length) return [has, `allows at most ${String(maxLength)} characters`]
    if (Number(minLength) > text.length) return [has, `requires ${String(minLength)} characters`]
    return undefined
  },
  ...Object.keys(BOUNDS).map((keyword): Rule => (wanted, stated, { way }) => {
    const right = wanted.keywords[keyword]
    const other = typeof right === 'number' ? boundIn(stated, keyword) : undefined
    if (typeof right !== 'number' || other === undefined || right === other) return undefined
    const isNarrower = keyword.startsWith('max') === other < right
    // No valid e-mail address is as long as its bound.
    if (isNarrower ? wanted.keywords['format'] === 'email' : way === 'response') return undefined
    return [`allows ${boundInWords(keyword, right)}`, `allows ${boundInWords(keyword, other)}`]
  }),
]

/** A bound; an exclusive one as the nearest whole number within. */
function boundIn({ keywords }: PlainSchema, keyword: string): number | undefined {
  const beyond = keywords[keyword.replace(/^m/, 'exclusiveM')]
  const bound = typeof beyond === 'number' ? beyond + (keyword === 'minimum' ? 1 : -1) : keywords[keyword]
  return typeof bound === 'number' ? bound : undefined
}

/** Texts of the formats that have one length. */
const EXAMPLES: Readonly<Record<string, string>> = {
  uuid: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
  'date-time': '2026-01-31T09:00:00Z',
  date: '2026-01-31',
}

/** Whether a pattern of one repeated class, `^[a-z0-9]{8}$`, refuses a text. Others are left alone: a served pattern is never run. */
function refuses(pattern: string, text: string): boolean {
  const [, set, least, most] = /^\^\[([\w-]{1,99})\](?:\{(\d{1,4})(,\d{0,4})?\}|[+*])\$$/.exec(pattern) ?? []
  if (set === undefined) return false
  const ranges = [...set.matchAll(/(\w)-(\w)|[\w-]/g)]
  const isIn = (character: string): boolean =>
    ranges.some(([one, from = one, to = one]) => character >= from && character <= to)
  const longest = Number(most === undefined ? (least ?? Infinity) : most.slice(1) || Infinity)
  return text.length < Number(least ?? 0) || text.length > longest || !text.split('').every(isIn)
}

/** Compares a value with its fields and items. */
export function compareValue(
  comparison: ComparedSides,
  wantedSchema: unknown,
  statedSchema: unknown,
  subject: Subject,
): void {
  const { ofContract, ofServed, note } = comparison
  const { way, where } = subject
  const [wanted, stated] = [ofContract(wantedSchema), ofServed(statedSchema)]
  // A parameter that is a list may be given several times, or hold its items separated by commas.
  if (way === 'query' && stated.types?.includes('array') === true) return
  if (!isOfType(wanted, stated, way)) return note(where, [`has ${typesOf(wanted)}`, `has ${typesOf(stated)}`])
  for (const rule of RULES) {
    const words = rule(wanted, stated, subject)
    if (words !== undefined) note(where, words)
  }
  const [items, ofItems] = [wanted.keywords['items'], stated.keywords['items']]
  if (items !== undefined && ofItems !== undefined)
    compareValue(comparison, items, ofItems, { ...subject, where: `${where}[]` })
  // An object that lists no fields says nothing of them.
  if (stated.fields.size > 0) compareFields(comparison, wanted, stated, subject)
}

/** On the wire a parameter is text, so that it may be described as one that is a number or a flag. */
function isOfType({ types: right }: PlainSchema, stated: PlainSchema, way: Subject['way']): boolean {
  const { types, values, keywords } = stated
  if (types === undefined || right === undefined) return true
  if (right.some((type) => type !== 'null' && types.includes(type))) return true
  return way === 'query' && types.includes('string') && (values !== undefined || 'pattern' in keywords)
}

function compareFields(
  comparison: ComparedSides,
  wanted: PlainSchema,
  { fields, required }: PlainSchema,
  subject: Subject,
): void {
  const { way, where } = subject
  const note = (name: string, ...words: Words): void => comparison.note(inside(where, name), words)
  const { ofContract, ofServed } = comparison
  const isRequest = way === 'request' || way === 'patch'
  const nullIsStated = statesNull(fields, ofServed)
  for (const [name, schema] of wanted.fields) {
    const isRequired = wanted.required.has(name)
    const twin = twinOf(name, fields, wanted.fields)
    if (fields.has(name)) {
      const isStated = isRequest || (required.size > 0 && isContainer(ofContract(schema)))
      if (isRequired && !required.has(name) && isStated) note(name, 'requires it', 'leaves it optional')
      if (!isRequired && required.has(name) && isRequest) note(name, 'leaves it optional', 'requires it')
      if (
        way === 'request' &&
        nullIsStated &&
        deniesNull(ofServed(fields.get(name))) &&
        !deniesNull(ofContract(schema))
      )
        note(name, 'allows null', 'does not allow null')
      compareValue(comparison, schema, fields.get(name), { way, where: inside(where, name), name })
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
function statesNull(fields: PlainSchema['fields'], ofServed: ComparedSides['ofServed']): boolean {
  return [...fields.values()].some((schema) => ofServed(schema).types?.includes('null') === true)
}

function deniesNull({ types }: PlainSchema): boolean {
  return types?.includes('null') === false
}

/**
 * Of answers, Spring leaves out which fields are required, and Django describes those as optional whose column has a default. A list or an
 * object has none.
 */
function isContainer({ types = [] }: PlainSchema): boolean {
  return types.includes('array') || types.includes('object')
}

/** A pointer into an answer as {@link Subject} names the place: `data[].tags[]` for `/data/3/tags/0`. */
export function anyItem(pointer: string): string {
  return pointer
    .slice(1)
    .replaceAll(/\/\d+(?=\/|$)/g, '[]')
    .replaceAll('/', '.')
}

const inside = (where: string, name: string): string =>
  `${where}${/ (?:body|\d+)$/.test(where) ? ' ' : '.'}${name}`

/** The same name in another spelling, `chatbotId` for `chatbot_id`, unless it is a name of its own. */
export function twinOf(
  name: string,
  names: ReadonlyMap<string, unknown>,
  others: ReadonlyMap<string, unknown>,
): string | undefined {
  const plain = (one: string): string => one.replaceAll(/[-_]/g, '').toLowerCase()
  return [...names.keys()].find((other) => !others.has(other) && plain(other) === plain(name))
}

/** What a description has against a value that was answered: pointers into it, and {@link Words}. */
export type Objection = readonly [pointer: string, ...Words]

/**
 * What a description has against a value that was answered.
 * @param nullIsStated - whether the description says which values may be null; undefined where that is open
 */
export function* objections(
  ofServed: ComparedSides['ofServed'],
  schema: unknown,
  value: unknown,
  nullIsStated: boolean | undefined,
  pointer = '',
): Generator<Objection> {
  const stated = ofServed(schema)
  const { types, values, keywords, fields, required } = stated
  const against = (words: string): Objection => [pointer, `has ${shortValue(value)}`, words]
  if (value === null) {
    if (nullIsStated === true && deniesNull(stated)) yield against('does not allow null')
  } else if (types?.includes(typeOf(value)) === false) yield against(`has ${typesOf(stated)}`)
  else if (Array.isArray(value)) {
    for (const [n, item] of value.entries())
      yield* objections(ofServed, keywords['items'], item, nullIsStated, pointerTo(pointer, String(n)))
  } else if (isObject(value)) {
    for (const name of required)
      if (!(name in value)) yield [pointerTo(pointer, name), 'does not have it', 'requires it']
    const isStated = nullIsStated === undefined ? undefined : statesNull(fields, ofServed)
    for (const [name, field] of fields)
      if (name in value)
        yield* objections(ofServed, field, own(value, name), isStated, pointerTo(pointer, name))
  } else if (values !== undefined && ![...values, '', 'note'].includes(value))
    // The table of messages has no `note`.
    yield against(`has only ${list(values)}`)
}

/** At most nine values, the most that the specification lists. */
function list(values: readonly unknown[]): string {
  const shown = values.slice(0, 9).map((value) => `\`${String(value)}\``)
  return `${shown.join(', ')}${values.length > 9 ? ` and ${values.length - 9} more` : ''}`
}

function typesOf({ types = [] }: PlainSchema): string {
  const names = types.filter((name) => !(name === 'integer' && types.includes('number')))
  const words = names.map((name) =>
    name === 'null' ? name : `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`,
  )
  return words.join(' or ') || 'no valid value'
}
