import { expect, test } from 'vitest'
import { defaultSeams, type SeamOverrides } from '../../fixtures/reference/index.ts'
import { inProcessTarget } from '../run/in-process.ts'
import { type Changed, infect, type Infection } from './infection.ts'
import { ask, recorded, type Script } from './script.ts'
import { frozenClock } from './settings.ts'

const UNCHANGED = { now: frozenClock }

/** Looks at the key, at leads and bookings, creates a lead, and looks at the leads again. */
const script = (async (): Promise<Script> => {
  const { target, script: asked } = recorded(inProcessTarget(UNCHANGED))
  const headers = [['Authorization', `Bearer ${target.keys.main}`]] as const
  const get = (path: string): ReturnType<typeof ask> =>
    ask(target, { method: 'GET', url: `${target.baseUrl}${path}`, headers })
  await get('/me')
  await get('/leads')
  await get('/bookings')
  const chatbots = await get('/chatbots')
  const { data } = JSON.parse(Buffer.from(chatbots?.body ?? '').toString()) as { data: { id: string }[] }
  const body = JSON.stringify({ chatbot_id: data[0]?.id, name: 'Somebody' })
  await ask(target, { method: 'POST', url: `${target.baseUrl}/leads`, headers, body })
  await get('/leads')
  await target.close()
  return asked
})()
const [ME, LEADS, BOOKINGS, CHATBOTS, NEW_LEAD, LEADS_AGAIN] = [0, 1, 2, 3, 4, 5]
const EVERY = [ME, LEADS, BOOKINGS, CHATBOTS, NEW_LEAD, LEADS_AGAIN]

async function infectionBy(seams: SeamOverrides, ...kin: readonly Changed[]): Promise<unknown> {
  const told = await infect(await script, [{ id: 'this', seams: () => seams }, ...kin], UNCHANGED)
  return plain(told.get('this'))
}

function plain(infection: Infection | undefined): unknown {
  return infection && { ...infection, questions: [...infection.questions] }
}

const { serialize, respond } = defaultSeams
const nothing = { questions: [], delivers: false }

test('a step that says the same infects nothing', async () => {
  expect(await infectionBy({ respond: (call, response) => respond(call, { ...response }) })).toEqual(nothing)
})

test('a step that says something else infects the questions that go through it', async () => {
  const booking = { ...serialize, booking: () => ({}) }
  expect(await infectionBy({ serialize: { booking: booking.booking } })).toEqual({
    ...nothing,
    questions: [BOOKINGS],
  })
})

test('an answer that is changed goes no further, even that of a write', async () => {
  const seams: SeamOverrides = { respond: (_call, response) => ({ ...response, status: 299 }) }
  expect(await infectionBy(seams)).toEqual({ ...nothing, questions: EVERY })
})

test('a step that waits is waited for', async () => {
  const late = async (_call: unknown, response: { status: number }): Promise<never> => {
    await new Promise((resolve) => setImmediate(resolve))
    return { ...response, status: response.status === 200 ? 299 : response.status } as never
  }
  expect(await infectionBy({ respond: late })).toEqual({ ...nothing, questions: EVERY })
})

test('a step that throws says something else', async () => {
  const seams: SeamOverrides = {
    wrap: {
      lead: () => {
        throw new Error('broken')
      },
    },
  }
  expect(await infectionBy(seams)).toEqual({ ...nothing, questions: [NEW_LEAD] })
})

test('names in another order are something else', async () => {
  const seams: SeamOverrides = {
    wrap: { list: (data, pagination) => ({ pagination, data }) },
  }
  expect(await infectionBy(seams)).toEqual({
    ...nothing,
    questions: [LEADS, BOOKINGS, CHATBOTS, LEADS_AGAIN],
  })
})

test('a write that decides otherwise spreads', async () => {
  expect(await infectionBy({ checkField: () => 'is wrong' })).toEqual({
    ...nothing,
    questions: [NEW_LEAD],
    spreadsFrom: NEW_LEAD,
  })
})

test('who is let in otherwise spreads: another key is charged', async () => {
  const seams: SeamOverrides = {
    authenticate: (call) => (call.path === '/bookings' ? undefined : defaultSeams.authenticate(call)),
  }
  expect(await infectionBy(seams)).toEqual({ ...nothing, questions: [BOOKINGS], spreadsFrom: BOOKINGS })
})

test.each<[string, SeamOverrides, number]>([
  ['charges', { charge: defaultSeams.charge }, ME],
  ['stores', { writes: { lead: defaultSeams.writes.lead } }, NEW_LEAD],
  ['reads the rules of a body', { rules: { 'POST /leads': { atLeastOneOf: ['name'] } } }, NEW_LEAD],
])('a step that %s is not tried: it may spread from where it is first passed', async (_how, seams, from) => {
  expect(await infectionBy(seams)).toEqual({ ...nothing, spreadsFrom: from })
})

test('what is only told of spreads into no answer', async () => {
  expect(await infectionBy({ events: { lead: () => [] } })).toEqual({ ...nothing, delivers: true })
})

test('a step that does something beside what it says spreads, and spoils nothing for others', async () => {
  const acting: SeamOverrides = {
    respond: (call, response) => {
      if (call.operation === 'GET /leads') call.state.ids.next()
      return response
    },
  }
  const other: Changed = {
    id: 'other',
    seams: () => ({
      serialize: { lead: (row, view, call) => ({ ...serialize.lead(row, view, call), more: row.id }) },
    }),
  }
  const told = await infect(await script, [{ id: 'acting', seams: () => acting }, other], UNCHANGED)

  expect(plain(told.get('acting'))).toEqual({ ...nothing, spreadsFrom: LEADS })
  expect(plain(told.get('other'))).toEqual({ questions: [LEADS, NEW_LEAD, LEADS_AGAIN], delivers: true })
})

test.each<[string, Changed]>([
  ['a plain value', { id: 'this', seams: () => ({ maxBodyLength: 3 }) }],
  ['the timestamp', { id: 'this', seams: () => ({ timestamp: String }) }],
  ['its settings', { id: 'this', seams: () => ({}), options: () => ({ scale: 2 }) }],
])('nothing is said of a service that changes %s', async (_what, changed) => {
  expect(await infect(await script, [changed], UNCHANGED)).toEqual(new Map())
})
