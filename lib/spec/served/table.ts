import { isObject } from '../../util/values.ts'
import type { Contract } from '../contract.ts'
import { own, shortValue } from '../json.ts'
import type { Content, Served, ServedOperation } from './reader.ts'
import { resolved } from './reader.ts'
import type { Contradiction } from './contradiction.ts'

/**
 * What a description says in so many words: its versions, its operations with their bodies, statuses and security.
 * What it leaves out is no contradiction, but for the operations and the bodies of requests.
 */
export function compareStatements(contract: Contract, served: Served): Contradiction[] {
  const { document } = served
  return [
    ...versions(contract, document),
    ...served.missing.map((key): Contradiction => ({
      kind: 'operation',
      where: key,
      expected: 'described',
      received: 'not described',
    })),
    ...[...served.operations.values()].flatMap((operation) => [
      ...media(contract, operation),
      ...security(document, operation),
    ]),
  ]
}

function versions(contract: Contract, document: unknown): Contradiction[] {
  const found: Contradiction[] = []
  const openapi = own(document, 'openapi')
  if (!isVersion31(openapi))
    found.push({
      kind: 'openapi-version',
      where: 'openapi',
      expected: 'version 3.1.x',
      received: shortValue(openapi),
    })
  const wanted = own(contract.document['info'], 'version')
  const stated = own(own(document, 'info'), 'version')
  if (stated !== wanted)
    found.push({
      kind: 'info-version',
      where: 'info.version',
      expected: shortValue(wanted),
      received: shortValue(stated),
    })
  return found
}

/** Whether a description says that it is written in OpenAPI 3.1, whatever its patch version. */
export function isVersion31(version: unknown): boolean {
  return typeof version === 'string' && /^3\.1\.\d+(?:-.+)?$/.test(version)
}

/** Bodies are JSON, and success is 200. Part 4. */
function media(contract: Contract, { key, body, answers }: ServedOperation): Contradiction[] {
  const found: Contradiction[] = []
  const isJson = (kind: 'request-body' | 'response', where: string, content: Content | undefined): void => {
    if (content?.states === 'other')
      found.push({ kind, where, expected: 'application/json', received: content.types.join(', ') })
  }
  if (contract.operation(key).requestSchema !== undefined) {
    if (body === undefined)
      found.push({
        kind: 'request-body',
        where: `${key} body`,
        expected: 'a JSON body',
        received: 'no request body',
      })
    isJson('request-body', `${key} body`, body)
  }
  for (const [status, content] of answers) isJson('response', `${key} ${status}`, content)
  const successes = [...answers.keys()].filter((status) => status.startsWith('2'))
  if (successes.length > 0 && !successes.some((status) => status === '200' || /^2xx$/i.test(status)))
    found.push({
      kind: 'response',
      where: key,
      expected: 'status 200',
      received: `status ${successes.join(', ')}`,
    })
  return found
}

/**
 * Each operation needs an HTTP bearer token. Part 5. One without a security requirement needs no key: it means the same as an
 * empty requirement.
 */
function security(document: unknown, { key, security: stated }: ServedOperation): Contradiction[] {
  if (stated !== undefined && !Array.isArray(stated)) return []
  const ways: readonly unknown[] = stated ?? []
  const found = (received: string): Contradiction[] => [
    { kind: 'security', where: key, expected: 'an HTTP bearer token', received },
  ]
  if (ways.length === 0) return found('no security requirement')
  if (ways.some((way) => isObject(way) && Object.keys(way).length === 0)) return found('the key is optional')
  const fits = ways.map((way) => Object.keys(Object(way)).map((name) => fitness(document, name)))
  if (fits.some((way) => way.every((fit) => fit !== 'unfit'))) return []
  return found(`security ${ways.map((way) => Object.keys(Object(way)).join(' and ')).join(' or ')}`)
}

/** Whether a scheme describes `Authorization: Bearer <API_KEY>`; OAuth and OpenID may. */
function fitness(document: unknown, name: string): 'fit' | 'unfit' | 'unclear' {
  const schemes = own(own(document, 'components'), 'securitySchemes')
  const at = '/components/securitySchemes'
  const scheme = resolved(document, { value: own(schemes, name), at })?.value
  if (scheme === undefined) return own(schemes, name) === undefined ? 'unfit' : 'unclear'
  const type = own(scheme, 'type')
  const lower = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '')
  if (type === 'http') return lower(own(scheme, 'scheme')) === 'bearer' ? 'fit' : 'unfit'
  // The same header, described by its name.
  if (type === 'apiKey')
    return own(scheme, 'in') === 'header' && lower(own(scheme, 'name')) === 'authorization' ? 'fit' : 'unfit'
  return type === 'mutualTLS' ? 'unfit' : 'unclear'
}
