import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { before, type Restorable, putBack, UPDATABLE } from '../../engine/case/restore.ts'
import type { Discovery } from '../../engine/case/discovery.ts'
import type { Client } from '../../engine/http/client.ts'
import type { OwnedKey } from '../../engine/http/keys.ts'
import { isObject, type JsonObject, objects } from '../../engine/util/values.ts'

/** The name of the file in the reports folder. */
export const JOURNAL = 'unrestored.json'

/**
 * The conversations that a run is about to change, as they were. It is on disk before the request, so that the next
 * run can put back what a killed one has left; a run that ends removes it.
 */
export class Journal {
  private readonly file: string
  private readonly baseUrl: string
  private readonly changes: Pick<Restorable, 'id' | 'key' | 'original'>[] = []

  /** @param file - absolute path */
  constructor(file: string, baseUrl: string) {
    this.file = file
    this.baseUrl = baseUrl
  }

  /** Writes down how a conversation is, unless it was written down before. */
  note(id: string, key: OwnedKey, discovery: Discovery): void {
    if (this.changes.some((one) => one.id === id)) return
    const { original, ...change } = { id, ...before(id, key, discovery) }
    // What is not known to exist has no former state; if an update reaches something, the footprint lists it.
    if (original === undefined) return
    const { tags, is_resolved } = original
    this.changes.push({ ...change, original: { tags, is_resolved } })
    writeFileSync(this.file, JSON.stringify({ baseUrl: this.baseUrl, changes: this.changes }))
  }

  /** What was changed is put back, or listed: nothing is left to do. */
  close(): void {
    if (this.changes.length > 0) rmSync(this.file, { force: true })
  }
}

/** What a killed run has left changed on a target, by the journal in its reports folder. */
export function unrestoredIn(file: string, baseUrl: string): readonly Restorable[] {
  if (!existsSync(file)) return []
  try {
    const journal: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!isObject(journal) || journal['baseUrl'] !== baseUrl) return []
    return objects(journal['changes']).flatMap(changeIn)
  } catch {
    return []
  }
}

function changeIn({ id, key, original }: JsonObject): Restorable[] {
  if (typeof id !== 'string' || !isObject(original) || (key !== 'main' && key !== 'other')) return []
  return [{ id, key, original, fields: UPDATABLE }]
}

/** Puts back what a killed run has left changed. Resolves with the number of conversations. */
export async function restore(file: string, baseUrl: string, client: Client): Promise<number> {
  const changes = unrestoredIn(file, baseUrl)
  if (changes.length === 0) return 0
  await Promise.all(changes.map((change) => putBack(change, client)))
  rmSync(file, { force: true })
  return changes.length
}
