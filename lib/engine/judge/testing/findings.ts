import type { Finding } from '../finding.ts'

let latest = 1000

/** A finding of a case on an exchange of its own; `more` overrides. */
export function found(requirement: string, more: Partial<Finding> = {}): Finding {
  latest += 1
  return {
    requirement,
    where: 'GET /things',
    expected: 'this',
    received: 'that',
    exchanges: [latest],
    case: requirement,
    count: 1,
    ...more,
  }
}

/** A finding of an oracle, without a case. */
export function judged(requirement: string, more: Partial<Finding> = {}): Finding {
  const { case: _, ...finding } = found(requirement, more)
  return finding
}
