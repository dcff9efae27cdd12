/**
 * Texts that databases, template engines, spreadsheets, mappers, sanitizers and filters change. Each is valid as a tag
 * (at most 40 characters) and has no outer blanks. To try another one, add it.
 */
import { type LeadBody } from '../support/leads.ts'

export const TEXTS: readonly string[] = [
  // Numbers, or what looks like one.
  '0042',
  '1e5',
  '٤٢',
  '12345678901234567890',
  '2026-01-02',
  // Words for nothing, truth and structures.
  'null',
  'false',
  '""',
  // Single characters that mean something somewhere.
  '+',
  "'",
  '50%25',
  'left\u200eright',
  // Markup, entities, escapes, placeholders, formulas.
  '&amp;',
  '&#39;',
  '<b>bold</b>',
  '<!-- x -->',
  '{{name}}',
  '${7*7}',
  '%s $1 $&',
  '\\n',
  '\\u0041',
  'C:\\new\\table',
  '=1+1',
  '**bold** _thin_',
  'a;b,"c"',
  "'); DROP TABLE x; --",
  'javascript:alert(1)',
  // Letters and marks.
  'ÀÉÎõñü',
  'straße',
  'İstanbul',
  '日本語',
  'שלום',
  'مرحبا',
  'q̃',
  '“quotes” – dash…',
  // Blanks inside, and what a filter takes for personal data.
  'two  blanks',
  'no\u00a0break',
  'ann@example.com',
  '+1 555 010 0100',
  "O'Hara & Søn",
]

/** Texts that are the whole of a note. */
export const WHOLE_NOTES: readonly string[] = ['0042', 'null', '{}', '&lt;b&gt;', '=1+1']

/** The end of a note with an empty line, and lines that begin and end with blanks. */
export const PARAGRAPHS = '\n\n  second paragraph  \n\tthird line\t\nlast line'

/** Fields of a lead that take any text. */
const FIELDS = ['name', 'status', 'notes', 'company', 'source'] as const

/** The sample texts in parts of some length. */
export function textsInParts(length: number): readonly (readonly string[])[] {
  const parts = Math.ceil(TEXTS.length / length)
  return Array.from({ length: parts }, (_, part) => TEXTS.slice(part * length, (part + 1) * length))
}

/**
 * Leads with a different text in each field, so that each text is in one of them.
 * @param mark - makes each e-mail address unique
 */
export function leadsWithTexts(chatbot: string, mark: () => string): readonly LeadBody[] {
  return textsInParts(FIELDS.length).map((texts) => ({
    chatbot_id: chatbot,
    email: `${mark()}@example.com`,
    ...Object.fromEntries(texts.map((text, index) => [FIELDS[index], text])),
  }))
}
