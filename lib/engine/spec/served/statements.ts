import { isObject } from '../../util/values.ts'
import { CONTRACT } from '../api.ts'
import { own, shortValue } from '../json.ts'
import type { Contradiction } from './contradiction.ts'
import { type Content, type Described, type DescribedOperation, resolved } from './reader.ts'

/**
 * What a description says in so many words: its version, its operations with their bodies, statuses and security.
 * What it leaves out is no contradiction, but for the operations and the bodies of requests.
 */
export function compareStatements({ document, missing, operations }: Described): Contradiction[] {
  return [
    ...version(document),
    ...missing.map((key): Contradiction => ({
      kind: 'operation',
      where: key,
      expected: 'described',
      received: 'not described',
    })),
    ...[...operations.values()].flatMap((operation) => [
      ...media(operation),
      ...security(document, operation),
    ]),
  ]
}

function version(document: unknown): Contradiction[] {
  const wanted = own(CONTRACT.document['info'], 'version')
  const stated = own(own(document, 'info'), 'version')
  if (stated === wanted) return []
  const [expected, received] = [shortValue(wanted), shortValue(stated)]
  return [{ kind: 'info-version', where: 'info.version', expected, received }]
}

/** Bodies are JSON, and success is 200. Part 4. */
function media({ key, body, answers }: DescribedOperation): Contradiction[] {
  const found: Contradiction[] = []
  const note = (kind: Contradiction['kind'], where: string, expected: string, received: string): void =>
    void found.push({ kind, where, expected, received })
  const isOther = ({ types, isJson }: Content): boolean => types.length > 0 && !isJson
  if (CONTRACT.operation(key).requestSchema !== undefined) {
    if (body === undefined) note('request-body', `${key} body`, 'a JSON body', 'no request body')
    else if (isOther(body)) note('request-body', `${key} body`, 'application/json', body.types.join(', '))
  }
  for (const [status, content] of answers)
    if (isOther(content)) note('response', `${key} ${status}`, 'application/json', content.types.join(', '))
  const successes = [...answers.keys()].filter((status) => status.startsWith('2'))
  if (successes.length > 0 && !successes.some((status) => /^2(?:00|xx)$/i.test(status)))
    note('response', key, 'status 200', `status ${successes.join(', ')}`)
  return found
}

/**
 * Each operation needs an HTTP bearer token. Part 5. One without a security requirement needs no key: it means the same as an
 * empty requirement.
 */
function security(document: unknown, { key, security: stated }: DescribedOperation): Contradiction[] {
  if (stated !== undefined && !Array.isArray(stated)) return []
  const ways: readonly string[][] = (stated ?? []).map((way: unknown) =>
    isObject(way) ? Object.keys(way) : [],
  )
  const isBearer = (way: readonly string[]): boolean => way.every((name) => mayBeBearer(document, name))
  const isKeyNeeded = ways.length > 0 && ways.every((way) => way.length > 0)
  if (isKeyNeeded && ways.some(isBearer)) return []
  const received = isKeyNeeded
    ? `security ${ways.map((way) => way.join(' and ')).join(' or ')}`
    : 'no key is needed'
  return [{ kind: 'security', where: key, expected: 'an HTTP bearer token', received }]
}

/** Whether a scheme may be `Authorization: Bearer <API_KEY>`: OAuth, OpenID and what cannot be read may, and the header by its name. */
function mayBeBearer(document: unknown, name: string): boolean {
  const at = '/components/securitySchemes'
  const stated = own(own(own(document, 'components'), 'securitySchemes'), name)
  if (stated === undefined) return false
  const scheme = resolved(document, { value: stated, at })?.value
  const lower = (member: string): string => String(own(scheme, member)).toLowerCase()
  switch (own(scheme, 'type')) {
    case 'http':
      return lower('scheme') === 'bearer'
    case 'apiKey':
      return lower('in') === 'header' && lower('name') === 'authorization'
    case 'mutualTLS':
      return false
    default:
      return true
  }
}
