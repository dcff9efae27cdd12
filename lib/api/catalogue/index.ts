import { type Catalogue, catalogueOf } from '../../judge/requirement.ts'
import { CONVENTIONS } from './conventions.ts'
import { FIELDS } from './fields.ts'
import { LIST_ROWS } from './lists.ts'
import { READS } from './reads.ts'
import { restsOn } from './rests-on.ts'
import { SERVICE } from './service.ts'
import { WRITES } from './writes.ts'

export { FIELDS, fieldRequirement, type FieldRow, tableOf, type ResourceName } from './fields.ts'
export {
  LISTS,
  LIST_FACTS,
  LIST_RULES,
  isLimitOpen,
  listRule,
  listRules,
  type ListKey,
  type ListRule,
} from './lists.ts'
export { type Endpoint, type Part, type Requirement, type Strength } from './requirement.ts'

const ROWS = [
  ...CONVENTIONS,
  ...FIELDS.map((row) => row.requirement),
  ...READS,
  ...LIST_ROWS,
  ...WRITES,
  ...SERVICE,
].sort((a, b) => a.part - b.part)

/** Every normative sentence of the specification, by part and then in order. */
export const CATALOGUE: Catalogue = catalogueOf(ROWS, restsOn(ROWS))
