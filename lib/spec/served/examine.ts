import { CONTRACT } from '../api.ts'
import type { JsonObject } from '../../util/values.ts'
import { remembered } from '../../util/memo.ts'
import { answersBy, type DescribedAnswers } from './answers.ts'
import { compareBodies } from './bodies.ts'
import type { Contradiction } from './contradiction.ts'
import { compareParameters } from './parameters.ts'
import { answerFor, readServed, type Served } from './reader.ts'
import { type Objections, servedSchemas } from './schemas.ts'
import { compareStatements } from './table.ts'
import { isTooLarge } from './validity.ts'

/** Parameters that take a comma-separated list. Part 4. */
const LISTS = { 'GET /reservations': ['status'] }

/** The role of internal notes, which the note beside the table of messages adds to its enumeration. Part 2. */
const BESIDE = ['note']

/**
 * What in a served description contradicts the specification, before any answer is judged by it. Part 9, rule 3.
 * Several cases examine the same document, each for its own kind of contradiction.
 */
export const examineDescription: (served: JsonObject) => readonly Contradiction[] = remembered(
  (served: JsonObject) => {
    const { reader, objections } = reading(served)
    return [
      ...compareStatements(CONTRACT, reader),
      ...compareParameters(CONTRACT, reader, objections, LISTS),
      ...compareBodies(CONTRACT, reader, objections),
    ]
  },
)

/** Judges answers by a served description, and says which of them it does not list. */
export function answersDescribedBy(served: JsonObject): {
  readonly contradictions: DescribedAnswers
  readonly isListed: (operation: string, status: number) => boolean
} {
  const { reader, objections } = reading(served)
  return {
    contradictions: answersBy(CONTRACT, reader, objections, 'Error', BESIDE),
    isListed: (operation, status) =>
      !reader.operations.get(operation)?.answers.size || answerFor(reader, operation, status) !== undefined,
  }
}

/** Of a document that is too large, no operation is read. */
function reading(document: JsonObject): { reader: Served; objections: Objections } {
  const keys = isTooLarge(document) ? [] : [...CONTRACT.operations.keys()]
  return { reader: readServed(keys, document), objections: servedSchemas(document) }
}
