/**
 * Texts that services change: databases, template engines, spreadsheets, mappers, sanitizers and filters. Each is valid as a tag
 * (at most 40 characters) and has no outer blanks, since whether these are kept is open. To try another one, add it.
 */

/** Texts that are taken for something else where they are the whole of a value: nothing, a number, a formula of a spreadsheet. */
export const WHOLE: readonly string[] = [
  '0',
  '0042',
  '1e5',
  'null',
  'Null',
  'None',
  'undefined',
  'false',
  '{}',
  '""',
  '=1+1',
]

/** Statuses as teams use them: a service may have rules of its own for leads that have them. */
export const STATUSES: readonly string[] = ['contacted', 'qualified', 'won', 'lost', 'closed']

/** Texts that are changed wherever they stand. */
export const TEXTS: readonly string[] = [
  // Numbers and dates, or what looks like one.
  '٤٢',
  '12345678901234567890',
  '2026-01-02',
  // Single characters that mean something somewhere.
  '+',
  "'",
  '50%25',
  'left\u200eright',
  '#sale',
  '@ann',
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
  '**bold** _thin_ ~~gone~~ `code`',
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
  '“quotes” – ‘dash’…',
  // Blanks inside, and what a filter takes for personal data.
  'two  blanks',
  'no\u00a0break',
  'ann@example.com',
  '+1 555 010 0100',
  'https://example.com/?utm_source=a%201#b',
  "O'Hara & Søn",
]

/** A note of several lines: empty ones, some with blanks and tabs at their ends, and one that ends as on Windows. Outer blanks may be lost. */
export const PARAGRAPHS = '\n\n  second paragraph  \n\tthird line\t\r\nlast line'

/** Telephone numbers as people write them. Whether their signs are kept is open. */
export const PHONES: readonly string[] = ['+1 (555) 010-0100', '0015550100', '+1 555.010.0100']

/** The texts, as many joined as a field of some length can hold: so a few values try all of them. */
export function joinedUpTo(texts: readonly string[], longest: number): readonly string[] {
  const values: string[] = []
  for (const text of texts) {
    const longer = `${values.at(-1)} · ${text}`
    if (values.length === 0 || longer.length > longest) values.push(text)
    else values[values.length - 1] = longer
  }
  return values
}

/** A text of exactly some length that begins with a mark, and that a field of a body takes if the length is allowed. */
export function ofLength(field: string, length: number, mark: string): string {
  switch (field) {
    case 'email':
      return longEmail(length, mark)
    case 'source_url':
      return `https://example.com/${mark}/`.padEnd(length, 'a')
    case 'phone':
      return '+1'.padEnd(length, '5')
    default:
      // `é` shows a service that counts bytes instead of characters.
      return `${mark}-`.slice(0, length).padEnd(length, 'é')
  }
}

/** An address whose local part has 64 characters, and each of its labels at most 63. */
function longEmail(length: number, mark: string): string {
  const [local, zone] = [mark.padEnd(64, 'a'), '.example.com']
  const room = length - local.length - 1 - zone.length
  const labels = Array.from({ length: room }, (_, index) => (index % 64 === 63 ? '.' : 'b'))
  return `${local}@${labels.join('')}${zone}`
}
