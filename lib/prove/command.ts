import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type KillMatrix, stands } from './matrix.ts'
import { proveAll, type ProveAllOptions } from './prove-all.ts'
import { renderMatrix } from './render/console.ts'
import { renderMatrixPage } from './render/page.ts'
import type { Setup } from '../run/setup.ts'
import { makeFolder } from '../report/folder.ts'

/** The options of the command `prove`. */
export interface ProveCommand extends Pick<
  ProveAllOptions,
  'combinations' | 'pairs' | 'repetitions' | 'thorough' | 'onProgress'
> {
  readonly only?: readonly string[] | undefined
  readonly parts?: readonly number[] | undefined
  readonly seed?: number | undefined
  readonly fuzzRuns?: number | undefined
  readonly json: boolean
  readonly verbose: boolean
  readonly color: boolean
  /** Folder for kill-matrix.json and kill-matrix.html; `reports` in the working folder unless given. */
  readonly reports?: string
}

const SEED = 20_261_120

/**
 * The command `prove`: runs the cases against every mutant and variant, writes kill-matrix.json and kill-matrix.html,
 * and returns the text to print. Exit code 0 if the proof holds, otherwise 1.
 */
export async function prove(
  setup: Setup,
  command: ProveCommand,
  signal?: AbortSignal,
): Promise<{ readonly text: string; readonly exitCode: 0 | 1 }> {
  const {
    seed = SEED,
    fuzzRuns,
    only,
    parts,
    combinations,
    pairs,
    repetitions,
    thorough,
    onProgress,
  } = command
  const matrix = await proveAll(
    setup,
    {
      seed,
      ...(fuzzRuns === undefined ? {} : { fuzzRuns }),
      ...(only === undefined ? {} : { only }),
      ...(parts === undefined ? {} : { parts }),
      ...(combinations === undefined ? {} : { combinations }),
      ...(pairs === undefined ? {} : { pairs }),
      ...(repetitions === undefined ? {} : { repetitions }),
      ...(thorough === undefined ? {} : { thorough }),
      ...(onProgress === undefined ? {} : { onProgress }),
    },
    signal,
  )
  const written = await write(matrix, resolve(command.reports ?? 'reports'))
  const text = command.json
    ? `${JSON.stringify(matrix, null, 2)}\n`
    : `${renderMatrix(matrix, command)}${written}\n`
  return { text, exitCode: stands(matrix) ? 0 : 1 }
}

/** Writes both files and says where. If the folder cannot be written, the proof still counts. */
async function write(matrix: KillMatrix, folder: string): Promise<string> {
  try {
    await makeFolder(folder)
    await writeFile(join(folder, 'kill-matrix.json'), `${JSON.stringify(matrix, null, 2)}\n`)
    await writeFile(join(folder, 'kill-matrix.html'), renderMatrixPage(matrix))
    return `Matrix: ${join(folder, 'kill-matrix.html')}`
  } catch (error) {
    return `The matrix could not be written: ${error instanceof Error ? error.message : String(error)}`
  }
}
