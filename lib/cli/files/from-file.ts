import { readFile } from 'node:fs/promises'
import { FileProblem } from '../../util/errors.ts'
import { ConfigurationError } from '../../run/options.ts'
import { errorCode } from '../reports-folder.ts'
import { shownLine } from '../shown.ts'

/** Reads a text file and makes something of it; what is wrong with the file becomes a ConfigurationError of one line. */
export async function fromFile<T>(file: string, read: (source: string) => T): Promise<T> {
  const source = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ConfigurationError(`${file} cannot be read (${errorCode(error)})`, { cause: error })
  })
  try {
    return read(source)
  } catch (error) {
    if (error instanceof FileProblem) throw new ConfigurationError(shownLine(`${file} ${error.message}`))
    throw error
  }
}
