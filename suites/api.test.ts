import { expect, test } from 'vitest'
import type { KeyLabel } from '../lib/http/exchange.ts'
import { API } from './api.ts'
import { answerOf } from '../lib/harness/testing/answers.ts'

const BASE = 'https://api.example/v1'

test('what is wrong alike in every item of a page is one finding, with how often it was seen', () => {
  const items = Array.from({ length: 2_000 }, () => ({}))
  const { exchange } = answerOf({ data: items, pagination: {} }, { path: '/chatbots' })
  const named = API.judge(exchange, BASE).findings.filter(({ requirement }) => requirement === 'CHATBOT-02')

  expect(named).toMatchObject([{ pointer: '/data/0/name', count: 2_000 }])
})

test('isolation is judged where there are two workspaces only', () => {
  const list = (id: number, key: KeyLabel): Parameters<typeof API.judge>[0] => ({
    ...answerOf({ data: [{ id: 'Bot000001' }], pagination: {} }, { id, path: '/chatbots' }).exchange,
    key,
  })
  const exchanges = [list(1, 'main'), list(2, 'other')]
  const found = (alone: boolean): string[] =>
    API.overall.flatMap((judge) => judge(exchanges, { alone }).findings.map(({ requirement }) => requirement))

  expect(found(false).some((id) => id.startsWith('ISOLATION-'))).toBe(true)
  expect(found(true)).toEqual([])
})
