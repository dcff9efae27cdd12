import { describe, expect, test } from 'vitest'
import type { Row } from '../../../lib/util/values.ts'
import { foreignNote, foreignUpdate } from './foreign-writes.ts'
import { discoveryOf } from '../../../lib/harness/testing/answers.ts'
import { type Asked, fakeClient } from '../../../lib/harness/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/harness/testing/run-case.ts'

const DISCOVERY = discoveryOf(
  { 'GET /conversations': [{ id: 'C1' }] },
  { 'GET /conversations': [{ id: 'C7' }] },
)

/** What comes of one of the two writes at a service that answers 404, and does something to the conversation all the same. */
async function after(
  write: 'update' | 'note',
  does: (conversation: Row, body: Row, time: number) => Row,
): Promise<unknown> {
  let conversation: Row = { id: 'C7', is_resolved: false, tags: ['a'], messages: [] }
  let time = 0
  const client = fakeClient(({ method, path, body }: Asked) => {
    if (method === 'GET') return { body: { data: conversation } }
    if (path.includes('C7')) conversation = does(conversation, Object(body), ++time)
    return { status: 404, body: { error: 'Not found.', code: 'not_found' } }
  })
  let found: unknown
  await runCase<'otherKey' | 'foreignConversation'>(
    sessionOf(client, { discovery: DISCOVERY }),
    async (ctx) => {
      found = write === 'update' ? (await foreignUpdate(ctx)).changed : (await foreignNote(ctx)).left?.['id']
    },
    { phase: 'write', needs: ['otherKey', 'foreignConversation'] },
  )
  return found
}

describe('an update of a foreign conversation', () => {
  test.each<[string, unknown, (row: Row, body: Row, time: number) => Row]>([
    ['leaves no trace', undefined, (row) => row],
    ['gives it our tag', 'tags', (row, { tags }) => ({ ...row, tags })],
    [
      'sets its flag, and sets it back',
      'is_resolved',
      (row, body) => ({ ...row, is_resolved: body['is_resolved'] }),
    ],
    [
      'meets a change by others',
      undefined,
      (row, _, time) => (time === 1 ? { ...row, is_resolved: true } : row),
    ],
  ])('%s', async (_, changed, does) => {
    expect(await after('update', does)).toBe(changed)
  })
})

describe('a note to a foreign conversation', () => {
  const added = (row: Row, message: Row): Row => ({
    ...row,
    messages: [...(row['messages'] as Row[]), message],
  })

  test.each<[string, unknown, (row: Row, body: Row, time: number) => Row]>([
    ['leaves no trace', undefined, (row) => row],
    ['stands there', 'M1', (row, { content }, time) => added(row, { id: `M${time}`, role: 'user', content })],
    [
      'stands there in other words',
      'M2',
      (row, _, time) => added(row, { id: `M${time}`, role: 'note', content: 'x' }),
    ],
    [
      'meets a note by others',
      undefined,
      (row, _, time) => (time === 1 ? added(row, { id: 'M1', role: 'note', content: 'x' }) : row),
    ],
    [
      'meets a visitor',
      undefined,
      (row, _, time) => added(row, { id: `M${time}`, role: 'user', content: 'x' }),
    ],
  ])('%s', async (_, left, does) => {
    expect(await after('note', does)).toBe(left)
  })
})
