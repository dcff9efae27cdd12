import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeFolders } from '../report/folder.ts'
import { type KillMatrix, stands } from './matrix.ts'
import { proveAll, type ProveAllOptions } from './prove-all.ts'
import { renderMatrix } from './console.ts'
import type { Scope } from '../run/scope.ts'
import { messageOf } from '../../engine/util/errors.ts'

/** The options of the command `prove`. */
export interface ProveCommand extends Partial<ProveAllOptions> {
  readonly json: boolean
  readonly verbose: boolean
  readonly color: boolean
  /** Folder for kill-matrix.json; `reports` in the working folder unless given. */
  readonly reports?: string
}

const SEED = 20_261_120

/**
 * The command `prove`: runs the cases against every mutant and variant, writes kill-matrix.json, and returns the text
 * to print. Exit code 0 if the proof holds, otherwise 1.
 */
export async function prove(
  scope: Scope,
  command: ProveCommand,
  signal?: AbortSignal,
): Promise<{ readonly text: string; readonly exitCode: 0 | 1 }> {
  const matrix = await proveAll(scope, { ...command, seed: command.seed ?? SEED }, signal)
  const written = await write(matrix, resolve(command.reports ?? 'reports'))
  const text = command.json ? asJson(matrix) : `${renderMatrix(matrix, command)}${written}\n`
  return { text, exitCode: stands(matrix) ? 0 : 1 }
}

/** Writes the file and says where. If the folder cannot be written, the proof still counts. */
async function write(matrix: KillMatrix, folder: string): Promise<string> {
  try {
    const file = join(folder, 'kill-matrix.json')
    await makeFolders(folder)
    await writeFile(file, asJson(matrix))
    return `Matrix: ${file}`
  } catch (error) {
    return `The matrix could not be written: ${messageOf(error)}`
  }
}

function asJson(matrix: KillMatrix): string {
  return `${JSON.stringify(matrix, null, 2)}\n`
}
