import type { ErrorObject } from 'ajv/dist/2020.js'
import type { Contract, Operation } from '../contract.ts'
import type { JsonObject } from '../../util/values.ts'
import type { Contradiction } from './contradiction.ts'
import type { Served, ServedOperation } from './reader.ts'
import type { Objections } from './schemas.ts'

/** A parameter's own bound is near; a bound beyond this is one of integers in general. */
const FAR = 100_000

/**
 * Compares query parameters: name, place, required, type and bounds. A bound that is not stated is no contradiction.
 * @param lists - names of parameters that take a comma-separated list, by operation
 */
export function compareParameters(
  contract: Contract,
  served: Served,
  objections: Objections,
  lists: Readonly<Record<string, readonly string[]>>,
): Contradiction[] {
  return [...served.operations.values()].flatMap((stated) =>
    compareOperation(contract.operation(stated.key), stated, objections, lists[stated.key] ?? []),
  )
}

function compareOperation(
  { key, queryParameters }: Operation,
  stated: ServedOperation,
  objections: Objections,
  lists: readonly string[],
): Contradiction[] {
  const found: Contradiction[] = []
  const differs = (name: string, expected: string, received: string): void =>
    void found.push({ kind: 'parameter', where: `${key} query ${name}`, expected, received })
  const query = new Map(
    stated.parameters.flatMap((one) => (one.place === 'query' ? [[one.name, one] as const] : [])),
  )
  for (const { name, required, schema } of queryParameters) {
    const parameter = query.get(name)
    if (parameter === undefined) {
      if (!stated.unclear) differs(name, 'a query parameter', 'not described')
      continue
    }
    if (parameter.required !== required)
      differs(name, required ? 'required' : 'optional', required ? 'optional' : 'required')
    const { schema: at } = parameter
    if (at === undefined) continue
    const errors = (value: unknown): readonly ErrorObject[] => objections('request', at, value) ?? []
    const wrong = mistakeOf(schema, errors, lists.includes(name))
    if (wrong !== undefined) differs(name, wrong[0], wrong[1])
  }
  for (const { name, required } of query.values())
    if (required && !queryParameters.some((one) => one.name === name))
      differs(name, 'no such required parameter', 'required')
  for (const { name, place, schema } of stated.parameters) {
    const isText = schema === undefined || fits(objections('request', schema, 'k3Ab9dQz') ?? [])
    if (place === 'path' && !isText)
      found.push({
        kind: 'parameter',
        where: `${key} path ${name}`,
        expected: 'a string',
        received: 'no string',
      })
  }
  return found
}

type Errors = (value: unknown) => readonly ErrorObject[]

/** Whether a text has the right type. Which values of a text filter occur is open, so an enumeration may refuse it. */
function fits(errors: readonly ErrorObject[]): boolean {
  return errors.length === 0 || errors.some(({ keyword }) => keyword === 'enum' || keyword === 'const')
}

/** What a schema of a parameter gets wrong, expected and received; undefined for nothing. All values are text on the wire. */
function mistakeOf(wanted: JsonObject, errors: Errors, isList: boolean): [string, string] | undefined {
  const accepts = (value: unknown): boolean => errors(value).length === 0
  switch (wanted['type']) {
    case 'integer':
      return mistakenInteger(wanted, accepts)
    case 'boolean': {
      const asText = accepts('true') && accepts('false') && !accepts('maybe')
      return (accepts(true) && accepts(false)) || asText ? undefined : ['a boolean', 'another type']
    }
    default: {
      const sample = wanted['format'] === 'date-time' ? '2026-01-31T09:00:00Z' : 'sample'
      if (!fits(errors(sample)) && !fits(errors([sample]))) return ['a string', 'another type']
      const single = ['confirmed', 'held'].every(accepts)
      if (isList && single && !accepts('confirmed,held') && !accepts(['confirmed', 'held']))
        return ['a comma-separated list', 'a single value']
      return undefined
    }
  }
}

function mistakenInteger(
  { minimum, maximum }: JsonObject,
  accepts: (value: unknown) => boolean,
): [string, string] | undefined {
  const least = typeof minimum === 'number' ? minimum : 1
  const most = typeof maximum === 'number' ? maximum : 40
  const middle = Math.floor((least + most) / 2)
  const refused = [least, most, middle].find((value) => !accepts(value))
  if (refused !== undefined) return [`an integer, ${refused} included`, `refuses ${refused}`]
  if (!accepts('sample') && accepts(middle + 0.5)) return ['an integer', 'any number']
  // A schema that refuses no number, however far, states no bound.
  if (maximum !== undefined && accepts(most + 1) && !accepts(FAR)) return [`at most ${most}`, 'more']
  if (minimum !== undefined && accepts(least - 1) && !accepts(-FAR)) return [`at least ${least}`, 'less']
  return undefined
}
