import { expect, test } from 'vitest'
import type { Row } from '../../../lib/util/values.ts'
import { discoveryOf } from '../../../lib/harness/testing/answers.ts'
import { fakeClient } from '../../../lib/harness/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/harness/testing/run-case.ts'
import { page, row } from '../../../lib/harness/testing/tables.ts'
import { leftByRefusedLeads } from './unmarked-leads.ts'

const OLD = row('L0', 1, { chatbot_id: 'Bot9' })
const DISCOVERY = discoveryOf(
  { 'GET /chatbots': [{ id: 'Bot1' }] },
  { 'GET /chatbots': [{ id: 'Bot9' }], 'GET /leads': [OLD] },
)

/** What is left, and how many requests it took, where leads appear after some requests. */
async function left(
  appears: (path: string, method: string, count: number) => boolean,
  first: readonly Row[] = [],
): Promise<{ found: unknown; requests: number }> {
  let rows: readonly Row[] = [...first, OLD]
  const client = fakeClient(({ method, path }, count) => {
    if (appears(path, method, count)) rows = [row(`N${count}`, count + 2, { chatbot_id: 'Bot9' }), ...rows]
    if (path === '/leads' && method === 'GET') return { body: page(rows).body }
    return method === 'POST' ? { status: 400, body: { error: 'Invalid.', code: 'bad_request' } } : {}
  })
  let found: unknown
  await runCase<'chatbot'>(
    sessionOf(client, { discovery: DISCOVERY }),
    async (ctx) => {
      found = (await leftByRefusedLeads(ctx)).left?.['chatbot_id']
    },
    { phase: 'write', needs: ['chatbot'] },
  )
  return { found, requests: client.asked.length }
}

const NEW = row('N0', 2, { chatbot_id: 'Bot9' })

test('one look is enough where nothing appeared', async () => {
  expect(await left(() => false)).toEqual({ found: undefined, requests: 1 })
})

test('leads that appear with refused bodies, and never otherwise, were left by them', async () => {
  expect((await left((_path, method) => method === 'POST', [NEW])).found).toBe('Bot9')
})

test.each<[string, (path: string, method: string, count: number) => boolean]>([
  ['appear no more', () => false],
  ['appear with other requests too', (path) => path === '/me' || path === '/leads'],
  ['appear now and then', (_path, _method, count) => count % 6 === 0],
])('leads that %s are those of visitors', async (_, appears) => {
  expect((await left(appears, [NEW])).found).toBeUndefined()
})
