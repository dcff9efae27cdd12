import { expect, test } from 'vitest'
import type { Row } from '../../../lib/util/values.ts'
import { addNote } from './notes.ts'
import { holdsSentNotes } from './sent-notes.ts'
import { fakeClient } from '../../../lib/harness/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/harness/testing/run-case.ts'

/** What is told of a transcript after one note was added and another one refused. */
async function told(messages: readonly Row[]): Promise<unknown> {
  const client = fakeClient(({ method }, count) =>
    method === 'GET'
      ? { body: { data: { id: 'C1', messages } } }
      : { status: count === 1 ? 200 : 400, body: { data: { id: 'M1', role: 'note' } } },
  )
  const { findings } = await runCase(sessionOf(client), async (ctx) => {
    await addNote(ctx, 'C1', { content: ctx.mark() })
    await addNote(ctx, 'C1', { content: [ctx.mark()] })
    await addNote(ctx, 'C2', { content: ctx.mark() })
    holdsSentNotes(ctx, await ctx.api.conversation('C1'))
  })
  return findings.map(({ requirement, received, exchanges }) => [requirement, received, exchanges])
}

const kept = { id: 'M1', role: 'note', content: 'cac-test-1' }

test('a transcript holds what was added to it before', async () => {
  expect(await told([kept])).toEqual([])
  expect(await told([])).toEqual([['ADD-NOTE-10', 'it is gone', [4, 1]]])
})

test('a transcript holds nothing of what was refused', async () => {
  const left = { id: 'M2', role: 'note', content: 'cac-test-2' }

  expect(await told([kept, left])).toEqual([['ADD-NOTE-11', JSON.stringify(left), [4, 2]]])
})
