import { describe, expect, test } from 'vitest'
import type { CaseOutcome } from '../harness/outcome.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Finding } from '../judge/finding.ts'
import type { Actor } from './actor.ts'
import type { Answer } from './answer.ts'
import { mayPass } from './busy-workspace.ts'
import type { Context } from './case.ts'
import { exchange } from './oracles/testing/exchanges.ts'
import { discoveryOf } from './testing/answers.ts'
import { fakeClient } from './testing/fake-client.ts'
import { runCase, sessionOf } from './testing/run-case.ts'
import { page } from './testing/tables.ts'

const at = (one: Exchange, id: number, startedAt: number, durationMs = 20): Exchange => ({
  ...one,
  id,
  startedAt,
  durationMs,
})
const read = at(exchange('GET /leads'), 1, 1000)
const finding: Finding = {
  requirement: 'LIST-LEADS-09',
  where: 'GET /leads',
  expected: 'at most the 20 items that `total` leaves',
  received: '21 items',
  exchanges: [1],
  count: 1,
}

test.each(['LIST-LEADS-09', 'LIST-CONVERSATIONS-27', 'LIST-BOOKINGS-10'])(
  'what an oracle finds on a total may pass: %s',
  (requirement) => {
    expect(mayPass({ ...finding, requirement }, [read])).toBe(true)
  },
)

test('findings of cases, and findings that are not about counts, stay', () => {
  expect(mayPass({ ...finding, case: 'LIST-LEADS-09/counts' }, [read])).toBe(false)
  expect(mayPass({ ...finding, requirement: 'LIST-LEADS-02' }, [read])).toBe(false)
})

test.each([
  ['a lead that is created meanwhile', at(exchange('POST /leads'), 2, 1010), true],
  ['a lead that was under way already', at(exchange('POST /leads'), 2, 985), true],
  ['a lead that was created before', at(exchange('POST /leads'), 2, 900), false],
  ['a lead that was created afterwards', at(exchange('POST /leads'), 2, 1100), false],
  ['a lead that was refused', at(exchange('POST /leads', { status: 400 }), 2, 1010), false],
  ['a note', at(exchange('POST /conversations/{id}/messages'), 2, 1010), false],
])('a wrong has_more beside %s: may it pass?', (_, write, passes) => {
  const wrong = { ...finding, requirement: 'LIST-LEADS-08', pointer: '/pagination/has_more' }
  expect(mayPass(wrong, [read, write])).toBe(passes)
})

type Listed = Readonly<Partial<Record<'/leads' | '/conversations' | '/chatbots', readonly string[]>>>

const ALL: Listed = { '/leads': ['l'], '/conversations': ['c'], '/chatbots': ['b'] }
const found = discoveryOf({
  'GET /leads': [{ id: 'l' }, { id: 'k' }],
  'GET /conversations': [{ id: 'c' }],
  'GET /chatbots': [{ id: 'b' }],
})

/** What becomes of a writing case, which looks twice, in a workspace that lists some items by now, and answers everything else with `status`. */
function outcomeOf(
  run: (ctx: Context) => Promise<void>,
  { now = ALL, status = 404 }: { readonly now?: Listed; readonly status?: number } = {},
): Promise<CaseOutcome> {
  const isList = (path: string): path is keyof Listed => path in ALL
  const client = fakeClient(({ method, path }) =>
    method === 'GET' && isList(path) ? page((now[path] ?? []).map((id) => ({ id }))) : { status },
  )
  return runCase(sessionOf(client, { discovery: found }), run, { phase: 'write' })
}

const looksAt =
  (ask: (api: Actor) => Promise<Answer>) =>
  async ({ api, expect: claim }: Context): Promise<void> =>
    claim(await ask(api)).toAnswer(200)

const QUESTIONS: readonly [string, (api: Actor) => Promise<Answer>][] = [
  ['a path', (api) => api.lead('l')],
  ['a query', (api) => api.sources({ chatbot_id: 'b' })],
  ['a body, as a conversation', (api) => api.createLead({ chatbot_id: 'z', conversation_id: 'c' })],
]

describe.each(QUESTIONS)('an item that is named in %s, and not found', (_, ask) => {
  test('leaves the case inconclusive if it is no longer listed', async () => {
    const outcome = await outcomeOf(looksAt(ask), { now: {} })

    expect(outcome).toMatchObject({ verdict: 'inconclusive', findings: [] })
    expect(outcome.reason).toContain('is no longer')
  })

  test('is a violation if it is still listed', async () => {
    expect(await outcomeOf(looksAt(ask))).toMatchObject({
      verdict: 'failed',
      findings: [{ expected: 'status 200' }],
    })
  })
})

test.each<[string, (api: Actor) => Promise<Answer>, { status?: number }]>([
  ['is answered otherwise', (api) => api.lead('l'), { status: 500 }],
  ['was not listed at first', (api) => api.lead('new'), {}],
])('an item that %s is not looked for', async (_, ask, setting) => {
  const outcome = await outcomeOf(looksAt(ask), { now: {}, ...setting })

  expect(outcome).toMatchObject({ verdict: 'failed', requests: 2 })
})

test('a path without an id names no item', async () => {
  expect(await outcomeOf(looksAt((api) => api.get('/leads/%ZZ')))).toMatchObject({
    verdict: 'failed',
    requests: 2,
  })
})

test('what else was found stays', async () => {
  const outcome = await outcomeOf(
    async (ctx) => ctx.each(['l', 'k'], async (id) => ctx.expect(await ctx.api.lead(id)).toAnswer(200)),
    { now: { '/leads': ['k'] } },
  )

  expect(outcome).toMatchObject({ verdict: 'failed', requests: 5 })
  expect(outcome.findings.map(({ where }) => where)).toHaveLength(1)
})
