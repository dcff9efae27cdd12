import { resolve } from 'node:path'
import { count, didYouMean, shownJson } from '../../util/text.ts'
import { renderExplanation } from '../../report/explain/explanation.ts'
import { ConfigurationError, errorCode } from '../../util/errors.ts'
import { type Invocation, ownSuite, readFlags } from '../command.ts'

/**
 * Explains requirements: what is required, how it is judged, what breaks it and how to fix it. With `--site`, writes
 * a page for every requirement.
 */
export async function explain(invocation: Invocation): Promise<number> {
  const { host, operands, dependencies } = invocation
  const reading = readFlags(invocation)
  const { json, site } = reading.values
  const suite = ownSuite(reading, host)
  if (site !== undefined) return writeSite(resolve(host.folder, site), suite, invocation)
  const known = await dependencies.requirementIds(suite)
  if (operands.length === 0) {
    const [example] = known
    throw new ConfigurationError(
      `explain needs the id of a requirement, such as ${example}, or --site DIR for pages of all of them`,
    )
  }
  const ids = operands.map((operand) => operand.toUpperCase())
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined)
    throw new ConfigurationError(
      `there is no requirement ${JSON.stringify(unknown)}${didYouMean(unknown, known) || (suite === undefined ? '; own ones need --suite FILE' : '')}`,
    )
  const { explain: explanationsOf } = await import('../../run/explain.ts')
  const explanations = await explanationsOf(await dependencies.setup(suite), ids)
  const width = Math.min(host.stdout.columns ?? 100, 100)
  host.stdout.write(
    json === true
      ? shownJson(explanations)
      : explanations.map((one) => renderExplanation(one, width)).join('\n'),
  )
  return 0
}

async function writeSite(
  folder: string,
  suite: string | undefined,
  { host, dependencies }: Invocation,
): Promise<number> {
  const { writeExplanations } = await import('../../run/explain.ts')
  try {
    const pages = await writeExplanations(await dependencies.setup(suite), folder)
    host.stdout.write(`${count(pages, 'page')} and index.html in ${folder}\n`)
    return 0
  } catch (error) {
    const code = errorCode(error)
    if (code === undefined) throw error
    throw new ConfigurationError(`${folder} cannot be written (${code}); choose another folder with --site`)
  }
}
