import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readableTime } from '../../engine/util/text.ts'
import { PAGE, writeWhole } from './write.ts'

const TITLE = '<title>Not ended: '
const NOTE = '<p class="note" id="under-way"><b>'
const MARKS = new RegExp(`${TITLE}|${NOTE}.*?</p>\\n`, 'g')

/**
 * Says on the page of a folder that a later run has begun: a run that is killed writes no page of its own,
 * and the verdict of the earlier run must not be taken for its own. Without a page, nothing is done. If the
 * page cannot be written, the run reports that later.
 */
export async function markPage(folder: string, startedAt: Date): Promise<void> {
  const began = `A run that began at ${readableTime(startedAt.toISOString())} has not ended.`
  await changePage(folder, (page) =>
    unmarked(page)
      .replace('<title>', TITLE)
      .replace('<main>', `${NOTE}${began}</b> This page is that of the run before it.</p>\n<main>`),
  )
}

/** Removes that note if the run has written no page. */
export async function unmarkPage(folder: string): Promise<void> {
  await changePage(folder, unmarked)
}

function unmarked(page: string): string {
  return page.replaceAll(MARKS, (mark) => (mark === TITLE ? '<title>' : ''))
}

async function changePage(folder: string, change: (page: string) => string): Promise<void> {
  const file = join(folder, PAGE)
  const page = await readFile(file, 'utf8').catch(() => '')
  const changed = change(page)
  if (changed !== page) await writeWhole(file, changed).catch(() => undefined)
}
