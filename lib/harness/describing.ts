import {
  type ContradictionKind,
  examineDescription,
  type Examination,
  loadContract,
} from '../contract/index.ts'
import type { Row } from '../oracles/values.ts'
import type { Expectation } from './expect.ts'

const examinations = new WeakMap<Row, Examination>()

/** Expects a served description to contradict the contract in nothing of the given kinds. The first contradictions are told. */
export function contradictions(
  expectation: Expectation,
  served: Row,
  kinds: readonly ContradictionKind[],
): void {
  const examination = examinations.get(served) ?? examineDescription(loadContract().document, served)
  examinations.set(served, examination)
  const found = examination.contradictions.filter(({ kind }) => kinds.includes(kind))
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
  )
}
