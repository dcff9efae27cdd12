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

const update = (id: string): { method: string; path: string; body: unknown } => ({
  method: 'PATCH',
  path: `/conversations/${id}`,
  body: { tags: ['cac-1'] },
})

test('what a killed run has changed is on disk before the request, and put back by the next one', async () => {
  const path = await file()
  const seen: number[] = []
  const service = fakeClient(() => {
    seen.push(unrestoredIn(path, BASE).length)
    return { body: { data: {} } }
  })
  const client = new Journal(path, BASE).keeping(service, FOUND)
  await client.send({ method: 'GET', path: '/me' })
  await client.send(update('C1'))
  await client.send(update('C1'))
  await client.send(update('unknown'))
  expect(seen).toEqual([0, 1, 1, 1])

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
  const journal = new Journal(path, BASE)
  await journal
    .keeping(
      fakeClient(() => ({})),
      FOUND,
    )
    .send(update('C1'))
  journal.close()
  expect(existsSync(path)).toBe(false)
})
