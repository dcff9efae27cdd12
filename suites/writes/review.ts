/** What a run has written to conversations, as it stands at the end: what was answered has to hold still. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { askedId, sentBody } from '../../lib/engine/judge/reading.ts'
import { strings } from '../../lib/engine/spec/json.ts'
import { quote } from '../../lib/engine/util/values.ts'
import { expectNoRefusedNote } from '../notes/transcripts.ts'
import { messagesOf } from '../support/conversations.ts'

const PATCH = 'PATCH /conversations/{id}'
const NOTE = 'POST /conversations/{id}/messages'

type Reviewing = Pick<
  Context<never>,
  'api' | 'expect' | 'eventually' | 'answersTo' | 'mark' | 'each' | 'inconclusive' | 'world'
>

/** Expects every conversation to which this run has written to have the notes, and not the tags of before the last update. */
export async function expectStillWritten(ctx: Reviewing): Promise<void> {
  const written = [...writesOf(ctx, PATCH), ...writesOf(ctx, NOTE)]
  const ids = new Set(written.flatMap(({ exchange }) => askedId(exchange) ?? []))
  if (ids.size === 0) ctx.inconclusive('needs an update or a note of this run')
  await ctx.each(ids, async (id) => {
    const detail = await ctx.eventually(
      () => ctx.api.conversation(id),
      (answer) =>
        !answer.usable || (lostNotes(ctx, answer).length === 0 && undoneUpdate(ctx, answer) === undefined),
    )
    // Somebody may have deleted it meanwhile.
    if (detail.status === 404) return
    const lost = lostNotes(ctx, detail.control())
    ctx
      .expect(detail)
      .toSatisfy(
        lost.length === 0,
        `note ${quote(lost[0]?.data['id'])}, as earlier in the run`,
        'a transcript without the note',
        { requirement: 'ADD-NOTE-10', also: lost, pointer: '/data/messages' },
      )
    expectNoRefusedNote(ctx, detail)
    const undone = undoneUpdate(ctx, detail)
    if (undone === undefined) return
    ctx
      .expect(detail)
      .toSatisfy(
        false,
        `\`tags\` ${quote(sentTags(undone))}, as earlier in the run`,
        `the earlier ones: ${quote(detail.data['tags'])}`,
        { requirement: 'PATCH-CONVERSATION-13', also: [undone], pointer: '/data/tags' },
      )
  })
}

/** The accepted writes of the key under test. */
function writesOf({ answersTo }: Pick<Context, 'answersTo'>, operation: string): readonly Answer[] {
  return answersTo(operation).filter(({ exchange, isAccepted }) => exchange.key === 'main' && isAccepted)
}

/** The notes that a transcript has lost. Of a long answer late in a run only the beginning is kept: it names no note. */
function lostNotes(ctx: Pick<Context, 'answersTo'>, transcript: Answer): readonly Answer[] {
  const kept = new Set(idsOf(messagesOf(transcript)))
  const added = writesOf(ctx, NOTE).filter(
    ({ exchange }) => askedId(exchange) === askedId(transcript.exchange),
  )
  return added.filter(({ data: { id } }) => typeof id === 'string' && !kept.has(id))
}

const sentTags = ({ exchange }: Answer): readonly string[] => strings(sentBody(exchange)['tags'])

/**
 * The last update of the tags where the conversation shows tags of before it again, and none of its own. An automation may
 * have added or removed some. Where two updates met, or one was not answered, it is not known which was the last.
 */
function undoneUpdate(
  { answersTo, world }: Pick<Context<never>, 'answersTo' | 'world'>,
  { data, exchange: read }: Answer,
): Answer | undefined {
  const id = askedId(read)
  const updates = answersTo(PATCH).filter(({ exchange, isRefusal }) => askedId(exchange) === id && !isRefusal)
  const [last, ...earlier] = updates.filter(({ exchange }) => 'tags' in sentBody(exchange)).toReversed()
  const isKnown = updates.every(
    ({ isAccepted, exchange }) =>
      isAccepted && exchange.request.bodyCoding === undefined && exchange.id < read.id,
  )
  const meets = earlier.some(
    ({ exchange: { startedAt, durationMs } }) => startedAt + durationMs > (last?.exchange.startedAt ?? 0),
  )
  if (last === undefined || !isKnown || meets) return undefined
  const found = world.discovery.main.lists['GET /conversations'].items.find((item) => item['id'] === id)
  const before = new Set([...strings(found?.['tags']), ...earlier.flatMap(sentTags)])
  const shown = strings(data['tags'])
  const isUndone = shown.some((tag) => before.has(tag)) && !sentTags(last).some((tag) => shown.includes(tag))
  return isUndone ? last : undefined
}
