import type { DefectKind } from '../../generate/defects.ts'
import { type BodySchema, bodySchemaOf } from '../../generate/schema.ts'
import { CONTRACT } from '../contract.ts'
import { requirementHint } from './hints.ts'

/** The three bodies of part 4, by the name of their schema in the contract. */
export const BODIES = ['LeadCreate', 'ConversationPatch', 'MessageCreate'] as const
export type BodyName = (typeof BODIES)[number]

/** Each body with its rules, and with the requirement that each defect of it breaks. */
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

/** A value of the wrong type is no id, and so the id of nothing: which of the two errors is given is open. */
function notFoundIsOpen(field: string, kind: DefectKind): boolean {
  return field.endsWith('_id') && (kind === 'wrong type' || kind === 'null')
}
