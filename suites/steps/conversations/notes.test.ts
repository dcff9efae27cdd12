import { lostMessages } from './updates.ts'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/util/values.ts'
import { addNote, expectSentNotes, messagesLeftByRefusals, expectInTranscript } from './notes.ts'
import type { CaseOutcome } from '../../../lib/harness/outcome.ts'
import { answerOf, discoveryOf } from '../../../lib/api/testing/answers.ts'
import { fakeClient } from '../../../lib/api/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/api/testing/run-case.ts'

const CONTENT = 'cac-1 a note'
const NOTE = { id: 'M9', role: 'note', content: CONTENT }
const OTHER = { id: 'M1', role: 'user', content: 'hello' }

const judgeTranscript = (...messages: readonly JsonObject[]): Promise<CaseOutcome> =>
  runCase(sessionOf(), async (ctx) => {
    const note = answerOf({ data: NOTE }, { id: 1, method: 'POST', path: '/conversations/C1/messages' })
    const transcript = answerOf({ data: { id: 'C1', messages } }, { id: 2, path: '/conversations/C1' })
    expectInTranscript(ctx, transcript, { note, content: CONTENT })
    await Promise.resolve()
  })

describe('a note in the transcript', () => {
  test.each<[string, JsonObject[]]>([
    ['as it was sent', [OTHER, NOTE]],
    ['trimmed or not', [{ ...NOTE, content: ` ${CONTENT}\n` }]],
  ])('%s', async (_, messages) => {
    expect((await judgeTranscript(...messages)).verdict).toBe('passed')
  })

  test.each<[string, JsonObject[], string, string]>([
    ['missing', [OTHER], 'the note "M9" among the messages', 'a transcript without the note'],
    [
      'under another id',
      [{ ...NOTE, id: 'M8' }],
      'the note "M9" among the messages',
      'the note under another id: "M8"',
    ],
    ['in another role', [{ ...NOTE, role: 'assistant' }], 'role "note"', '"assistant"'],
    ['cut', [{ ...NOTE, content: 'cac' }], 'the content that was sent, 12 characters', '3 characters: "cac"'],
    ['twice', [NOTE, { ...NOTE, id: 'M8' }], 'the note once', '2 times'],
  ])('%s is reported', async (_, messages, expected, received) => {
    const { findings } = await judgeTranscript(...messages)

    expect(findings).toMatchObject([{ requirement: 'ADD-NOTE-10', expected, received, exchanges: [2, 1] }])
  })
})

test.each([
  [200, [{ kind: 'created', resource: 'note', id: 'M9', note: 'in conversation C1' }]],
  [400, []],
])('a note that is answered %i leaves this footprint', async (status, footprint) => {
  const session = sessionOf(fakeClient(() => ({ status, body: { data: NOTE } })))
  await runCase(session, async (ctx) => void (await addNote(ctx, 'C1', { content: CONTENT })))

  expect(session.footprint.list()).toEqual(footprint)
})

test('a message that a later look no longer shows is lost; a further one is not', () => {
  const shown = (...messages: readonly unknown[]) => answerOf({ data: { id: 'C1', messages } })

  expect(lostMessages(shown(OTHER, NOTE), shown(NOTE, { id: 'M10' }))).toEqual(['M1'])
  expect(lostMessages(shown(OTHER), shown(NOTE, OTHER))).toEqual([])
  expect(lostMessages(shown(OTHER), answerOf({ data: { id: 'C1', messages: null } }))).toEqual(['M1'])
})

const DISCOVERY = discoveryOf(
  { 'GET /conversations': [{ id: 'C1' }] },
  { 'GET /conversations': [{ id: 'C7' }] },
)

/** What was left in a transcript in which refused notes leave messages: those of each attempt in turn. */
async function left(
  ...attempts: readonly (readonly JsonObject[])[]
): Promise<{ left: unknown; looks: number }> {
  let looks = 0
  let messages: JsonObject[] = [{ id: 'M0', role: 'user', content: 'hello' }]
  const client = fakeClient(({ method }) => {
    if (method === 'POST') return { status: 400, body: { error: 'Invalid.', code: 'bad_request' } }
    // Every second look comes after an attempt.
    if (looks % 2 === 1) messages = [...messages, ...(attempts[(looks - 1) / 2] ?? [])]
    looks += 1
    return { body: { data: { id: 'C7', messages } } }
  })
  let found: unknown
  await runCase<'noteTarget'>(
    sessionOf(client, { discovery: DISCOVERY }),
    async (ctx) => {
      found = (await messagesLeftByRefusals(ctx)).left?.['id']
    },
    { phase: 'refuse', needs: ['noteTarget'] },
  )
  return { left: found, looks }
}

describe('refused notes', () => {
  test('left a note of other words, twice: the second is reported', async () => {
    const note = (id: string): JsonObject => ({ id, role: 'note', content: '(empty)' })

    expect(await left([note('M1')], [note('M2')])).toEqual({ left: 'M2', looks: 4 })
    expect(await left([note('M1')], [])).toEqual({ left: undefined, looks: 4 })
  })
})

/** What is reported of a transcript after one note was added and another one refused. */
async function reported(messages: readonly JsonObject[]): Promise<unknown> {
  const client = fakeClient(({ method }, count) =>
    method === 'GET'
      ? { body: { data: { id: 'C1', messages } } }
      : { status: count === 1 ? 200 : 400, body: { data: { id: 'M1', role: 'note' } } },
  )
  const { findings } = await runCase(sessionOf(client), async (ctx) => {
    await addNote(ctx, 'C1', { content: ctx.mark() })
    await addNote(ctx, 'C1', { content: [ctx.mark()] })
    await addNote(ctx, 'C2', { content: ctx.mark() })
    expectSentNotes(ctx, await ctx.api.conversation('C1'))
  })
  return findings.map(({ requirement, received, exchanges }) => [requirement, received, exchanges])
}

const kept = { id: 'M1', role: 'note', content: 'cac-test-1' }

test('a transcript holds nothing of what was refused', async () => {
  const left = { id: 'M2', role: 'note', content: 'cac-test-2' }

  expect(await reported([kept, left])).toEqual([['ADD-NOTE-11', JSON.stringify(left), [4, 2]]])
})
