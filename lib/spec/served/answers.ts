import type { ErrorObject } from 'ajv/dist/2020.js'
import { isObject } from '../../util/values.ts'
import type { Contract } from '../contract.ts'
import { atPointer, own, shortValue } from '../json.ts'
import type { Contradiction } from './contradiction.ts'
import { answerFor, type Served } from './reader.ts'
import type { Objections } from './schemas.ts'

/** Judges right answers by the served schemas of their operation and status; see {@link answersBy}. */
export type DescribedAnswers = (operation: string, status: number, body: unknown) => readonly Contradiction[]

/**
 * Judges answers by a served description: one that is right by the contract must be valid by it. A status that the
 * description leaves out is no contradiction.
 * @param envelope - the contract's schema of every error
 * @param beside - values that a sentence beside the table allows, and the description may leave out
 */
export function answersBy(
  contract: Contract,
  served: Served,
  objections: Objections,
  envelope: string,
  beside: readonly unknown[],
): DescribedAnswers {
  return (operation, status, body) => {
    const content = answerFor(served, operation, status)
    if (content?.states !== 'schema') return []
    const schema = status === 200 ? contract.operation(operation).responseSchema : envelope
    if (contract.validate(schema, body).length > 0) return []
    const errors = unexplained((value) => objections('response', content.at, value) ?? [], body, beside)
    return errors.map(({ instancePath, keyword, params }) => {
      const name = keyword === 'required' ? `/${String(own(params, 'missingProperty'))}` : ''
      return {
        kind: 'response',
        where: `${operation} ${status} ${words(instancePath + name)}`.trim(),
        expected: `what the API returns, ${shortValue(atPointer(body, instancePath + name))}`,
        received: `refused by ${keyword}`,
      }
    })
  }
}

/** Keywords that only sum up what others found. */
const SUMMARIES = new Set(['anyOf', 'oneOf', 'if'])

/**
 * What a served schema has against a right answer, as it is and without its nulls: in an optional field, null and absence
 * mean the same, whatever the description says of null (part 2: not required).
 */
function unexplained(
  errorsOf: (value: unknown) => readonly ErrorObject[],
  body: unknown,
  beside: readonly unknown[],
): readonly ErrorObject[] {
  const errors = errorsOf(body)
  if (errors.length === 0 || errorsOf(withoutNulls(body)).length === 0) return []
  const reasons = errors.filter(({ keyword }) => !SUMMARIES.has(keyword))
  if (reasons.length === 0) return errors
  return reasons.filter(({ instancePath, keyword }) => {
    const value = atPointer(body, instancePath)
    return value !== null && !(keyword === 'enum' && beside.includes(value))
  })
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(member)]))
}

/** `/data/3/tags/0` as `data[].tags[]`. */
function words(pointer: string): string {
  return pointer
    .slice(1)
    .replaceAll(/\/\d+(?=\/|$)/g, '[]')
    .replaceAll('/', '.')
}
