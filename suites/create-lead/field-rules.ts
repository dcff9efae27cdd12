import type { Requirement } from '../../lib/engine/judge/requirement.ts'
import { major, statementsOf } from '../../lib/engine/judge/rows.ts'
import {
  type BodyField,
  bodyFields,
  namesId,
  requirementOf,
} from '../../lib/engine/contract/request-bodies.ts'

const LEAD = 'POST /leads'
const part4 = statementsOf({ part: 4, section: LEAD })
const part8 = statementsOf({ part: 8, section: '', endpoint: LEAD })

/** The rules about the fields of a lead, as the contract has them. */
export function fieldRules(): readonly Requirement[] {
  return bodyFields('LeadCreate').flatMap((field) =>
    [formRule(field), ...lengthRules(field)].map((rule) => ({ ...rule, since: field.since })),
  )
}

/** A field in the words of rule texts, with the verb: "A `name` that is", "`notes` that are". */
function subjectOf(name: string): string {
  if (name === 'notes') return '`notes` that are'
  return `${/^[aeiou]/.test(name) ? 'An' : 'A'} \`${name}\` that is`
}

const WANTED: Readonly<Record<string, string>> = { email: 'an e-mail address', uri: 'a URI' }

function formRule(field: BodyField): Requirement {
  const { name, type, format, nullable } = field
  const wanted = WANTED[format ?? ''] ?? `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}${boundsOf(field)}`
  const status = namesId(name) ? '400, or 404 like an unknown id' : '400'
  const not = nullable
    ? `neither ${wanted} nor null`
    : `not ${wanted}${name === 'status' ? ', null included,' : ''}`
  return part4.must(
    requirementOf('LeadCreate', name, 'wrong type'),
    format === undefined ? name : `${name} string (${format}) or null`,
    `${subjectOf(name)} ${not} ${name === 'notes' ? 'return' : 'returns'} ${status}.`,
    major(`A client with a mistake in \`${name}\` believes that the lead was recorded as sent.`),
  )
}

/** The bounds of a number in words: ` from 0 to 9`. */
function boundsOf({ type, least, most }: BodyField): string {
  if (type !== 'integer' && type !== 'number') return ''
  return [
    least === -Infinity ? '' : ` from ${least}`,
    most === Infinity ? '' : ` ${least === -Infinity ? 'up ' : ''}to ${most}`,
  ].join('')
}

/** Whether a field has a greatest length, in characters. */
export function isMeasured({ type, most }: BodyField): boolean {
  return type === 'string' && most < Infinity
}

/** The headings of fields in part 8. */
const LIMITED: Readonly<Record<string, string>> = { name: '`name`, `company`', company: '`name`, `company`' }

function lengthRules(field: BodyField): readonly Requirement[] {
  const { name, most } = field
  if (!isMeasured(field)) return []
  const length = most.toLocaleString('en')
  return [
    part8.must(
      requirementOf('LeadCreate', name, 'too long'),
      `Lead ${LIMITED[name] ?? name}`,
      name === 'email'
        ? `A long valid \`email\` is accepted; one of more than ${length} characters returns 400.`
        : `Up to ${length} characters are accepted in \`${name}\`; more return 400.`,
      major(`Clients cut \`${name}\` at the stated bound, in characters and not in bytes.`),
    ),
  ]
}
