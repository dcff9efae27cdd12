import type { DefectKind } from '../../generate/defects.ts'
import { type BodySchema, bodySchemaOf } from '../../generate/schema.ts'
import { CONTRACT } from '../contract.ts'
import { requirementHint } from './hints.ts'

/** The three request bodies of part 4, by schema name. */
export const BODIES = ['LeadCreate', 'ConversationPatch', 'MessageCreate'] as const
export type BodyName = (typeof BODIES)[number]

/** The schema of each body, and the requirement that each defect violates. */
export const SCHEMAS: Readonly<Record<BodyName, BodySchema>> = {
  LeadCreate: schemaOf('LeadCreate'),
  ConversationPatch: schemaOf('ConversationPatch'),
  MessageCreate: schemaOf('MessageCreate'),
}

function schemaOf(name: BodyName): BodySchema {
  return bodySchemaOf(CONTRACT, name, {
    hint: (field, kind) => requirementHint(name, field, kind),
    notFoundIsOpen,
  })
}

/** A value of the wrong type is no id, so it is also an unknown one: 400 or 404 is open. */
function notFoundIsOpen(field: string, kind: DefectKind): boolean {
  return field.endsWith('_id') && (kind === 'wrong type' || kind === 'null')
}
