import { examineDescription } from '../../../lib/api/description.ts'
import { type ContradictionKind } from '../../../lib/contract/index.ts'
import type { Row } from '../../../lib/util/values.ts'
import type { Expectation } from '../../../lib/harness/expect.ts'

/** Expects a served description to contradict the contract in nothing of the given kinds. The first contradictions are told. */
export function contradictions(
  expectation: Expectation,
  served: Row,
  kinds: readonly ContradictionKind[],
): void {
  const found = examineDescription(served).contradictions.filter(({ kind }) => kinds.includes(kind))
  const [first] = found
  const more =
    found.length > 1
      ? ` (and ${found.length - 1} more: ${found
          .slice(1, 4)
          .map(({ where }) => where)
          .join(', ')})`
      : ''
  expectation.toSatisfy(
    first === undefined,
    `${first?.where}: ${first?.expected}`,
    `${first?.received}${more}`,
    // What stands in a place that is no valid OpenAPI may be read as a contradiction too.
    { explainedBy: ['VERSION-02'] },
  )
}
