import { CONTRACT } from '../api.ts'
import type { JsonObject } from '../../util/values.ts'
import { remembered } from '../../util/memo.ts'
import { answerContradictions } from './answers.ts'
import { compareBodies } from './bodies.ts'
import type { Contradiction } from './contradiction.ts'
import { compareParameters } from './parameters.ts'
import { answerFor, readDescription } from './reader.ts'
import { servedSchemas } from './schemas.ts'
import { compareStatements } from './statements.ts'

/** A description that a service serves, beside the specification. Part 9, rule 3. */
export interface Examined {
  /** What contradicts the specification, before any answer is judged by it. */
  readonly contradictions: readonly Contradiction[]
  /** What contradicts an answer that is right by the specification. */
  readonly ofAnswer: (operation: string, status: number, body: unknown) => readonly Contradiction[]
  /** Whether an answer of that status is described, where any is. */
  readonly isListed: (operation: string, status: number) => boolean
}

/** Examines a served description. Several cases examine the same one, each for its own kind of contradiction. */
export const examineDescription: (served: JsonObject) => Examined = remembered((served: JsonObject) => {
  const described = readDescription([...CONTRACT.operations.keys()], served)
  const objections = servedSchemas(served)
  return {
    contradictions: [
      ...compareStatements(described),
      ...compareParameters(described, objections),
      ...compareBodies(described, objections),
    ],
    ofAnswer: (operation, status, body) =>
      answerContradictions(described, objections, { operation, status, body }),
    isListed: (operation, status) =>
      !described.operations.get(operation)?.answers.size ||
      answerFor(described, operation, status) !== undefined,
  }
})
