import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { discoveryOf } from '../../engine/case/testing/answers.ts'
import { fakeClient } from '../../engine/case/testing/fake-client.ts'
import { Journal, JOURNAL, restore, unrestoredIn } from './journal.ts'

const BASE = 'https://api.example/v1'
const FOUND = discoveryOf({
  'GET /conversations': [{ id: 'C1', tags: ['vip'], is_resolved: false, status: 'open' }],
})

async function file(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'journal '))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, JOURNAL)
}

const changed = (path: string): Journal => {
  const journal = new Journal(path, BASE)
  for (const id of ['C1', 'C1', 'unknown']) journal.note(id, 'main', FOUND)
  return journal
}

test('what a killed run has changed is on disk, and put back by the next one', async () => {
  const path = await file()
  changed(path)
  expect(unrestoredIn(path, BASE)).toHaveLength(1)

  const next = fakeClient(() => ({ body: { data: {} } }))
  expect(await restore(path, 'https://other.example/v1', next)).toBe(0)
  expect(await restore(path, BASE, next)).toBe(1)
  expect(next.asked).toMatchObject([
    { method: 'PATCH', path: '/conversations/C1', body: { tags: ['vip'], is_resolved: false } },
  ])
  expect(existsSync(path)).toBe(false)
})

test('a run that ends leaves no journal', async () => {
  const path = await file()
  changed(path).close()
  expect(existsSync(path)).toBe(false)
})
