import type { Discovery } from '../api/discovery.ts'
import { describe, expect, test } from 'vitest'
import type { Context } from '../api/case.ts'
import { answerOf, discoveryOf } from '../api/testing/answers.ts'
import { fakeClient } from '../api/testing/fake-client.ts'
import { runCase, sessionOf } from '../api/testing/run-case.ts'

const asksMe = async ({ api, expect: must }: Context): Promise<void> => must(await api.me()).toAnswer(200)

describe('a case that is not run', () => {
  test('says what is missing', async () => {
    const outcome = await runCase(sessionOf(), asksMe, { needs: ['lead', 'otherKey'] })

    expect(outcome).toMatchObject({
      verdict: 'inconclusive',
      reason: 'needs a workspace with a lead, and a key of a second workspace (CONFORMANCE_OTHER_API_KEY)',
      requests: 0,
    })
  })

  test('for want of a list that did not come is an error, and names the request', async () => {
    const { main, capabilities } = discoveryOf({})
    const failure = { kind: 'timeout', message: 'no answer within 20 ms' } as const
    const lists = { ...main.lists, 'GET /leads': answerOf(undefined, { path: '/leads', failure }) }
    const discovery: Discovery = { main: { ...main, lists }, capabilities }
    const session = sessionOf(
      fakeClient(() => ({})),
      { discovery },
    )
    const outcome = await runCase(session, asksMe, { needs: ['lead'] })

    expect(outcome).toMatchObject({
      verdict: 'error',
      reason: 'needs a workspace with a lead; GET /leads: no answer within 20 ms',
    })
  })

  test('because the run was ended says so', async () => {
    const session = sessionOf(
      fakeClient(() => ({})),
      { ended: () => 'the target was lost' },
    )

    expect(await runCase(session, asksMe)).toMatchObject({
      verdict: 'error',
      reason: 'interrupted: the target was lost',
    })
  })

  test('to its end because the run was ended meanwhile says so too, but keeps what it found', async () => {
    let ended: string | undefined
    const ending = (status: number): Parameters<typeof runCase>[0] => {
      ended = undefined
      const client = fakeClient(() => {
        ended = 'interrupted'
        return { status }
      })
      return sessionOf(client, { ended: () => ended })
    }

    expect(await runCase(ending(429), asksMe)).toMatchObject({ verdict: 'error', reason: 'interrupted' })
    expect(await runCase(ending(500), asksMe, { phase: 'write' })).toMatchObject({ verdict: 'failed' })
  })

  test('in time is given up', async () => {
    const session = sessionOf(
      fakeClient(() => ({})),
      { overdue: Promise.resolve() },
    )
    const outcome = await runCase(session, () => new Promise(() => {}))

    expect(outcome).toMatchObject({ verdict: 'error', reason: 'the case had not ended when the run was' })
  })
})
