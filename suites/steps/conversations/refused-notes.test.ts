import { describe, expect, test } from 'vitest'
import type { Row } from '../../../lib/util/values.ts'
import { leftByRefusals } from './refused-notes.ts'
import { discoveryOf } from '../../../lib/harness/testing/answers.ts'
import { fakeClient } from '../../../lib/harness/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/harness/testing/run-case.ts'

const DISCOVERY = discoveryOf(
  { 'GET /conversations': [{ id: 'C1' }] },
  { 'GET /conversations': [{ id: 'C7' }] },
)

/** What was left in a transcript in which refused notes leave messages: those of each attempt in turn. */
async function left(...attempts: readonly (readonly Row[])[]): Promise<{ left: unknown; looks: number }> {
  let looks = 0
  let messages: Row[] = [{ id: 'M0', role: 'user', content: 'hello' }]
  const client = fakeClient(({ method }) => {
    if (method === 'POST') return { status: 400, body: { error: 'Invalid.', code: 'bad_request' } }
    // Every second look comes after an attempt.
    if (looks % 2 === 1) messages = [...messages, ...(attempts[(looks - 1) / 2] ?? [])]
    looks += 1
    return { body: { data: { id: 'C7', messages } } }
  })
  let found: unknown
  await runCase<'notebook'>(
    sessionOf(client, { discovery: DISCOVERY }),
    async (ctx) => {
      found = (await leftByRefusals(ctx)).left?.['id']
    },
    { phase: 'refuse', needs: ['notebook'] },
  )
  return { left: found, looks }
}

describe('refused notes', () => {
  test.each<[string, Row]>([
    ['carries the mark', { id: 'M1', role: 'note', content: 'cac-test-1 zzz' }],
    ['is empty', { id: 'M1', role: 'system', content: '' }],
  ])('left a message that %s: it is told at once', async (_, message) => {
    expect(await left([message])).toEqual({ left: 'M1', looks: 2 })
  })

  test('left a note of other words, twice: the second is told', async () => {
    const note = (id: string): Row => ({ id, role: 'note', content: '(empty)' })

    expect(await left([note('M1')], [note('M2')])).toEqual({ left: 'M2', looks: 4 })
    expect(await left([note('M1')], [])).toEqual({ left: undefined, looks: 4 })
  })

  test('are not blamed for what a visitor writes', async () => {
    expect(await left([{ id: 'M1', role: 'user', content: 'hi' }])).toEqual({ left: undefined, looks: 2 })
  })
})
