import type { OperationKey } from '../api/catalogue/requirement.ts'
import { operations } from './operations.ts'

/** An operation that a request addresses, with the decoded values of its path parameters. */
export interface OperationMatch {
  readonly operation: OperationKey
  readonly params: Readonly<Record<string, string>>
}

/**
 * Which of the 13 operations a request addresses.
 * @param method as sent: HTTP methods are case-sensitive
 * @param path relative to the base URL, percent-encoded, without the query: `/leads/abc`
 * @returns undefined for anything else, an empty path parameter included
 */
export function matchOperation(method: string, path: string): OperationMatch | undefined {
  const segments = path.split('/').map(decoded)
  for (const { key, template } of templates(method)) {
    const params = matchTemplate(template, segments)
    if (params !== undefined) return { operation: key, params }
  }
  return undefined
}

interface Template {
  readonly key: OperationKey
  readonly template: readonly string[]
}

const byMethod = new Map<string, readonly Template[]>()

/** The operations of a method, with their paths in segments: every exchange is matched. */
function templates(method: string): readonly Template[] {
  if (byMethod.size === 0) {
    for (const operation of operations().values()) {
      const { key, path } = operation
      const known = byMethod.get(operation.method) ?? []
      byMethod.set(operation.method, [...known, { key, template: path.split('/') }])
    }
  }
  return byMethod.get(method) ?? []
}

function matchTemplate(
  template: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, wanted] of template.entries()) {
    const segment = segments[index] ?? ''
    if (wanted.startsWith('{')) {
      if (segment === '') return undefined
      params[wanted.slice(1, -1)] = segment
    } else if (segment !== wanted) return undefined
  }
  return params
}

/** A malformed escape stands for itself: what the target makes of it is not for us to say. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
