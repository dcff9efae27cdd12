/**
 * Beginnings that change the meaning of a message: a command, a mention, a channel, a list, a quotation, a
 * comment.
 */
export const BEGINNINGS: readonly string[] = [
  '/assign ann',
  '//',
  '@ann',
  '#sale',
  '!important',
  '> quoted',
  '- [ ] call back',
  '1. first',
  '--',
  ':wave:',
]

/**
 * Whole texts that software takes for another value: nothing, truth, a number, a time, JSON. The likeliest
 * come first.
 */
export const WHOLE: readonly string[] = [
  'null',
  '{"a":[1,null]}',
  '0',
  '[1,2]',
  '2026-01-02T03:04:05Z',
  '12E5',
  'false',
  '0042',
  '42',
  'N/A',
  '2026-01-02',
  '""',
  'undefined',
  'None',
  'Null',
  'NaN',
  'yes',
  '{}',
  '[]',
  '"quoted"',
  '-5',
  '1,234.50',
  '12345678901234567890',
  '٤٢',
  '10:30',
]

/**
 * Fragments of text that have a meaning for databases, template engines, mark-up, spreadsheets, shells,
 * mappers, sanitizers or filters. Each is valid as a tag (at most 40 characters) and has no outer blanks,
 * since whether these are kept is open. To try another one, add a line: it is sent alone, at the beginning of
 * a text, inside of one and at its end.
 */
export const FRAGMENTS: readonly string[] = [
  ...BEGINNINGS,
  ...WHOLE,
  // Single characters that have a meaning somewhere.
  '+',
  "'",
  '"',
  '%',
  '_',
  '*',
  '~',
  '|',
  ';',
  '\\',
  '^',
  '50%25',
  'left\u200eright',
  'zero\u200bwidth',
  // Markup, entities, escapes, placeholders, formulas.
  '&amp;',
  '&#39;',
  '<b>bold</b>',
  '<ann@example.com>',
  'a < b > c',
  '<!-- x -->',
  '[link](https://example.com)',
  '[a]',
  '{{name}}',
  '{name}',
  '${7*7}',
  '#{x}',
  '<%= x %>',
  '%s $1 $&',
  '\\n',
  '\\u0041',
  'C:\\new\\table',
  '**bold** _thin_ ~~gone~~ `code`',
  '=1+1',
  'a;b,"c"',
  'a, b',
  "'); DROP TABLE x; --",
  'javascript:alert(1)',
  '$(date)',
  // Letters and marks.
  'ÀÉÎõñü',
  'straße',
  'İstanbul',
  'ﬁne ①',
  '日本語',
  'שלום',
  'مرحبا',
  'q̃',
  '“quotes” – ‘dash’…',
  "O'Hara & Søn",
  // Blanks inside, and texts that a filter takes for personal data.
  'two  blanks',
  'no\u00a0break',
  'ann@example.com',
  '+1 555 010 0100',
  '4111 1111 1111 1111',
  'see #42',
  'https://example.com/?utm_source=a%201#b',
]

/**
 * Texts for single fields, the likeliest to be taken for something else first. To try another one, add a line.
 */
export const TEXTS_OF_FIELDS = {
  /** Statuses as teams use them: a service may treat leads with such a status specially. */
  status: ['archived', 'deleted', 'spam', 'closed', 'draft', 'contacted', 'qualified', 'won', 'lost'],
  /** Telephone numbers as people write them. Whether their signs are kept is open. */
  phone: ['+1 (555) 010-0100', '0015550100', '112', '+1 555.010.0100', '+49 30 901820'],
  /** Names that software turns round, cuts into parts, corrects, or takes for none. */
  name: ['Lee, Ann', 'N/A', '=1+1', "ann o'neil-de la Cruz", 'Test', '-', 'ANN', 'Dr. Ann B. Lee jr.'],
  notes: ['N/A', 'null', '-', 'false', '0042', '{"a":[1,null]}'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The separators between two fragments of a text. */
export const BETWEEN: readonly string[] = [' ', ' ', ' · ', '']

/**
 * The same in a text of several lines: line ends of different kinds, empty lines, indented lines, and blanks
 * at line ends.
 */
export const BETWEEN_LINES: readonly string[] = [
  ...BETWEEN,
  '\n',
  '\n',
  '\n\n',
  '\r\n',
  '\n  ',
  '\n\t',
  ' \n',
]
