import { type Invocation, readFlags } from '../command.ts'
import { compareRecords, exitCodeOf } from '../compare/compare.ts'
import { renderMarkdown, renderText } from '../compare/render.ts'
import { ConfigurationError } from '../../util/errors.ts'
import { compareHistory, exitCodeOfHistory, renderHistory } from '../compare/history.ts'
import { readRecord, readText } from '../records.ts'
import { shownJson } from '../../util/text.ts'

/**
 * Compares two run records, or the last two runs of a history. Exit code 1 on a regression, 2 if the new run judged
 * nothing.
 */
export async function compare(invocation: Invocation): Promise<number> {
  const { host, operands, dependencies } = invocation
  const { json, markdown, pinOpenPoints = false } = readFlags(invocation).values
  const [oldFile = '', newFile] = operands
  if (newFile === undefined) {
    if (!oldFile.endsWith('.jsonl') || markdown === true)
      throw new ConfigurationError('compare needs NEW (see "chat-agent-conformance compare --help")')
    const runs = compareHistory(await readText(host.folder, oldFile), oldFile)
    host.stdout.write(json === true ? shownJson(runs) : renderHistory(runs))
    return exitCodeOfHistory(runs)
  }
  const before = await readRecord(host.folder, oldFile)
  const after = await readRecord(host.folder, newFile)
  const { contract } = (await dependencies.setup()).api
  const comparison = compareRecords(before, after, [...contract.operations.keys()])
  if (json === true) host.stdout.write(shownJson(comparison))
  else host.stdout.write(markdown === true ? renderMarkdown(comparison) : renderText(comparison))
  return exitCodeOf(comparison, pinOpenPoints)
}
