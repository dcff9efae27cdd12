import { ConfigurationError } from '../../util/errors.ts'
import { shownJson } from '../../util/text.ts'
import { command } from '../command.ts'
import { compareHistory, compareRecords, exitCodeOf } from '../compare/compare.ts'
import { renderMarkdown, renderText } from '../compare/render.ts'
import { readRecord, readText } from '../records.ts'
import { onOrOff } from '../settings/parsers.ts'
import { json } from '../settings/options.ts'
import { Setting } from '../settings/setting.ts'

/**
 * Compares two run records, or the last two runs of a history. Exit code 1 on a regression, 2 if the new run judged
 * nothing.
 */
export const compare = command({
  name: 'compare',
  summary: 'compare two run records, or the last two of a history: what broke, what was fixed, what changed',
  operands: '<old> [new]',
  settings: {
    json,
    markdown: new Setting('--markdown', onOrOff, 'print Markdown, for a merge request').conflicts('json'),
    pinOpenPoints: new Setting('--pin-open-points', onOrOff, 'a changed open point counts as a regression'),
  },
  examples: [
    'chat-agent-conformance compare baseline/run.json reports/run.json --markdown',
    'chat-agent-conformance compare reports/history.jsonl',
  ],
  action: async ({ host, operands: [oldFile = '', newFile], values }) => {
    if (newFile === undefined && !oldFile.endsWith('.jsonl'))
      throw new ConfigurationError('compare needs NEW (see "chat-agent-conformance compare --help")')
    const comparison =
      newFile === undefined
        ? compareHistory(await readText(host.folder, oldFile), oldFile)
        : compareRecords(await readRecord(host.folder, oldFile), await readRecord(host.folder, newFile))
    if (values.json === true) host.stdout.write(shownJson(comparison))
    else host.stdout.write(values.markdown === true ? renderMarkdown(comparison) : renderText(comparison))
    return exitCodeOf(comparison, values.pinOpenPoints === true)
  },
})
