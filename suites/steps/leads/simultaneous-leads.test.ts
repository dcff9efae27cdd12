import { describe, expect, test } from 'vitest'
import { discoveryOf } from '../../../lib/api/testing/answers.ts'
import type { FakeClient, Reaction } from '../../../lib/http/testing/fake-client.ts'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'
import type { CaseOutcome } from '../../../lib/harness/outcome.ts'
import type { Session } from '../../../lib/harness/session.ts'
import type { JsonObject } from '../../../lib/util/values.ts'
import { simultaneousLeads } from './simultaneous-leads.ts'

type Race = Awaited<ReturnType<typeof simultaneousLeads>>

const conversations = ['C1', 'C2', 'C3', 'C4'].map((id) => ({ id, chatbot_id: 'Bot1', is_lead: false }))

/** A service with leads for some conversations, which discovery did not see. */
function serviceWith(...taken: readonly string[]): Reaction {
  const leads = new Map<unknown, JsonObject>(
    taken.map((id) => [id, { id: `L-${id}`, name: 'Ada', conversation_id: id }]),
  )
  return ({ body }, count) => {
    const sent: JsonObject = Object(body)
    const known = leads.get(sent['conversation_id'])
    if (known !== undefined) return { body: { data: known, existing: true } }
    const lead = { ...sent, id: `L-${count}` }
    leads.set(sent['conversation_id'], lead)
    return { body: { data: lead } }
  }
}

function setting(
  react: Reaction,
  items: readonly JsonObject[] = conversations,
): { client: FakeClient; session: Session } {
  const client = fakeClient(react)
  const discovery = discoveryOf({ 'GET /chatbots': [{ id: 'Bot1' }], 'GET /conversations': items })
  return { client, session: sessionOf(client, { discovery }) }
}

async function raceIn(session: Session): Promise<{ outcome: CaseOutcome; found?: Race }> {
  let found: Race | undefined
  const outcome = await runCase<'bareConversations'>(
    session,
    async (ctx) => {
      found = await simultaneousLeads(ctx)
    },
    { phase: 'write', needs: ['bareConversations'] },
  )
  return { outcome, ...(found === undefined ? {} : { found }) }
}

const posted = ({ asked }: FakeClient): unknown[] => asked.map(({ body }) => Object(body).conversation_id)

describe('two leads at once for one conversation', () => {
  test('are posted with different marks, and one of them becomes the lead', async () => {
    const { client, session } = setting(serviceWith())
    const { found } = await raceIn(session)

    expect(posted(client)).toEqual(['C1', 'C1'])
    expect(new Set(client.asked.map(({ body }) => Object(body).status)).size).toBe(2)
    expect(found?.conversation['id']).toBe('C1')
    expect(found?.answers.map(({ body }) => body['existing'])).toEqual([undefined, true])
    expect(session.footprint.list()).toMatchObject([{ kind: 'created', resource: 'lead', id: 'L-1' }])
  })

  test('choose another conversation where the first had a lead already', async () => {
    const { client, session } = setting(serviceWith('C1', 'C2'))
    const { found } = await raceIn(session)

    expect(posted(client)).toEqual(['C1', 'C1', 'C2', 'C2', 'C3', 'C3'])
    expect(found?.conversation['id']).toBe('C3')
  })

  test('give up after three', async () => {
    const { client, session } = setting(serviceWith('C1', 'C2', 'C3'))
    const { outcome } = await raceIn(session)

    expect(client.asked).toHaveLength(6)
    expect(outcome).toMatchObject({
      verdict: 'inconclusive',
      reason: 'needs a conversation without a lead, of a chatbot that is listed',
    })
    expect(session.footprint.list()).toEqual([])
  })
})
