import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/util/values.ts'
import { recordLead } from './created-leads.ts'
import { leadOfRefused, leadsLeftByRefusals } from './refused-leads.ts'
import { answerOf, discoveryOf } from '../../../lib/api/testing/answers.ts'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'
import { page, item } from '../../../lib/api/testing/tables.ts'

/** Which lead of the list is reported after leads with these names were answered with these statuses, in one case and looked at in another. */
async function reported(
  sent: readonly (readonly [name: string, status: number])[],
  items: readonly JsonObject[],
) {
  const session = sessionOf(
    fakeClient((_, count) => ({ status: sent[count - 1]?.[1] ?? 200, body: { data: { id: `L${count}` } } })),
  )
  await runCase(session, async (ctx) => {
    for (const [name] of sent) recordLead(ctx, await ctx.api.createLead({ name }))
  })
  let found: ReturnType<typeof leadOfRefused>
  await runCase(session, async (ctx) => {
    found = leadOfRefused(ctx, answerOf(page(items).body))
    await Promise.resolve()
  })
  return found === undefined ? undefined : [found.item['id'], found.refusal.exchange.id]
}

describe('a lead in the list with the mark of a refused body', () => {
  test.each([400, 404, 422])('is reported, with the refusal (%i)', async (status) => {
    const items = [{ id: 'A' }, { id: 'B', name: 'x cac-test-12 y' }]

    expect(
      await reported(
        [
          ['cac-test-1', 200],
          ['cac-test-12', status],
        ],
        items,
      ),
    ).toEqual(['B', 2])
  })

  test.each<[string, [string, number][], JsonObject]>([
    ['its mark is that of an accepted body', [['cac-test-1', 200]], { id: 'A', name: 'cac-test-1' }],
    [
      'both were sent',
      [
        ['cac-test-1', 400],
        ['cac-test-1', 200],
      ],
      { id: 'A', name: 'cac-test-1' },
    ],
    ['the service failed', [['cac-test-1', 500]], { id: 'A', name: 'cac-test-1' }],
    ['the allowance was spent', [['cac-test-1', 429]], { id: 'A', name: 'cac-test-1' }],
    ['only its beginning is the same', [['cac-test-1', 400]], { id: 'A', name: 'cac-test-12' }],
    ['another run made it', [['cac-test-1', 400]], { id: 'A', name: 'cac-other-1' }],
  ])('is nothing where %s', async (_, sent, item) => {
    expect(await reported(sent, [item])).toBeUndefined()
  })
})

const OLD = item('L0', 1, { chatbot_id: 'Bot9' })
const DISCOVERY = discoveryOf(
  { 'GET /chatbots': [{ id: 'Bot1' }] },
  { 'GET /chatbots': [{ id: 'Bot9' }], 'GET /leads': [OLD] },
)

/** What is left, and how many requests it took, where leads appear after some requests. */
async function left(
  appears: (path: string, method: string, count: number) => boolean,
  first: readonly JsonObject[] = [],
): Promise<{ found: unknown; requests: number }> {
  let items: readonly JsonObject[] = [...first, OLD]
  const client = fakeClient(({ method, path }, count) => {
    if (appears(path, method, count)) items = [item(`N${count}`, count + 2, { chatbot_id: 'Bot9' }), ...items]
    if (path === '/leads' && method === 'GET') return { body: page(items).body }
    return method === 'POST' ? { status: 400, body: { error: 'Invalid.', code: 'bad_request' } } : {}
  })
  let found: unknown
  await runCase<'chatbot'>(
    sessionOf(client, { discovery: DISCOVERY }),
    async (ctx) => {
      found = (await leadsLeftByRefusals(ctx)).left?.['chatbot_id']
    },
    { phase: 'write', needs: ['chatbot'] },
  )
  return { found, requests: client.asked.length }
}

const NEW = item('N0', 2, { chatbot_id: 'Bot9' })

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
