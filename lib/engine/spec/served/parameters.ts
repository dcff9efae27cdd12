import type { JsonObject } from '../../util/values.ts'
import { CONTRACT } from '../api.ts'
import { type Accepts, acceptanceOf, firstMistake, type Mistake } from './acceptance.ts'
import type { Contradiction } from './contradiction.ts'
import type { Described, DescribedOperation, Parameter } from './reader.ts'
import type { Objections } from './schemas.ts'

/** Compares parameters: name, place, required, type and bounds. A bound that is not stated is no contradiction. */
export function compareParameters({ operations }: Described, objections: Objections): Contradiction[] {
  return [...operations.values()].flatMap((operation) => compareOperation(operation, objections))
}

function compareOperation(operation: DescribedOperation, objections: Objections): Contradiction[] {
  const { key, parameters, isUnclear } = operation
  const { queryParameters } = CONTRACT.operation(key)
  const found: Contradiction[] = []
  const note = (place: string, mistake: Mistake | undefined): void => {
    if (mistake !== undefined) found.push({ kind: 'parameter', where: `${key} ${place}`, ...mistake })
  }
  for (const { name, required, schema, schemaPointer } of queryParameters) {
    const place = `query ${name}`
    const parameter = parameters.find((one) => one.place === 'query' && one.name === name)
    if (parameter === undefined) {
      if (!isUnclear) note(place, { expected: 'a query parameter', received: 'not described' })
      continue
    }
    const [expected, received] = required ? ['required', 'optional'] : ['optional', 'required']
    if (parameter.required !== required) note(place, { expected, received })
    const values = valuesOf(schema)
    const problemOf = (value: unknown) => CONTRACT.validate(schemaPointer, value)[0]
    if (values.length === 0) note(place, mistakenText(parameter, objections))
    else note(place, firstMistake(values, problemOf, onTheWire(parameter, objections)))
  }
  for (const parameter of parameters) {
    const { name, place, required } = parameter
    if (place === 'path') note(`path ${name}`, mistakenText(parameter, objections))
    if (place === 'query' && required && !queryParameters.some((one) => one.name === name))
      note(`query ${name}`, { expected: 'no such required parameter', received: 'required' })
  }
  return found
}

/** The values that a parameter is tried with; none for a text. Where no bound is stated, a description may state one. */
function valuesOf({ type, minimum, maximum }: JsonObject): readonly unknown[] {
  if (type === 'boolean') return [true, false, 'maybe']
  if (type !== 'integer') return []
  const least = Number(minimum ?? 1)
  const below = minimum === undefined ? [] : [least - 1]
  const most = maximum === undefined ? [] : [Number(maximum), Number(maximum) + 1]
  return [least, least + 1, least + 0.5, 'sample', ...most, ...below]
}

/** On the wire a value is text, so it may be described as one. */
function onTheWire({ schema }: Parameter, objections: Objections): Accepts {
  const accepts = schema === undefined ? undefined : acceptanceOf(objections, schema)
  return (value) => accepts && (accepts(value) === true || accepts(String(value)) === true)
}

/** Of a text only the type is judged: which values of a filter occur is open, and a description may list them, as items of a list, too. */
function mistakenText({ schema }: Parameter, objections: Objections): Mistake | undefined {
  if (schema === undefined) return undefined
  const isOther = ['sample', ['sample']].every((value) =>
    objections(schema, value)?.some(({ keyword }) => keyword === 'type'),
  )
  return isOther ? { expected: 'a string', received: 'another type' } : undefined
}
