import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../util/values.ts'
import { absentId, absentIds } from './absent-ids.ts'
import type { Workspace } from './discovery.ts'
import { answerOf, discoveryOf } from './testing/answers.ts'

const items = (...ids: readonly string[]): readonly JsonObject[] => ids.map((id) => ({ id }))

describe('an id that names nothing', () => {
  const { main, other } = discoveryOf(
    {
      'GET /chatbots': items('3', '7'),
      'GET /conversations': items('7', '9'),
      'GET /leads': items('9', '21'),
    },
    { 'GET /conversations': items('3') },
  )

  test('is a real one of another kind, unless this kind has it, too; then one made up', () => {
    expect(absentIds(main, 'GET /conversations')).toEqual(['3', '21', '88888888'])
    expect(absentIds(main, 'GET /conversations', other)).toEqual(['21', '88888888'])
  })

  test('is made up where the list goes on: it may hold any id', () => {
    const pagination = { limit: 2, offset: 0, total: 5, has_more: true }
    const page = answerOf({ data: items('Uk4x9Qw2Lz'), pagination }, { path: '/leads' })
    const long: Workspace = { ...main, lists: { ...main.lists, 'GET /leads': page } }

    expect(absentId({ main: long }, 'GET /leads')).toBe('Xm5y2Rx3Xg')
    expect(absentId({ main }, 'GET /leads')).toBe('3')
  })

  test.each([
    ['cb_9fK2-mm31', 'cb_9fK2-nn47nn47'],
    ['507f1f77bcf86cd799439011', '678a7a88cda97de822542777'],
    ['7', '88888888'],
    ['a-', 'b-b-b-b-'],
  ])('looks like %s where made up', (sample, wanted) => {
    const { main: one } = discoveryOf({ 'GET /leads': items(sample) })

    expect(absentIds(one, 'GET /leads')).toEqual([wanted])
  })
})
