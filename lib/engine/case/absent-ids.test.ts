import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../util/values.ts'
import type { Query } from './actor.ts'
import { absentId, absentIds, foundAbsent } from './absent-ids.ts'
import { answerOf, discoveryOf } from './testing/answers.ts'

const items = (...ids: readonly string[]): readonly JsonObject[] => ids.map((id) => ({ id }))

describe('an id that names nothing', () => {
  const discovery = discoveryOf(
    {
      'GET /chatbots': items('3', '7'),
      'GET /conversations': items('7', '9'),
      'GET /leads': items('9', '21'),
    },
    { 'GET /conversations': items('3') },
  )
  const { main, other } = discovery

  test('is a real one of another kind, unless this kind has it, too; then one made up', () => {
    expect(absentIds(main.lists, 'GET /conversations')).toEqual(['3', '21', '77777777'])
    expect(absentIds(main.lists, 'GET /conversations', other?.lists)).toEqual(['21', '77777777'])
  })

  const shown = (statuses: Readonly<Record<string, number>>) => async (id: string) =>
    answerOf({}, { status: statuses[id] ?? 400 })

  test('is the first one that is answered 404', async () => {
    const sources = async ({ chatbot_id: id }: Query = {}) => shown({ '9': 404 })(String(id))
    const actor = { conversation: shown({ '3': 200, '21': 404 }), lead: shown({}), sources }
    const absent = await foundAbsent(actor, { main })

    expect(absent).toEqual({ 'GET /conversations': '21', 'GET /chatbots': '9' })
    expect(absentId({ ...discovery, absent }, 'GET /conversations')).toBe('21')
    expect(absentId(discovery, 'GET /conversations')).toBe('77777777')
  })

  test('is one of another workspace where every other one is malformed', async () => {
    const { main: here, other: there } = discoveryOf(
      { 'GET /conversations': items('7') },
      { 'GET /conversations': items('8') },
    )
    const actor = { conversation: shown({ '8': 404 }), lead: shown({}), sources: async () => answerOf({}) }
    expect(await foundAbsent(actor, { main: here, other: there })).toMatchObject({
      'GET /conversations': '8',
    })
  })

  test.each([
    ['cb_9fK2-Uk4x9Qw2Lz', 'cb_9fK2-zL2wQ9x4kU'],
    ['73', '37373737'],
  ])('looks like %s where made up', (sample, wanted) => {
    const { main: one } = discoveryOf({ 'GET /leads': items(sample) })

    expect(absentIds(one.lists, 'GET /leads')).toEqual([wanted])
  })
})
