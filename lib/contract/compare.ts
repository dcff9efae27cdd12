import { compareBody } from './compare/bodies.ts'
import type { Context } from './compare/context.ts'
import type { Contradiction, ContradictionKind, RawFinding } from './compare/findings.ts'
import { compareErrorCodes } from './compare/error-codes.ts'
import { mergeFindings } from './compare/findings.ts'
import { compareParameters } from './compare/parameters.ts'
import { matchOperations } from './compare/paths.ts'
import { createReader } from './compare/reader.ts'
import type { Reader } from './compare/reader.ts'
import { compareResources } from './compare/resources.ts'
import { compareResponses } from './compare/responses.ts'
import { compareSecurity } from './compare/security.ts'
import { compareServers } from './compare/servers.ts'
import { isObject, own } from './json.ts'
import { remembered } from '../util/memo.ts'
import { shortValue, typeOf } from './short-value.ts'

export type { Contradiction, ContradictionKind } from './compare/findings.ts'

/** What a comparison found. */
export interface Examination {
  readonly contradictions: readonly Contradiction[]
  /** Places of the served description that say nothing, or nothing that is understood here. They are not accused. */
  readonly notUnderstood: readonly string[]
}

/** What in a served description contradicts the contract; see {@link examineDescription}. */
export function compareDescriptions(contract: object, served: object): Contradiction[] {
  return [...examineDescription(contract, served).contradictions]
}

/**
 * Holds a served OpenAPI document against the contract (part 9, rule 3).
 *
 * A contradiction is a false statement. What the served document leaves out (a bound, a format, an error status)
 * or adds (operations, properties, optional parameters, statuses) is none. Exceptions, since without them the API is
 * not described: the 13 operations, their query parameters, the fields of request bodies, and the required fields of responses.
 * Takes any JSON value, follows local references only, compiles no pattern and never throws.
 */
export function examineDescription(contract: object, served: unknown): Examination {
  return isObject(served) ? examinations(contract)(served) : examine(contract, served)
}

/** Several cases look at the same document, each for its own kind of contradiction. */
const examinations = remembered((contract: object) =>
  remembered((served: object) => examine(contract, served)),
)

function examine(contract: object, served: unknown): Examination {
  const found: RawFinding[] = []
  const notUnderstood = new Set<string>()
  const context: Context = {
    contract: contractReader(contract),
    served: createReader(served),
    report: (finding) => found.push(finding),
    skip: (where) => notUnderstood.add(where),
  }
  if (isObject(served)) compareDocuments(context)
  else reportDocument(context, 'invalid-document', 'document', 'an OpenAPI document', served)
  return { contradictions: mergeFindings(found), notUnderstood: [...notUnderstood] }
}

/** The contract is compared with many documents; what was read of it once is kept. */
const contractReader = remembered((contract: object): Reader => createReader(contract, Infinity))

function compareDocuments(context: Context): void {
  const served = context.served.root.value
  const version = own(served, 'openapi')
  if (typeof version !== 'string' || !/^3\.1\.\d+(?:-.+)?$/.test(version))
    reportDocument(context, 'openapi-version', 'openapi', 'version 3.1.x', version)
  // Swagger 2.0 and OpenAPI 4 are written otherwise: comparing them would accuse wrongly.
  if (typeof version === 'string' && !version.startsWith('3.')) return
  if (own(served, 'swagger') !== undefined) return
  const info = own(own(served, 'info'), 'version')
  if (info !== '1.1.0') reportDocument(context, 'info-version', 'info.version', '"1.1.0"', info)
  const { operations, prefix } = matchOperations(context)
  compareServers(context, prefix)
  for (const operation of operations) {
    compareParameters(context, operation)
    compareBody(context, operation)
    compareResponses(context, operation)
  }
  compareErrorCodes(context, operations)
  compareResources(context, operations)
  compareSecurity(context, operations)
}

function reportDocument(
  context: Context,
  kind: ContradictionKind,
  where: string,
  expected: string,
  value: unknown,
): void {
  const received = value === undefined ? 'absent' : `${typeOf(value)} ${shortValue(value)}`
  context.report({ kind, where, leaf: where, expected, received, origins: new Set([`/${where}`]) })
}
