/**
 * Another workspace, as each operation sees it. Specification parts 1 and 5. Three laws. An id of another
 * workspace gets the answer of an unknown one (`READS`, and the writes of `isolation/writing.ts`). The key
 * alone chooses the workspace, whatever else names one (`isolation/other-names.ts`, on each read). And data
 * of a workspace are shown only to its own keys.
 */
import { absentCandidates, isAbsent, UNKNOWN_ID } from '../lib/engine/case/absent-ids.ts'
import { plainSpec } from '../lib/engine/case/actor.ts'
import type { Answer } from '../lib/engine/case/answer.ts'
import { idsOf } from '../lib/engine/case/items.ts'
import { suite } from '../lib/engine/case/suite.ts'
import type { Requirement } from '../lib/engine/judge/requirement.ts'
import { critical, type Endpoint, type Statements, statementsOf } from '../lib/engine/judge/rows.ts'
import { LISTS, type OperationKey, operationOf, READ_OPERATIONS } from '../lib/engine/contract/operations.ts'
import { integer, isObject, quote, text } from '../lib/engine/util/values.ts'
import { expectAlike } from './isolation/alike.ts'
import { askFor, chatbotsOf, foreignId, listNamedIn } from './isolation/foreign.ts'
import { expectOwnItems, OWN_ITEMS } from './isolation/listed.ts'
import {
  expectNothingAt,
  expectOnlyOwn,
  OF_CHATBOTS,
  OF_WORKSPACES,
  PARAMETERS,
} from './isolation/other-names.ts'
import { expectOwnersAlone } from './isolation/owners.ts'
import { expectOwnFigures, expectUnmoved } from './isolation/rollup.ts'
import { writing } from './isolation/writing.ts'

export const theme = 'access'

const part1 = (endpoint: Endpoint): Statements => statementsOf({ part: 1, section: '', endpoint })
const part5 = (endpoint: Endpoint): Statements => statementsOf({ part: 5, section: '', endpoint })

export const rows = [
  part5('GET /knowledge/sources').excluded(
    'SOURCES-91',
    '4',
    "Only sources of the key's workspace are listed.",
    "Sources have no ids, and two workspaces may share pages. ISOLATION-08 covers another workspace's chatbot.",
  ),
]

const ALIKE = part1('*').must(
  'ISOLATION-13',
  '5',
  'A read with an id of another workspace gets the same status, body and headers as one with an unknown id.',
  critical('A difference tells which ids exist: they can be probed.'),
)

/** A read that names an id, and its answer to an id of another workspace. */
interface ReadOfId {
  readonly operation: OperationKey
  readonly rule: Requirement
  readonly statuses: readonly number[]
}

/** Four of them list 404 among their errors; the others may answer with nothing instead. */
const READS: readonly ReadOfId[] = [
  {
    operation: 'GET /conversations/{id}',
    rule: part1('GET /conversations/{id}').must(
      'ISOLATION-01',
      '5',
      "`GET /conversations/{id}` returns 404 for another workspace's conversation.",
      critical('Transcripts of another company are handed out to whoever has or guesses an id.'),
    ),
    statuses: [404],
  },
  {
    operation: 'GET /leads/{id}',
    rule: part1('GET /leads/{id}').must(
      'ISOLATION-04',
      '5',
      "`GET /leads/{id}` returns 404 for another workspace's lead.",
      critical('Contact details of another company are handed out to whoever has or guesses an id.'),
    ),
    statuses: [404],
  },
  {
    operation: 'GET /reservations',
    rule: part1('GET /reservations').must(
      'ISOLATION-07',
      '5',
      "`GET /reservations` returns 404 for another workspace's `chatbot_id`.",
      critical('Guests of another company are listed, or the id of its chatbot is confirmed.'),
    ),
    statuses: [404],
  },
  {
    operation: 'GET /knowledge/sources',
    rule: part1('GET /knowledge/sources').must(
      'ISOLATION-08',
      '5',
      "`GET /knowledge/sources` returns 404 for another workspace's `chatbot_id`.",
      critical('What another company trained its agent on, internal pages included, is handed out.'),
    ),
    statuses: [404],
  },
  {
    operation: 'GET /conversations',
    rule: part1('GET /conversations').must(
      'ISOLATION-09',
      '5',
      "For another workspace's `chatbot_id`, `GET /conversations` returns 404, or no conversation and a `total` of 0.",
      critical('Conversations of another company are listed or counted.'),
    ),
    statuses: [404, 200],
  },
  {
    operation: 'GET /leads',
    rule: part1('GET /leads').must(
      'ISOLATION-10',
      '5',
      "For another workspace's `chatbot_id`, `GET /leads` returns 404, or no lead and a `total` of 0.",
      critical('Contact details of another company are listed, or its leads counted.'),
    ),
    statuses: [404, 200],
  },
  {
    operation: 'GET /bookings',
    rule: part1('GET /bookings').must(
      'ISOLATION-11',
      '5',
      "For another workspace's `chatbot_id`, `GET /bookings` returns 404, or no booking and a `total` of 0.",
      critical('Appointments of another company are listed or counted.'),
    ),
    statuses: [404, 200],
  },
  {
    operation: 'GET /analytics/summary',
    rule: part1('GET /analytics/summary').must(
      'ISOLATION-12',
      '5',
      "For another workspace's `chatbot_id`, `GET /analytics/summary` returns 404 or a rollup of zeros.",
      critical('How busy another company is, and what it spends, can be read day by day.'),
    ),
    statuses: [404, 200],
  },
]

const ofPaths = READS.filter(({ operation }) => operation.includes('{id}'))
const ofQueries = READS.filter(({ operation }) => !operation.includes('{id}'))

const reading = suite('Isolation · reading', {}, (verify) => {
  for (const { operation, rule, statuses } of READS)
    verify(
      [rule, ALIKE],
      `tells nothing of a foreign id in ${operation}`,
      { needs: ['otherKey'], smoke: operation.includes('{id}') },
      async (ctx) => {
        const { stranger, world, expect, inconclusive } = ctx
        const { main, other = main } = world.discovery
        const list = listNamedIn(operation)
        const foreign =
          foreignId(ctx, list) ?? inconclusive(`needs an id of ${list} in the workspace under test`)

        const answer = await askFor(stranger, operation, foreign)

        expect(answer).toHaveStatus(statuses)
        const absent = absentCandidates(other.lists, list, main.lists)
        const [unknown = UNKNOWN_ID] = absent
        const leak = leakIn(answer, foreign)
        // A figure that ignores the filter tells nothing of the chatbot.
        const isSameForAny =
          leak !== undefined && leak === leakIn(await askFor(stranger, operation, unknown), unknown)
        expect(answer).toSatisfy(leak === undefined || isSameForAny, 'nothing of the chatbot', `${leak}`)
        await expectAlike(ctx, ALIKE.id, {
          foreign,
          answer,
          absent,
          ask: (id) => askFor(stranger.afresh(), operation, id),
          isAbsent: (id) => isAbsent(stranger, list, id),
        })
        if (isSameForAny) inconclusive(`an id that does not exist is answered with ${leak}, too`)
      },
    )

  verify(
    [
      part5('*').must(
        'ISOLATION-29',
        '4',
        'A resource that was refused to one key is still returned to its owner.',
        critical('A stranger who knows an id makes a conversation vanish for the team that works on it.'),
      ),
      'ISOLATION-30',
    ],
    'shows what belongs to another key to its owner alone, before and after',
    { needs: ['otherKey'] },
    expectOwnersAlone,
  )

  // Sent beside the other reads, which share the answers. All lists are judged at the end of the run.
  verify('ISOLATION-20', "shows each workspace's chatbots to its key alone", { needs: ['otherKey'] }, (ctx) =>
    expectOwnItems(ctx, 'GET /chatbots'),
  )

  verify(
    part5('GET /analytics/summary').must(
      'ISOLATION-25',
      '4',
      "The rollup counts only data of the key's workspace.",
      critical('The figures of other companies are shown, and those of this one are wrong.'),
    ),
    'counts only data of the workspace',
    { needs: ['otherKey'] },
    expectOwnFigures,
  )
})

/** Data of a foreign chatbot in an answer, in words: its items, their number, or its figures. */
function leakIn({ items, total = 0, data: { totals } }: Answer, chatbot: string): string | undefined {
  if (items.some((item) => item['chatbot_id'] === chatbot)) return 'items of it'
  if (items.length === 0 && total > 0) return `total ${total}`
  const isCounted = isObject(totals) && Object.values(totals).some((one) => (integer(one) ?? 0) !== 0)
  return isCounted ? `totals ${quote(totals)}` : undefined
}

/** Parts of a request that a service may take for the name of a workspace, or of its data. */
const naming = suite('Isolation · other names', { phase: 'independent' }, (verify) => {
  for (const { operation, rule } of ofPaths)
    verify(
      rule.id,
      `shows nothing for any form of a foreign id in ${operation}`,
      { needs: ['otherKey'] },
      async (ctx) => {
        const list = listNamedIn(operation)
        const foreign =
          foreignId(ctx, list) ?? ctx.inconclusive(`needs an id of ${list} in the workspace under test`)
        const ofOthers = LISTS.filter((one) => one !== list).flatMap((one) => {
          const id = foreignId(ctx, one)
          return id === undefined ? [] : [[`an id of ${one}`, id] as const]
        })
        await expectNothingAt(ctx, rule.id, (id) => askFor(ctx.stranger, operation, id), [
          ['a foreign id with a blank before it', ` ${foreign}`],
          ['a foreign id with a blank behind it', `${foreign} `],
          ...ofOthers,
        ])
      },
    )

  for (const { operation, rule } of ofQueries)
    verify(rule.id, `lets no form of \`chatbot_id\` leak in ${operation}`, { needs: ['otherKey'] }, (ctx) =>
      expectOnlyOwn(ctx, { method: 'GET', path: operationOf(operation).path }, OF_CHATBOTS),
    )

  verify(
    part5('*').must(
      'ISOLATION-27',
      '4',
      'Only the key chooses the workspace: no header and no parameter does.',
      critical('Any customer reads the data of all others by naming their workspace.'),
    ),
    'shows the workspace of the key, whatever else names another one',
    { needs: ['otherKey'] },
    (ctx) =>
      // If a read takes an id, it is one of the workspace under test, while the second key asks.
      ctx.each(
        READ_OPERATIONS.flatMap((operation) => plainSpec(operation, (list) => foreignId(ctx, list)) ?? []),
        (read) => expectOnlyOwn(ctx, read, OF_WORKSPACES),
      ),
  )
})

const risen = suite('Isolation · rollups', { phase: 'write', lane: 'lead' }, (verify) => {
  verify(
    'ISOLATION-25',
    'counts no leads that are created in another workspace',
    { needs: ['otherKey', 'chatbot'] },
    expectUnmoved,
  )
})

const recorded = suite('Isolation · new leads', { phase: 'write' }, (verify) => {
  verify(
    'ISOLATION-27',
    'records a lead in the workspace of the key, whatever its body names',
    { needs: ['otherKey'] },
    async (ctx) => {
      const { stranger, world, expect, mark, inconclusive } = ctx
      const need = 'needs a `team_id` from `GET /me`, and a chatbot in both workspaces'
      const { foreign = inconclusive(need), own = inconclusive(need) } = chatbotsOf(ctx)
      const team = text(world.discovery.main.me.data['team_id']) ?? inconclusive(need)
      const named = Object.fromEntries(PARAMETERS.map((name) => [name, team]))
      const create = (chatbot_id: string): Promise<Answer> =>
        stranger.createLead({ chatbot_id, name: mark(), ...named })

      const intruding = await create(foreign)
      // The created lead is checked later.
      await create(own)

      const received = "a lead for another workspace's chatbot"
      expect(intruding).toSatisfy(intruding.fate !== 'accepted', 'a refusal', received, { proof: true })
    },
  )
})

const reviewed = suite('Isolation · what was listed', { phase: 'review' }, (verify) => {
  for (const [list, rule] of OWN_ITEMS)
    verify(rule, `lists only own items in ${list}`, { needs: ['otherKey'] }, (ctx) =>
      expectOwnItems(ctx, list),
    )

  verify(
    'ISOLATION-22',
    'shows another key no lead that this run has created',
    { needs: ['writes', 'otherKey'] },
    // The oracle of misplaced texts judges the answer.
    async ({ stranger }) => void (await stranger.fullPage('GET /leads')).mustBeUsable(),
  )

  verify(
    'ISOLATION-27',
    'still has the recorded lead in the workspace of its key',
    { needs: ['writes', 'otherKey'] },
    async ({ stranger, answersTo, expect, inconclusive }) => {
      // A service may refuse unknown members.
      const [lead = inconclusive('this run has created no lead that names another workspace')] = answersTo(
        'POST /leads',
      ).filter(({ exchange, fate }) => exchange.key === 'other' && fate === 'accepted')
      const id = String(lead.data['id'])
      const [detail, list] = await Promise.all([stranger.lead(id), stranger.fullPage('GET /leads')])
      // A listed item exists: another rule judges that its detail is not found.
      const isThere = detail.status !== 404 || idsOf(list.items).includes(id)
      expect(detail).toSatisfy(isThere, 'the lead, for the key that created it', 'status 404', {
        also: [lead],
      })
    },
  )
})

export default [reading, naming, recorded, risen, writing, reviewed]
