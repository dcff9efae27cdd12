import { constants } from 'node:fs'
import { type FileHandle, open, readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** How long a named pipe is waited for: a password manager asks its user first. */
const PIPE_MS = 10_000
const LOOK_MS = 20

/**
 * Reads a text file in UTF-8, or a named pipe (password managers make them) until its writer closes it.
 * Rejects with the system's error, or if nothing comes out of a pipe in time. Pipes of the shell, under
 * `/dev`, have a writer and are read as files.
 */
export async function readTextFile(file: string, pipeMs = PIPE_MS): Promise<string> {
  const path = resolve(file)
  const isPipe = (await stat(path)).isFIFO() && !/^\/(?:dev|proc)\//.test(path)
  return isPipe ? readPipe(path, pipeMs) : readFile(path, 'utf8')
}

/**
 * Opening a pipe without a writer blocks a thread, and then not even a signal ends the process: so the pipe
 * is polled.
 */
async function readPipe(path: string, pipeMs: number): Promise<string> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const chunks: Buffer[] = []
    for (const end = performance.now() + pipeMs; performance.now() < end;) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      const chunk = await look(handle)
      // A pipe also looks ended before its first writer: it has ended only if data came before.
      if (chunk?.length === 0 && chunks.length > 0) return Buffer.concat(chunks).toString('utf8')
      if (chunk !== undefined && chunk.length > 0) chunks.push(chunk)
      // oxlint-disable-next-line no-await-in-loop
      else await delay(LOOK_MS)
    }
    throw new Error(
      `it is a named pipe, and ${chunks.length === 0 ? 'nothing' : 'no end'} came within ${pipeMs / 1000} s`,
    )
  } finally {
    await handle.close()
  }
}

/** The bytes in a pipe: empty if it has no writer, undefined if its writer has not written yet. */
async function look(handle: FileHandle): Promise<Buffer | undefined> {
  try {
    const { bytesRead, buffer } = await handle.read({ buffer: Buffer.alloc(64 * 1024) })
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined
    throw error
  }
}
