import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import schema from './run-record.schema.json' with { type: 'json' }

let compiled: ValidateFunction | undefined

/**
 * Checks a value against the published schema of run.json.
 *
 * @returns one line for each problem, with a JSON pointer; empty if the value is a valid run record
 */
export function validateRecord(value: unknown): string[] {
  compiled ??= compile()
  if (compiled(value)) return []
  return (compiled.errors ?? []).map((error) => {
    const detail = error.params['additionalProperty']
    const name = typeof detail === 'string' ? ` (${detail})` : ''
    return `${error.instancePath || '/'} ${error.message ?? error.keyword}${name}`
  })
}

function compile(): ValidateFunction {
  // Checking the schema itself would take longer than all other steps.
  const ajv = new Ajv2020({ strict: false, validateSchema: false, meta: false })
  addFormats.default(ajv)
  return ajv.compile(schema)
}
