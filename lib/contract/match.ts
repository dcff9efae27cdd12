import type { Operation } from './operations.ts'
import { groupBy } from '../util/group-by.ts'

/** An operation that a request addresses, with the decoded values of its path parameters. */
export interface OperationMatch<K extends string = string> {
  readonly operation: K
  readonly params: Readonly<Record<string, string>>
}

/** Finds which operation a request addresses: every exchange is matched, so the paths are taken apart once. */
export function matcherOf<K extends string>(
  operations: readonly Operation<K>[],
): (method: string, path: string) => OperationMatch<K> | undefined {
  const byMethod = groupBy(
    operations.map(({ key, method, path }) => ({ key, method, template: path.split('/') })),
    ({ method }) => method,
  )
  return (method, path) => {
    const segments = path.split('/').map(decoded)
    for (const { key, template } of byMethod.get(method) ?? []) {
      const params = matchTemplate(template, segments)
      if (params !== undefined) return { operation: key, params }
    }
    return undefined
  }
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
