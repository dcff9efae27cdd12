import { inProcessTarget } from '../testing/bound.ts'
import { expect, onTestFinished, test } from 'vitest'
import type { WireRequest, WireResponse } from '../http/transport.ts'
import { CASES } from '../../suites/index.ts'
import { conduct } from './conduct.ts'
import { proofOptions } from '../prove/trial.ts'
import type { Target } from './target.ts'

function target(): Target {
  const one = inProcessTarget({ now: () => new Date('2026-11-20T12:00:00Z') })
  onTestFinished(one.close)
  return one
}

const ask = (
  { transport, baseUrl, keys }: Target,
  path: string,
  more: Partial<WireRequest> = {},
): Promise<WireResponse> =>
  transport({
    method: 'GET',
    url: `${baseUrl}${path}`,
    headers: [
      ['Authorization', `Bearer ${keys.main}`],
      ['Content-Type', 'application/json'],
    ],
    ...more,
  })
const read = ({ body }: WireResponse): Record<string, unknown> => JSON.parse(Buffer.from(body).toString())

test('answers on its addresses, with keys of three workspaces', async () => {
  const one = target()

  expect((await ask(one, '/me')).status).toBe(200)
  expect((await one.transport({ method: 'GET', url: `${one.apexUrl}/v1/me`, headers: [] })).status).toBe(308)
  expect(new Set(Object.values(one.keys)).size).toBe(3)
  expect([one.embedded, one.webhooks]).toEqual([true, true])
})

test('nobody waits for a delivery that never comes, and none that is under way is missed', async () => {
  const one = target()
  const chatbots = read(await ask(one, '/chatbots'))['data']
  const [chatbot] = Array.isArray(chatbots) ? chatbots : []
  const body = JSON.stringify({ chatbot_id: chatbot.id, name: 'a name of this test' })
  await ask(one, '/leads', { method: 'POST', body })

  expect(await one.mailbox.first((delivery) => delivery.body.includes('a name of this test'))).toMatchObject({
    body: expect.stringContaining('lead.created') as unknown,
  })
  expect(await one.mailbox.first((delivery) => delivery.body.includes('another name'))).toBeUndefined()
})

test('writes stay in one service', async () => {
  const [one, two] = [target(), target()]
  const conversations = read(await ask(one, '/conversations'))['data']
  const [conversation] = Array.isArray(conversations) ? conversations : []
  await ask(one, `/conversations/${conversation.id}`, { method: 'PATCH', body: '{"tags":["of-one"]}' })

  expect(read(await ask(one, `/conversations/${conversation.id}`))['data']).toMatchObject({
    tags: ['of-one'],
  })
  expect(read(await ask(two, `/conversations/${conversation.id}`))['data']).not.toMatchObject({
    tags: ['of-one'],
  })
})

test('a run that writes is repeated to the letter', async () => {
  const written = async (): Promise<readonly string[]> => {
    const leads = CASES.filter(({ lane }) => lane === 'lead')
    const { tally } = await conduct(target(), leads, proofOptions(7, 1))
    return tally.exchanges.flatMap(({ request: { body } }) => body ?? [])
  }
  const first = await written()

  expect(first.length).toBeGreaterThan(10)
  expect(await written()).toEqual(first)
})
