import { InvalidValue } from '../option.ts'

/** An API key: visible ASCII characters only, since it travels in a header. What is wrong is said, never the key. */
export function apiKey(text: string): string {
  const problem = problemOf(text)
  if (problem !== undefined) throw new InvalidValue(`must be visible ASCII characters only: it ${problem}`)
  return text
}

function problemOf(text: string): string | undefined {
  if (/[\r\n]/.test(text)) return 'contains a line break'
  if (/\s/.test(text)) return 'contains white space'
  if (/[^\x20-\x7e]/.test(text)) return 'contains a character that is not visible ASCII'
  if (/^bearer$/i.test(text)) return 'is the name of the scheme'
  if (/^(['"`]).*\1$/.test(text)) return 'is wrapped in quotation marks'
  return undefined
}
