import { join } from 'node:path'
import { ConfigurationError, errorCode } from '../../engine/util/errors.ts'
import { readTextFile } from '../../engine/util/text-file.ts'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads `.env` in one folder, never in its parents; without one there are no values. Throws a one-line {@link
 * ConfigurationError} if it is unreadable or malformed, with the number of the line and never its content.
 */
export async function readEnvironmentFile(folder: string): Promise<Environment> {
  const text = await readTextFile(join(folder, '.env')).catch((error: unknown) => {
    const code = errorCode(error)
    if (code === 'ENOENT') return undefined
    throw new ConfigurationError(`.env cannot be read (${code})`, { cause: error })
  })
  if (text === undefined) return {}
  refuseMalformed(text)
  const { parse } = await import('dotenv')
  return parse(text)
}

/** A NUL, or the replacement for bytes that are not UTF-8. */
const NO_TEXT = /[\0\uFFFD]/
const OURS = /^\s*(?:export\s+)?CONFORMANCE_/
/** A name, and a value that is unquoted, or whose quotation mark is closed. */
const ASSIGNMENT = /^[^=:]*[=:]\s*(?:[^"'`\s].*|(["'`]).*\1\s*(?:#.*)?)?$/

/**
 * dotenv skips lines that it does not understand, so a mistyped line would silently change what is verified.
 * Lines about other variables belong to other programs.
 */
function refuseMalformed(text: string): void {
  if (NO_TEXT.test(text)) throw new ConfigurationError('.env is not a text file in UTF-8')
  const lines = text.split(/\r\n?|\n/)
  const wrong = lines.findIndex((line) => OURS.test(line) && !ASSIGNMENT.test(line))
  if (wrong >= 0) throw new ConfigurationError(`.env line ${wrong + 1} is not of the form NAME=value`)
}
