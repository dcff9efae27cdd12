import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import { Worker } from 'node:worker_threads'
import { isObject } from '../../util/values.ts'
import { type Contract, METHODS } from '../contract.ts'
import { entries, isBeyond, own, pointerTo } from '../json.ts'
import { readServed } from './reader.ts'
import { isVersion31 } from './table.ts'

/** Whether a served document is valid OpenAPI 3.1. */
export interface Validity {
  /** At most twenty problems, one line each; none for a valid document. */
  readonly problems: readonly string[]
  /** Why it could not be decided; undefined if it was. */
  readonly undecided?: string
}

/** A document of the API has some thousand values; validators are recursive, and slow on large ones. */
const DEEPEST = 100
const MOST_VALUES = 100_000
const MOST_PROBLEMS = 20
const LONGEST_MS = 10_000
const MOST_MEMORY_MB = 256

/** Whether a served document is so deep or large that it is not examined. */
export function isTooLarge(served: unknown): boolean {
  return isBeyond(served, DEEPEST, MOST_VALUES)
}

/**
 * Validates a served document by swagger-parser, and its Schema Objects, which swagger-parser does not check in 3.1, by
 * the meta-schema of JSON Schema 2020-12.
 * @param served any JSON value; not altered, and nothing that it refers to is fetched
 * @param known a contract that is known to be valid
 * @param longestMs - how long it may take
 */
export async function validityOf(
  served: unknown,
  known?: Contract,
  longestMs = LONGEST_MS,
): Promise<Validity> {
  if (isTooLarge(served))
    return {
      problems: [],
      undecided: `nested deeper than ${DEEPEST} levels, or more than ${MOST_VALUES} values`,
    }
  const version = own(served, 'openapi')
  if (!isVersion31(version) || !isObject(served))
    return { problems: [`openapi: version 3.1.x is expected, ${String(version).slice(0, 40)} stands there`] }
  if (known !== undefined && isDeepStrictEqual(served, known.document)) return { problems: [] }
  const copy = judgedParts(served)
  const structure = await parse(copy, longestMs)
  const problems = [...structure.problems, ...(await schemaProblems(copy)), ...ruleProblems(served)]
  return { ...structure, problems: problems.slice(0, MOST_PROBLEMS) }
}

/** Members that hold data or that the validator's own schema judges wrongly: bare licences, links with values, `Bearer`. */
const LEFT_OUT = new Set(['license', 'links', 'callbacks', 'bearerFormat', 'variables'])
const DATA = new Set(['example', 'examples', 'default', 'const', 'enum'])
/** Members whose own members are named by the author. */
const NAMED = new Set([
  'schemas',
  'properties',
  'patternProperties',
  '$defs',
  'parameters',
  'responses',
  'headers',
  'pathItems',
])

/** A copy of what is judged. `__proto__` is a name like others, and left out. */
function judgedParts(document: object): object {
  const copied = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => copied(item, ''))
    if (!isObject(value)) return value
    const isReference = typeof value['$ref'] === 'string'
    const kept = Object.entries(value).filter(([name]) => {
      if (name === '__proto__') return false
      if (NAMED.has(key)) return true
      if (isReference && (name === 'summary' || name === 'description')) return false
      return !LEFT_OUT.has(name) && !DATA.has(name) && !name.startsWith('x-')
    })
    return Object.fromEntries(kept.map(([name, member]) => [name, copied(member, name)]))
  }
  return { paths: {}, ...Object(copied(document, '')), openapi: '3.1.0' }
}

/** Run in a thread of its own, because references of a hostile document may expand without end. */
const SCRIPT = `
const { parentPort, workerData } = require('node:worker_threads')
const { parser, document } = workerData
require(parser).validate('/openapi.json', document, { resolve: { external: false } }).then(
  () => parentPort.postMessage({ problems: [] }),
  (error) => {
    const details = Array.isArray(error.details) ? error.details.filter(({ keyword }) => keyword !== 'if') : []
    const lines = details.map(({ instancePath, message, params }) => {
      const extra = params.unevaluatedProperty ?? params.additionalProperty
      return (instancePath || '/') + ': ' + message + (extra === undefined ? '' : ' (' + extra + ')')
    })
    const isProblem = lines.length > 0 || error.name === 'MissingPointerError'
    const message = String(error.message).slice(0, 200)
    parentPort.postMessage(isProblem ? { problems: lines.length > 0 ? lines : [message] } : { problems: [], undecided: message })
  },
)`

async function parse(document: object, longestMs: number): Promise<Validity> {
  const parser = createRequire(import.meta.url).resolve('@apidevtools/swagger-parser')
  const worker = new Worker(SCRIPT, {
    eval: true,
    workerData: { parser, document },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  })
  const found = await new Promise<Validity>((resolve) => {
    const undecided = (why: string) => (): void => resolve({ problems: [], undecided: why })
    const timer = setTimeout(undecided('validating it takes too long'), longestMs)
    worker.once('message', resolve)
    worker.once('error', undecided('validating it takes too much'))
    worker.once('exit', () => clearTimeout(timer))
  })
  await worker.terminate()
  // A schema with a base of its own gives its references another meaning, which swagger-parser does not follow.
  const hasOwnBase = JSON.stringify(document).includes('"$id":')
  return hasOwnBase && found.problems.some((line) => line.startsWith('Missing $ref pointer'))
    ? { problems: [], undecided: 'its schemas have `$id`' }
    : found
}

/** Operation ids that two operations share, and path parameters that none declares: both rules stand beside the schema of OpenAPI. */
function ruleProblems(document: unknown): string[] {
  const problems: string[] = []
  const ids = new Map<unknown, string>()
  for (const [path, item] of entries(own(document, 'paths'))) {
    for (const method of METHODS) {
      const operation = own(item, method)
      const id = own(operation, 'operationId')
      const place = pointerTo('/paths', path, method)
      const first = ids.get(id)
      if (id !== undefined && first !== undefined)
        problems.push(`${place}: the operationId of ${first} once more`)
      else ids.set(id, place)
    }
  }
  for (const { key, parameters, unclear } of readServed(keysOf(document), document).operations.values()) {
    const named = [...key.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name)
    const declared = parameters.filter(({ place }) => place === 'path').map(({ name }) => name)
    const lost = named.find((name) => name !== undefined && !declared.includes(name))
    if (lost !== undefined && !unclear) problems.push(`${key}: the path parameter ${lost} is not declared`)
  }
  return problems
}

function keysOf(document: unknown): string[] {
  return entries(own(document, 'paths')).flatMap(([path, item]) =>
    METHODS.filter((method) => own(item, method) !== undefined).map(
      (method) => `${method.toUpperCase()} ${path}`,
    ),
  )
}

const DIALECTS = /^https:\/\/(?:json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.1\/)/

/** Schema Objects that the meta-schema refuses: `type: "strin"`, `required: "id"`. Those of another dialect are skipped. */
async function schemaProblems(document: object): Promise<string[]> {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true, logger: false })
  const isOther = (dialect: unknown): boolean =>
    dialect !== undefined && !(typeof dialect === 'string' && DIALECTS.test(dialect))
  if (isOther(own(document, 'jsonSchemaDialect'))) return []
  const problems = new Map<string, string>()
  for (const [at, schema] of schemaObjects(document)) {
    if (!isObject(schema) || isOther(schema['$schema'])) continue
    const { $schema: _, ...body } = schema
    if (ajv.validateSchema(body) === true) continue
    for (const { instancePath, message } of ajv.errors ?? []) {
      // The first error at a place names the reason; those after it repeat it for each alternative of the meta-schema.
      const place = at + instancePath
      if (!problems.has(place)) problems.set(place, `${place}: ${message}`)
    }
  }
  return [...problems.values()]
}

/** The outermost Schema Objects with their places: those of the components, and each member `schema`. */
function schemaObjects(document: object): [string, unknown][] {
  const found: [string, unknown][] = []
  const visit = (value: unknown, at: string, key: string): void => {
    for (const [name, member] of Array.isArray(value) ? value.entries() : entries(value)) {
      const below = pointerTo(at, String(name))
      const isSchema = at === '/components/schemas' || (name === 'schema' && !NAMED.has(key))
      if (isSchema) found.push([below, member])
      else visit(member, below, String(name))
    }
  }
  visit(document, '', '')
  return found
}
