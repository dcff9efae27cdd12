/**
 * Updates and notes on conversations of every kind, what became of them at the end, and bodies that are not UTF-8. Part 4.
 *
 * The law of a write, for all subjects that write: what was accepted is answered and stored as it was sent, and still so at the end;
 * nothing else changes; writes at once lose nothing; and a refused one changes nothing. `writes/table.ts` lists the three operations
 * and their rules. Cases write, read at once and go on; oracles of the whole run judge what reads show.
 *
 *     what is sent        generated.ts, values.ts: valid bodies; invalid.ts, planted.ts: bodies with one mistake
 *     what is answered    accepted.ts: 200; same.ts: each field as it was sent (of a lead that is new: new-leads.ts)
 *     what is read        stored.ts: each write (kept.ts) is shown by the reads after it (looks.ts), and not undone (faults.ts)
 *       elsewhere         misplaced.ts: no text of a write stands elsewhere, and none of a refused one anywhere
 *       otherwise         unchanged.ts: what no write may change; refused.ts: what a refused one leaves as it was;
 *                         beside.ts: the neighbours of the written item, around the writes of sent-beside.ts
 *
 * Conversations of every kind get their writes from every-kind.ts; shrunk.ts finds the smallest body with a wrong answer.
 */
import type { Answer } from '../lib/engine/case/answer.ts'
import { withBadByte } from '../lib/engine/case/bodies.ts'
import type { Context } from '../lib/engine/case/context.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { askedId } from '../lib/engine/judge/reading.ts'
import { major, statementsOf } from '../lib/engine/judge/rows.ts'
import { groupBy } from '../lib/engine/util/collections.ts'
import { expectModified } from './support/not-modified.ts'
import { updateTarget } from './support/written-conversations.ts'
import { expectNothingBeside } from './writes/beside.ts'
import { writeToEveryKind } from './writes/every-kind.ts'
import { misplacedTexts } from './writes/misplaced.ts'
import { linkedLeadEcho, writeEcho } from './writes/same.ts'
import { storedWrites } from './writes/stored.ts'
import { PATCH_CONVERSATION, POST_LEADS, POST_NOTE } from './writes/table.ts'

export const theme = 'writes'

const part3 = statementsOf({ part: 3, section: '', endpoint: PATCH_CONVERSATION })
const ofUpdates = statementsOf({ part: 4, section: PATCH_CONVERSATION })
const ofNotes = statementsOf({ part: 4, section: POST_NOTE })
const ofLeads = statementsOf({ part: 4, section: POST_LEADS })
const anyBody = statementsOf({ part: 4, section: '', endpoint: '*' })

/** The lane of linked leads: their cases write to these conversations earlier. */
const everyKind = suite(
  'Writes on conversations of every kind',
  { phase: 'write', lane: 'linked lead' },
  (verify) => {
    verify(
      [
        'PATCH-CONVERSATION-01',
        'PATCH-CONVERSATION-02',
        'PATCH-CONVERSATION-03',
        'PATCH-CONVERSATION-13',
        'PATCH-CONVERSATION-14',
        part3.derived(
          'PATCH-CONVERSATION-17',
          'is_resolved set to the given boolean',
          'Simultaneous updates of different fields all take effect, and a simultaneous note undoes none.',
          'Each response says that its field was set, and nobody has set it to another value since.',
          major(
            'A colleague resolves a conversation while an integration tags it: the work of one of them is lost.',
          ),
        ),
        'ADD-NOTE-01',
        'ADD-NOTE-03',
        'ADD-NOTE-10',
      ],
      'stores updates and notes on conversations of every kind',
      { needs: ['noteTarget'] },
      writeToEveryKind,
    )
  },
)

/** No other write runs at the same time, and none ran before. */
const alone = suite('Writes · beside their items', { phase: 'first-write' }, (verify) => {
  verify(
    [
      'PATCH-CONVERSATION-14',
      'LIST-CONVERSATIONS-29',
      ofUpdates.derived(
        'PATCH-CONVERSATION-18',
        'Updates operator-owned fields',
        'An update leaves the chatbots as they are.',
        'An update applies only to the conversation in its path; `is_active` says whether a colleague has paused the agent.',
        major('An agent stops answering all visitors because one conversation was resolved.'),
      ),
      ofNotes.derived(
        'ADD-NOTE-16',
        'Adds an internal note',
        'A note changes no lead, no chatbot and no other conversation.',
        'A note is visible only in the operator dashboard: it adds a message to its conversation.',
        major('A remark between colleagues moves a lead in the sales pipeline, or silences an agent.'),
      ),
      ofLeads.derived(
        'CREATE-LEAD-39',
        'Records a lead against a chatbot',
        'A new lead leaves the chatbots as they are.',
        'The request records a lead; `is_active` says whether a colleague has paused the agent.',
        major('An agent that was paused for good reasons answers visitors again.'),
      ),
      ofLeads.derived(
        'CREATE-LEAD-40',
        'Records a lead against a chatbot',
        'A new lead changes no other lead, and of its conversation neither chatbot, visitor, language nor creation time.',
        'The request records one lead; even if a person has several, each is a record of its own.',
        major('The contact details of an earlier lead are overwritten, or its conversation is lost.'),
      ),
    ],
    'changes no lead, conversation or chatbot beside what is written',
    { needs: ['updateTarget', 'chatbot'] },
    expectNothingBeside,
  )
})

const afterwards = suite('Updates and notes · at the end', { phase: 'review' }, (verify) => {
  verify(
    ['ADD-NOTE-10', 'PATCH-CONVERSATION-13', 'ADD-NOTE-11'],
    'keeps every note and every update',
    { needs: ['writes', 'noteTarget'] },
    async (ctx) => {
      const writes = groupBy(
        [PATCH_CONVERSATION, POST_NOTE]
          .flatMap(ctx.answersTo)
          .filter(({ exchange, fate }) => exchange.key === 'main' && fate === 'accepted'),
        ({ exchange }) => askedId(exchange) ?? '',
      )
      if (writes.size === 0) ctx.inconclusive('this run has sent no update and no note')
      // The list is read, too: a text of a write may be in another conversation.
      await Promise.all([
        ctx.api.fullPage('GET /conversations'),
        ctx.each(writes, ([id, some]) => look(ctx, id, some)),
      ])
    },
  )
})

/**
 * Reads a conversation; `stored.ts` judges the answer. A client with a copy from before all writes must not
 * be told that it is unchanged.
 */
async function look(
  ctx: Context<never>,
  id: string,
  [first, ...others]: readonly [Answer, ...Answer[]],
): Promise<void> {
  const { api, answersTo } = ctx
  const { exchange } = first
  if (!(await api.conversation(id)).usable)
    ctx.inconclusive(`conversation ${id} may have been deleted in the meantime`)
  const isOfOneKind = others.every((one) => one.exchange.operation === exchange.operation)
  const before = answersTo('GET /conversations/{id}').find(
    (one) => one.usable && one.data['id'] === id && one.exchange.id < exchange.id,
  )
  if (before === undefined || !isOfOneKind) return
  const requirement = exchange.operation === POST_NOTE ? 'ADD-NOTE-10' : 'PATCH-CONVERSATION-13'
  await expectModified(ctx, [before, first], (actor) => actor.conversation(id), { requirement })
}

// An accepted update changes its conversation: cases that compare it are in the same lane, or later.
const bytes = suite('Bytes that are not UTF-8', { phase: 'write', lane: 'conversation' }, (verify) => {
  verify(
    anyBody.open(
      'INPUT-08',
      'Request bodies are JSON',
      'Whether a body that is not UTF-8 is refused, or its invalid bytes are replaced.',
    ),
    'records the answers to a byte that is not UTF-8',
    { needs: ['updateTarget'], deep: true },
    async (ctx) => {
      const { api, mark } = ctx
      const { id } = await updateTarget(ctx)
      const answers = [
        await api.patchConversation(id, withBadByte({ tags: [mark()] })),
        await api.addNote(id, withBadByte({ content: mark() })),
      ]

      for (const answer of answers)
        ctx.observe('INPUT-08', `byte 0xFF in the member \`note\` of a body: ${answer.status}`, answer)
    },
  )
})

export default [everyKind, alone, afterwards, bytes]

export const oracles = [writeEcho]

export const runOracles = [linkedLeadEcho, storedWrites, misplacedTexts]
