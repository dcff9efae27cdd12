import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolders } from '../folder.ts'
import type { Explanation } from './explanation.ts'
import { pageOf, renderExplanationPage } from './page.ts'

/**
 * Writes a page for each explanation into a folder, which is created if missing.
 * @param up - the link to what lists them
 */
export async function writePages(
  explanations: readonly Explanation[],
  folder: string,
  up: { readonly href: string; readonly text: string },
): Promise<void> {
  await makeFolders(folder)
  await Promise.all(
    explanations.map((one) =>
      writeFile(join(folder, pageOf(one.requirement.id)), renderExplanationPage(one, up)),
    ),
  )
}
