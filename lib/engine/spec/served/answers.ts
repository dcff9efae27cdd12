import { CONTRACT } from '../api.ts'
import { atPointer, own, shortValue } from '../json.ts'
import type { Contradiction } from './contradiction.ts'
import { answerFor, type Described } from './reader.ts'
import type { Objections } from './schemas.ts'

/**
 * What a served description has against an answer: one that is right by the contract must be valid by it. A status that the
 * description leaves out is no contradiction.
 */
export function answerContradictions(
  described: Described,
  objections: Objections,
  {
    operation,
    status,
    body,
  }: { readonly operation: string; readonly status: number; readonly body: unknown },
): Contradiction[] {
  const { schema } = answerFor(described, operation, status) ?? {}
  if (schema === undefined) return []
  const ofContract = status === 200 ? CONTRACT.operation(operation).responseSchema : 'Error'
  if (CONTRACT.validate(ofContract, body).length > 0) return []
  const errors = objections(schema, body) ?? []
  const reasons = errors.filter(({ keyword }) => !SUMMARIES.has(keyword))
  const lasting = (reasons.length > 0 ? reasons : errors).filter(({ instancePath, keyword }) => {
    const value = atPointer(body, instancePath)
    // In an optional field, null and absence mean the same, whatever the description says of null (part 2: not required).
    // A note beside the table of messages adds the role of internal notes to its enumeration.
    return value !== null && !(keyword === 'enum' && value === 'note')
  })
  return lasting.map(({ instancePath, keyword, params }) => {
    const name = keyword === 'required' ? `/${String(own(params, 'missingProperty'))}` : ''
    return {
      kind: 'response',
      where: `${operation} ${status} ${words(instancePath + name)}`.trim(),
      expected: `what the API returns, ${shortValue(atPointer(body, instancePath + name))}`,
      received: `refused by ${keyword}`,
    }
  })
}

/** Keywords that only sum up what others found. */
const SUMMARIES = new Set(['anyOf', 'oneOf', 'if', 'unevaluatedProperties'])

/** `/data/3/tags/0` as `data[].tags[]`. */
function words(pointer: string): string {
  return pointer
    .slice(1)
    .replaceAll(/\/\d+(?=\/|$)/g, '[]')
    .replaceAll('/', '.')
}
