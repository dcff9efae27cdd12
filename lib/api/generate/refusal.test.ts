import { expect, test } from 'vitest'
import { generator, sendPlanted } from './generator.ts'
import { refusals, stillPlanted } from '../../generate/refusal.ts'
import { SCHEMAS } from './bodies.ts'

interface Reply {
  readonly status: number
  readonly body: unknown
}

async function planted() {
  const settings = { seed: 11, fuzzRuns: 40 }
  const { planted: make } = await generator({
    settings,
    inconclusive: (reason) => {
      throw new Error(reason)
    },
  })
  return make('LeadCreate', { mark: 'm', fixed: { chatbot_id: 'a', status: 'm', name: 'm' } })
}

test('a target that refuses everything gets each body once', async () => {
  const samples = await planted()
  let sent = 0
  const shots = await sendPlanted('LeadCreate', samples, async (body): Promise<Reply> => {
    sent += 1
    return { status: 400, body }
  })
  expect(sent).toBe(samples.length)
  expect(refusals(shots).every(({ terms: [fact] }) => fact)).toBe(true)
})

test('what is accepted is recognised by the smallest body with the same defect, asked once for each defect', async () => {
  const samples = await planted()
  const bodies: unknown[] = []
  const shots = await sendPlanted('LeadCreate', samples, async (body): Promise<Reply> => {
    bodies.push(body)
    return { status: 200, body }
  })
  const defects = new Set(samples.map(({ value }) => JSON.stringify(value.defect)))
  expect(bodies.length).toBeLessThanOrEqual(samples.length + defects.size)
  expect(shots.every(({ planted: one }) => stillPlanted(SCHEMAS.LeadCreate, one))).toBe(true)

  const long = shots.find(
    ({ planted: { defect } }) => defect.field === 'company' && defect.kind === 'too long',
  )
  expect(long?.planted.body).toEqual({
    chatbot_id: 'a',
    status: 'm',
    name: 'm',
    company: 'm a'.padEnd(201, 'x'),
  })
  const blame = {
    replay: { seed: 11, path: expect.stringMatching(/^\d+$/) },
    also: [expect.objectContaining({ status: 200 })],
    pointer: '/company',
    status: 200,
  }
  expect(refusals(long === undefined ? [] : [long]).map(({ terms }) => terms)).toEqual(
    [{ requirement: 'CREATE-LEAD-23' }, { explainedBy: ['CREATE-LEAD-23'] }].map((whose) => [
      false,
      'status 400 (company: too long)',
      expect.stringContaining('status 200 to {'),
      { ...blame, ...whose },
    ]),
  )
})

test('where only the larger body is accepted, that one is reported', async () => {
  const [first] = (await planted()).filter(({ value }) => value.defect.kind === 'too long')
  if (first === undefined) throw new Error('no such sample')
  const large = JSON.stringify(first.value.body)
  const [shot] = await sendPlanted('LeadCreate', [first], async (body): Promise<Reply> => ({
    status: JSON.stringify(body) === large ? 200 : 400,
    body,
  }))
  expect(shot?.planted).toBe(first.value)
  expect(refusals(shot === undefined ? [] : [shot]).map(({ terms: [fact] }) => fact)).toEqual([false, false])
})
