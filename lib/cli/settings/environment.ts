import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError } from '../../util/errors.ts'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** An assignment as dotenv understands it, with the raw value, quotation marks included. */
const ASSIGNMENT =
  /^\s*(?:export\s+)?[\w.-]+(?:\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?\s*(?:#.*)?$/gm

/**
 * Reads `.env` in one folder, never in its parents; without one there are no values. Throws a one-line {@link
 * ConfigurationError} if it is unreadable or malformed, with the number of the line and never its content.
 */
export async function readEnvironmentFile(folder: string): Promise<Environment> {
  const text = await textOf(join(folder, '.env'))
  if (text === undefined) return {}
  refuseMalformed(text)
  const { parse } = await import('dotenv')
  return parse(text)
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    // Opening a pipe without a writer would block the process, and not even a signal would end it.
    if (!(await stat(file)).isFile())
      throw new ConfigurationError('.env is not a file: remove it, or replace it by one')
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
    if (text.includes('\0')) throw new ConfigurationError('.env is not a text file')
    return text
  } catch (error) {
    if (error instanceof ConfigurationError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code === 'ENOENT') return undefined
    if (code.startsWith('ERR_ENCODING')) throw new ConfigurationError('.env is not a text file in UTF-8')
    throw new ConfigurationError(`.env cannot be read (${code})`, { cause: error })
  }
}

/** dotenv skips what it does not understand; a mistyped line would silently change what is verified. */
function refuseMalformed(text: string): void {
  const lines = text.replace(/\r\n?/g, '\n')
  const rest = lines.replace(ASSIGNMENT, (assignment, raw: string | undefined, offset: number) => {
    const value = (raw ?? '').trim()
    if (/^['"`]/.test(value) && (value.length === 1 || value.at(-1) !== value[0])) {
      const blank = assignment.length - assignment.trimStart().length
      throw malformed(lines, offset + blank, 'has a quotation mark that is not closed')
    }
    return assignment.replace(/[^\n]/g, '')
  })
  const line = rest.split('\n').findIndex((content) => !/^\s*(#.*)?$/.test(content))
  if (line !== -1) throw new ConfigurationError(`.env line ${line + 1} is not of the form NAME=value`)
}

function malformed(text: string, offset: number, problem: string): ConfigurationError {
  return new ConfigurationError(`.env line ${text.slice(0, offset).split('\n').length} ${problem}`)
}
