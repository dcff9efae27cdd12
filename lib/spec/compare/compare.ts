import { compareBody, compareResponses } from './bodies.ts'
import {
  type Context,
  type Contradiction,
  type ContradictionKind,
  mergeFindings,
  type RawFinding,
  type Rulings,
} from './context.ts'
import { compareErrorCodes, compareResources, compareSecurity } from './across-operations.ts'
import { compareParameters } from './parameters.ts'
import { compareServers, matchOperations } from './paths.ts'
import { createReader } from './reader.ts'
import type { Contract } from '../contract.ts'
import { isObject } from '../../util/values.ts'
import { own, shortValue, typeOf } from '../json.ts'
import { remembered } from '../../util/memo.ts'

/** What a comparison found. */
export interface Examination {
  readonly contradictions: readonly Contradiction[]
  /** Places of the served description that this comparison does not understand. They produce no finding. */
  readonly notUnderstood: readonly string[]
}

/**
 * Compares served OpenAPI documents with a contract.
 *
 * A contradiction is a false statement. Omissions (a bound, a format, an error status) and additions (operations,
 * properties, optional parameters, statuses) are not contradictions. Exceptions: the operations, their query
 * parameters, the fields of request bodies, and the required fields of responses must be described.
 * @returns a function of any JSON value; it follows only local references, compiles no pattern and never throws
 */
export function compareWith(contract: Contract, rulings: Rulings): (served: unknown) => Examination {
  const reader = createReader(contract.document, Infinity)
  const examine = (served: unknown): Examination => {
    const found: RawFinding[] = []
    const notUnderstood = new Set<string>()
    const context: Context = {
      rulings,
      operations: [...contract.operations.keys()],
      fieldsOf: contract.fieldsOf,
      contract: reader,
      served: createReader(served),
      report: (finding) => found.push(finding),
      skip: (where) => notUnderstood.add(where),
    }
    if (isObject(served)) compareDocuments(context)
    else reportDocument(context, 'invalid-document', 'document', 'an OpenAPI document', served)
    return { contradictions: mergeFindings(found), notUnderstood: [...notUnderstood] }
  }
  // Several cases examine the same document, each for its own kind of contradiction.
  const known = remembered((served: object) => examine(served))
  return (served) => (isObject(served) ? known(served) : examine(served))
}

function compareDocuments(context: Context): void {
  const served = context.served.root.value
  const version = own(served, 'openapi')
  if (typeof version !== 'string' || !/^3\.1\.\d+(?:-.+)?$/.test(version))
    reportDocument(context, 'openapi-version', 'openapi', 'version 3.1.x', version)
  // Swagger 2.0 and OpenAPI 4 have another structure: comparing them would give false alarms.
  if (typeof version === 'string' && !version.startsWith('3.')) return
  if (own(served, 'swagger') !== undefined) return
  const wanted = own(own(context.contract.root.value, 'info'), 'version')
  const info = own(own(served, 'info'), 'version')
  if (info !== wanted) reportDocument(context, 'info-version', 'info.version', shortValue(wanted), info)
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
