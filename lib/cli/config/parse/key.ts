import { InvalidValue } from '../option.ts'

/** A shorter key would occur by chance in any text, and masking it would make the reports unreadable. */
const SHORTEST = 8
/** Servers take 8 to 16 KiB for all headers together. */
const LONGEST = 4096

/** An API key: visible ASCII characters only, since it travels in a header. What is wrong is said, never the key. */
export function apiKey(text: string): string {
  const problem = problemOf(text)
  if (problem !== undefined) throw new InvalidValue(`must be visible ASCII characters only: it ${problem}`)
  if (text.length < SHORTEST)
    throw new InvalidValue(`must have at least ${SHORTEST} characters, not ${text.length}: is it cut short?`)
  if (text.length > LONGEST)
    throw new InvalidValue(`must have at most ${LONGEST} characters, not ${text.length}: is it a whole file?`)
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
