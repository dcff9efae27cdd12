/** `npm run prove`, for contributors: runs the cases against every mutant and variant, and prints the kill matrix. */
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigurationError, messageOf } from '../../engine/util/errors.ts'
import { makeFolders } from '../report/folder.ts'
import { createProgress } from '../report/progress.ts'
import { SCOPE } from '../run/scope.ts'
import { fits } from '../run/selection.ts'
import { type KillMatrix, renderMatrix, stands } from './matrix.ts'
import { FIXED_SEED } from '../run/in-process.ts'
import { proveAll } from './prove-all.ts'

const USAGE = `npm run prove -- [options]
  --only ID…       prove these requirements only: ids, or patterns such as 'AUTH-*'
  --seed N         seed of what is drawn
  --reports DIR    folder for kill-matrix.json (default: reports)
`

/** Resolves with 0 if the proof holds, otherwise 1. */
async function prove(words: readonly string[]): Promise<0 | 1> {
  const { values, positionals } = parseArgs({
    args: [...words],
    // `--only A B` is as good as `--only A --only B`.
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true },
      seed: { type: 'string' },
      reports: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help === true) {
    process.stdout.write(USAGE)
    return 0
  }
  const named = [...(values.only ?? []), ...positionals]
  const rows = SCOPE.catalogue.rows.map(({ id }) => id)
  const stranger = named.find((wanted) => !rows.some((id) => fits(wanted, id)))
  if (stranger !== undefined) throw new ConfigurationError(`there is no requirement ${stranger}`)
  const seed = values.seed === undefined ? FIXED_SEED : Number(values.seed)
  if (!Number.isSafeInteger(seed)) throw new ConfigurationError(`--seed ${values.seed} is no whole number`)
  const ids = named.length === 0 ? undefined : rows.filter((id) => named.some((wanted) => fits(wanted, id)))
  const { isTTY: interactive, columns: width } = process.stderr
  const write = (text: string): unknown => process.stderr.write(text)
  const progress = createProgress({ interactive, width, write, now: () => performance.now(), noun: 'trials' })
  try {
    const matrix = await proveAll(SCOPE, {
      only: ids,
      seed,
      onProgress: (done, total) => progress.update({ done, total }),
    })
    progress.end()
    const written = await writeMatrix(matrix, resolve(values.reports ?? 'reports'))
    process.stdout.write(`${renderMatrix(matrix, process.stdout.isTTY)}${written}\n`)
    return stands(matrix) ? 0 : 1
  } finally {
    progress.end()
  }
}

/** Writes kill-matrix.json and says where. If the folder cannot be written, the proof still counts. */
async function writeMatrix(matrix: KillMatrix, folder: string): Promise<string> {
  try {
    const file = join(folder, 'kill-matrix.json')
    await makeFolders(folder)
    await writeFile(file, `${JSON.stringify(matrix, null, 2)}\n`)
    return `Matrix: ${file}`
  } catch (error) {
    return `The matrix could not be written: ${messageOf(error)}`
  }
}

try {
  process.exitCode = await prove(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`error: ${messageOf(error)}\n${USAGE}`)
  process.exitCode = 2
}
