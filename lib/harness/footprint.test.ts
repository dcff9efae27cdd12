import { expect, test } from 'vitest'
import type { Exchange } from '../http/exchange.ts'
import { Footprint } from './footprint.ts'

const left = { kind: 'changed', resource: 'conversation', id: 'Conv1', note: 'tags were ["a"]' } as const

test('what was created is listed once, with the last note', () => {
  const footprint = new Footprint()
  footprint.created('lead', 'Lead1', 'created in exchange 1')
  footprint.created('lead', 'Lead1', 'created in exchange 2')
  footprint.created('note', 'Lead1', 'in conversation Conv1')

  expect(footprint.list()).toEqual([
    { kind: 'created', resource: 'lead', id: 'Lead1', note: 'created in exchange 2' },
    { kind: 'created', resource: 'note', id: 'Lead1', note: 'in conversation Conv1' },
  ])
})

test('what was put back leaves no trace', async () => {
  const footprint = new Footprint()
  footprint.restore('conversation Conv1', () => Promise.resolve(undefined))
  await footprint.undo()

  expect(footprint.list()).toEqual([])
})

test('the first promise to restore knows how it was, and so it wins', async () => {
  const footprint = new Footprint()
  const undone: string[] = []
  for (const tags of ['original', 'changed']) {
    footprint.restore('conversation Conv1', () => {
      undone.push(tags)
      return Promise.resolve(undefined)
    })
  }
  await footprint.undo()

  expect(undone).toEqual(['original'])
})

test('what the target did not take back is reported', async () => {
  const footprint = new Footprint()
  footprint.restore('conversation Conv1', () => Promise.resolve(left))
  await footprint.undo()

  expect(footprint.list()).toEqual([left])
})

test('one that throws keeps no other from being undone', async () => {
  const footprint = new Footprint()
  const undone: string[] = []
  footprint.restore('conversation Conv1', () => Promise.reject(new Error('gone')))
  footprint.restore('conversation Conv2', () => {
    undone.push('Conv2')
    return Promise.resolve(undefined)
  })
  await footprint.undo()

  expect(undone).toEqual(['Conv2'])
  expect(footprint.list()).toEqual([
    { kind: 'changed', resource: 'conversation', id: 'Conv1', note: 'could not be restored' },
  ])
})

test('nothing is undone twice', async () => {
  const footprint = new Footprint()
  let times = 0
  footprint.restore('conversation Conv1', () => {
    times += 1
    return Promise.resolve(undefined)
  })
  await footprint.undo()
  await footprint.undo()

  expect(times).toBe(1)
})

test('what was sent to create something and never answered may have been created', async () => {
  const footprint = new Footprint()
  const exchange = (id: number, method: string, kind: 'timeout' | 'refused' | 'withheld'): Exchange => ({
    id,
    key: 'main',
    operation: `${method} /boxes/{id}/things`,
    request: { method, url: 'http://h/boxes/1/things', path: '/boxes/1/things', query: [], headers: [] },
    failure: { kind, message: 'no answer.' },
    startedAt: 0,
    durationMs: 1,
  })
  await footprint.suspect([
    exchange(1, 'POST', 'timeout'),
    exchange(2, 'GET', 'timeout'),
    exchange(3, 'POST', 'refused'),
    exchange(0, 'POST', 'withheld'),
  ])

  expect(footprint.list()).toEqual([
    {
      kind: 'perhaps created',
      resource: 'thing',
      id: 'unknown',
      note: 'the answer to POST /boxes/{id}/things in exchange 1 never came: no answer.',
    },
  ])
})

test('what was answered with a server error may have been created, unless a gateway turned it away', async () => {
  const footprint = new Footprint()
  const answered = (id: number, method: string, status: number, foreign?: true): Exchange => ({
    id,
    key: 'main',
    operation: `${method} /things`,
    request: { method, url: 'http://h/things', path: '/things', query: [], headers: [] },
    response: { status, headers: [], text: '', size: 0, json: { ok: false, problem: 'empty' } },
    ...(foreign === undefined ? {} : { foreign }),
    startedAt: 0,
    durationMs: 1,
  })
  await footprint.suspect([
    answered(1, 'POST', 500),
    answered(2, 'GET', 500),
    answered(3, 'POST', 503, true),
    answered(4, 'POST', 504, true),
    answered(5, 'POST', 400),
  ])

  expect(footprint.list().map(({ kind, note }) => [kind, note])).toEqual([
    ['perhaps created', 'POST /things in exchange 1 got 500, and may have been carried out'],
    ['perhaps created', 'POST /things in exchange 4 got 504, and may have been carried out'],
  ])
})

test('what was created without an answer is looked for once, and listed by its id where it is found', async () => {
  const footprint = new Footprint()
  footprint.created('thing', 'known', 'created in exchange 1')
  const lost = (id: number): Exchange => ({
    id,
    key: 'main',
    operation: 'POST /things',
    request: { method: 'POST', url: 'http://h/things', path: '/things', query: [], headers: [] },
    failure: { kind: 'reset', message: 'closed.' },
    startedAt: 0,
    durationMs: 1,
  })
  const asked: string[] = []
  await footprint.suspect(
    [lost(2), lost(3)],
    () => ({ spec: { method: 'GET', path: '/things' }, find: () => ['known', 'new'] }),
    (spec) => {
      asked.push(spec.path)
      const response = { status: 200, headers: [], text: '', size: 0 }
      return Promise.resolve({
        ...lost(9),
        response: { ...response, json: { ok: false, problem: 'empty' } },
      })
    },
  )

  expect(asked).toEqual(['/things'])
  expect(footprint.list().map(({ kind, id, note }) => [kind, id, note])).toEqual([
    ['created', 'known', 'created in exchange 1'],
    ['created', 'new', 'in exchange 2, without a usable answer; found in exchange 9'],
    [
      'perhaps created',
      'unknown',
      'the answer to POST /things in exchange 3 never came: closed; not found in exchange 9',
    ],
  ])
})
