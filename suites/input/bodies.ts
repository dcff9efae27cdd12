import { type BodySchema, bodySchemaOf, type DefectKind } from './schema.ts'
import { CONTRACT } from '../../lib/spec/api.ts'
import { formRequirement, lengthRequirement } from '../../lib/harness/writes.ts'

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
    formats: { phone: 'phone' },
  })
}

/** A value of the wrong type is not an id, so it is also an unknown id: 400 or 404 is open. */
function notFoundIsOpen(field: string, kind: DefectKind): boolean {
  return field.endsWith('_id') && (kind === 'wrong type' || kind === 'null')
}

const PATCH: Readonly<Partial<Record<DefectKind, string>>> = {
  missing: 'PATCH-CONVERSATION-04',
  'too many items': 'PATCH-CONVERSATION-10',
  'too long': 'PATCH-CONVERSATION-11',
  'too short': 'PATCH-CONVERSATION-12',
  'not an object': 'PATCH-CONVERSATION-07',
  'not JSON': 'PATCH-CONVERSATION-07',
}

const NOTE: Readonly<Partial<Record<DefectKind, string>>> = {
  missing: 'ADD-NOTE-04',
  'too long': 'ADD-NOTE-08',
  'too short': 'ADD-NOTE-09',
  'not an object': 'ADD-NOTE-06',
  'not JSON': 'ADD-NOTE-06',
}

const HINTS: Readonly<Record<BodyName, (field: string, kind: DefectKind) => string>> = {
  LeadCreate: (field, kind) => {
    if (kind === 'missing') return 'CREATE-LEAD-05'
    return kind === 'too long' ? lengthRequirement(field) : formRequirement(field)
  },
  ConversationPatch: (field, kind) =>
    PATCH[kind] ?? (field === 'is_resolved' ? 'PATCH-CONVERSATION-06' : 'PATCH-CONVERSATION-05'),
  MessageCreate: (_, kind) => NOTE[kind] ?? 'ADD-NOTE-05',
}

/** The requirement for which a plain case finds the same defect. */
function requirementHint(body: BodyName, field: string, kind: DefectKind): string {
  return HINTS[body](field, kind)
}
