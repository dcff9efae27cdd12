import { type BodySchema, bodySchemaOf, type DefectKind } from './schema.ts'
import { CONTRACT } from '../../lib/spec/api.ts'
import { type BodyName, requirementOf } from '../../lib/harness/writes.ts'

export { type BodyName, BODIES } from '../../lib/harness/writes.ts'

/** The schema of each body, and the requirement that each defect violates. */
export const SCHEMAS: Readonly<Record<BodyName, BodySchema>> = {
  LeadCreate: schemaOf('LeadCreate'),
  ConversationPatch: schemaOf('ConversationPatch'),
  MessageCreate: schemaOf('MessageCreate'),
}

function schemaOf(name: BodyName): BodySchema {
  return bodySchemaOf(CONTRACT, name, {
    hint: (field, kind) => requirementOf(name, field, kind),
    notFoundIsOpen,
    formats: { phone: 'phone' },
  })
}

/** A value of the wrong type is not an id, so it is also an unknown id: 400 or 404 is open. */
function notFoundIsOpen(field: string, kind: DefectKind): boolean {
  return field.endsWith('_id') && (kind === 'wrong type' || kind === 'null')
}
