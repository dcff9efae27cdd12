import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** What a run writes into its folder, by name. */
const FILES = /^(?:run\.json|junit\.xml|index\.html|summary\.md|badge\.json|traffic\.har)(?:\.\d+\.tmp)?$/
/** A file for each of several requirements, in folders of their own. */
const OF_REQUIREMENTS = /^[A-Z]+(?:-[A-Z]+)*-\d+\.(?:json|html)(?:\.\d+\.tmp)?$/

/**
 * Removes what an earlier run left in its folder, so that nothing of it can be taken for the next one; other files stay. Rejects where a file
 * of ours cannot be removed.
 */
export async function clearReports(folder: string): Promise<void> {
  await Promise.all([
    remove(folder, FILES),
    remove(join(folder, 'capsules'), OF_REQUIREMENTS),
    remove(join(folder, 'requirements'), OF_REQUIREMENTS),
  ])
}

async function remove(folder: string, names: RegExp): Promise<void> {
  const present = await readdir(folder).catch((): string[] => [])
  await Promise.all(
    present.filter((name) => names.test(name)).map((name) => rm(join(folder, name), { force: true })),
  )
}
