import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../util/values.ts'
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
    expect(absentIds(main.lists, 'GET /conversations')).toEqual(['3', '21', '88888888'])
    expect(absentIds(main.lists, 'GET /conversations', other?.lists)).toEqual(['21', '88888888'])
  })

  test('is the first one that is answered 404', async () => {
    const shown = (statuses: Readonly<Record<string, number>>) => async (id: string) =>
      answerOf({}, { status: statuses[id] ?? 400 })
    const actor = { conversation: shown({ '3': 200, '21': 404 }), lead: shown({}) }
    const absent = await foundAbsent(actor, main.lists)

    expect(absent).toEqual({ 'GET /conversations': '21', 'GET /leads': '22222222' })
    expect(absentId({ ...discovery, absent }, 'GET /conversations')).toBe('21')
    expect(absentId(discovery, 'GET /conversations')).toBe('3')
  })

  test.each([
    ['Uk4x9Qw2Lz', 'Xm5y2Rx3Xg'],
    ['cb_9fK2-mm31', 'cb_9fK2-nn47nn47'],
    ['507f1f77bcf86cd799439011', '678a7a88cda97de822542777'],
    ['7', '88888888'],
    ['a-', 'b-b-b-b-'],
  ])('looks like %s where made up', (sample, wanted) => {
    const { main: one } = discoveryOf({ 'GET /leads': items(sample) })

    expect(absentIds(one.lists, 'GET /leads')).toEqual([wanted])
  })
})
