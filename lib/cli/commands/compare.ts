import { dirname, resolve } from 'node:path'
import { PARTIAL, RECORD, recordIn } from '../../app/report/folder.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { shownJson } from '../../engine/util/text.ts'
import { layoutFor } from '../../app/report/console/render.ts'
import { command } from '../command.ts'
import { widthOf } from '../host.ts'
import { compareRecords, exitCodeOf } from '../compare/compare.ts'
import { renderMarkdown, renderText } from '../compare/render.ts'
import { readRecord } from '../records.ts'
import { onOrOff } from '../settings/parsers.ts'
import { jsonSetting } from '../settings/options.ts'
import { Setting } from '../settings/setting.ts'

/**
 * Compares two run records. Exit code 1 on a regression, 2 if the new run judged nothing, 3 if it was cut short.
 */
export const compare = command({
  name: 'compare',
  summary: 'compare two run records: what broke, what was fixed',
  operands: '<old> <new>',
  settings: {
    json: jsonSetting,
    markdown: new Setting('--markdown', onOrOff, 'print Markdown, for a merge request').conflicts('json'),
  },
  examples: ['chat-agent-conformance compare baseline/run.json reports/run.json --markdown'],
  action: async ({ host, operands: [oldFile = '', newFile = ''], values }) => {
    const before = await readRecord(host.folder, oldFile)
    const after = await readRecord(host.folder, newFile)
    // If a later run that was not a selection left an incomplete record, the given record is not of the last run.
    const later = await recordIn(resolve(host.folder, dirname(newFile), PARTIAL))
    if (later !== undefined && later.settings.selection === undefined)
      throw new ConfigurationError(
        `${newFile} is not of the last run, which did not judge everything: see ${PARTIAL}/${RECORD} beside it`,
      )
    const comparison = compareRecords(before, after)
    if (values.json === true) host.stdout.write(shownJson(comparison))
    else if (values.markdown === true) host.stdout.write(renderMarkdown(comparison))
    else host.stdout.write(renderText(comparison, layoutFor({ colour: false, width: widthOf(host) })))
    return exitCodeOf(comparison)
  },
})
