import { describe, expect, test } from 'vitest'
import type { Query } from './actor.ts'
import type { JsonObject } from '../util/values.ts'
import { absentId, absentCandidates, findAbsent } from './absent-ids.ts'
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
    expect(absentCandidates(main.lists, 'GET /conversations')).toEqual(['3', '21', '77777777'])
    expect(absentCandidates(main.lists, 'GET /conversations', other?.lists)).toEqual(['21', '77777777'])
  })

  /** A caller who gets these statuses for ids of chatbots, conversations and leads, and 400 for others. */
  const caller = (statuses: Readonly<Record<string, number>>) => {
    const shown = async (id: unknown) => answerOf({}, { status: statuses[String(id)] ?? 400 })
    return {
      detail: (list: string, id: string) => shown(`${list} ${id}`),
      get: (_path: string, query: Query = {}) => shown(`GET /chatbots ${query['chatbot_id']}`),
    }
  }

  test('is the first one that is answered 404', async () => {
    const actor = caller({
      'GET /conversations 3': 200,
      'GET /conversations 21': 404,
      'GET /chatbots 9': 404,
    })
    const absent = await findAbsent(actor, { main })

    expect(absent).toEqual({ 'GET /conversations': '21', 'GET /chatbots': '9' })
    expect(absentId({ ...discovery, absent }, 'GET /conversations')).toBe('21')
    expect(absentId(discovery, 'GET /conversations')).toBe('77777777')
  })

  test('is one of another workspace where every other one is malformed', async () => {
    const { main: here, other: there } = discoveryOf(
      { 'GET /conversations': items('7') },
      { 'GET /conversations': items('8') },
    )
    const [absent, shared] = [400, 200].map((status) => caller({ 'GET /conversations 8': status }))
    expect(await findAbsent(absent!, { main: here, other: there })).toEqual({ 'GET /conversations': '8' })
    // It may also exist in this workspace, beyond the first page.
    expect(await findAbsent(shared!, { main: here, other: there })).toEqual({})
  })

  test.each([
    ['cb_9fK2-Uk4x9Qw2Lz', 'cb_9fK2-zL2wQ9x4kU'],
    ['73', '37373737'],
  ])('looks like %s where made up', (sample, wanted) => {
    const { main: one } = discoveryOf({ 'GET /leads': items(sample) })

    expect(absentCandidates(one.lists, 'GET /leads')).toEqual([wanted])
  })
})
