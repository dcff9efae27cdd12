import { CONVENTIONS } from './conventions.ts'
import { FIELDS } from './fields.ts'
import { LIST_ROWS } from './lists.ts'
import { READS } from './reads.ts'
import type { Requirement } from './requirement.ts'
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

/** Every normative sentence of the specification, by part and then in order. */
export const CATALOGUE: readonly Requirement[] = [
  ...CONVENTIONS,
  ...FIELDS.map((row) => row.requirement),
  ...READS,
  ...LIST_ROWS,
  ...WRITES,
  ...SERVICE,
].sort((a, b) => a.part - b.part)

const byId = new Map(CATALOGUE.map((requirement) => [requirement.id, requirement]))

/** The requirement with this id. Throws if there is none: ids come from code, never from a user. */
export function requirement(id: string): Requirement {
  const found = byId.get(id)
  if (found === undefined) throw new Error(`the catalogue has no requirement ${id}`)
  return found
}

/** Whether the catalogue has a requirement with this id. */
export function isRequirement(id: string): boolean {
  return byId.has(id)
}
