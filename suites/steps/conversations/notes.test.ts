import { describe, expect, test } from 'vitest'
import type { Row } from '../../../lib/util/values.ts'
import { addNote, lostMessages, standsInTranscript } from './notes.ts'
import type { CaseOutcome } from '../../../lib/harness/outcome.ts'
import { answerOf } from '../../../lib/harness/testing/answers.ts'
import { fakeClient } from '../../../lib/harness/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/harness/testing/run-case.ts'

const CONTENT = 'cac-1 a note'
const NOTE = { id: 'M9', role: 'note', content: CONTENT }
const OTHER = { id: 'M1', role: 'user', content: 'hello' }

const look = (...messages: readonly Row[]): Promise<CaseOutcome> =>
  runCase(sessionOf(), async (ctx) => {
    const note = answerOf({ data: NOTE }, { id: 1, method: 'POST', path: '/conversations/C1/messages' })
    const transcript = answerOf({ data: { id: 'C1', messages } }, { id: 2, path: '/conversations/C1' })
    standsInTranscript(ctx, transcript, note, CONTENT)
    await Promise.resolve()
  })

describe('a note in the transcript', () => {
  test.each<[string, Row[]]>([
    ['as it was sent', [OTHER, NOTE]],
    ['trimmed or not', [{ ...NOTE, content: ` ${CONTENT}\n` }]],
  ])('%s', async (_, messages) => {
    expect((await look(...messages)).verdict).toBe('passed')
  })

  test.each<[string, Row[], string, string]>([
    ['missing', [OTHER], 'the note "M9" among the messages', 'it is not there'],
    [
      'under another id',
      [{ ...NOTE, id: 'M8' }],
      'the note "M9" among the messages',
      'the note under another id: "M8"',
    ],
    ['in another role', [{ ...NOTE, role: 'assistant' }], 'role "note"', '"assistant"'],
    ['cut', [{ ...NOTE, content: 'cac' }], 'the content that was sent, 12 characters', '3 characters: "cac"'],
    ['twice', [NOTE, { ...NOTE, id: 'M8' }], 'the note once', '2 times'],
  ])('%s is told', async (_, messages, expected, received) => {
    const { findings } = await look(...messages)

    expect(findings).toMatchObject([{ requirement: 'ADD-NOTE-10', expected, received, exchanges: [2, 1] }])
  })
})

test('a note that was sent twice may stand there twice', async () => {
  const outcome = await runCase(sessionOf(), async (ctx) => {
    const note = answerOf({ data: NOTE }, { id: 1, method: 'POST', path: '/conversations/C1/messages' })
    standsInTranscript(
      ctx,
      answerOf(
        { data: { id: 'C1', messages: [NOTE, { ...NOTE, id: 'M8' }] } },
        { path: '/conversations/C1' },
      ),
      note,
      CONTENT,
      2,
    )
    await Promise.resolve()
  })

  expect(outcome.verdict).toBe('passed')
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
