import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'

/**
 * Reads a text file in UTF-8. Rejects with the system's error, and for a named pipe: nobody may ever write to it, and opening it blocks
 * the process so that not even a signal ends it. Pipes of the shell, under `/dev`, have a writer and are read.
 */
export async function readTextFile(file: string): Promise<string> {
  const path = resolve(file)
  if ((await stat(path)).isFIFO() && !/^\/(?:dev|proc)\//.test(path)) throw new Error('it is a named pipe')
  return readFile(path, 'utf8')
}
