/** GET /analytics/summary. Specification parts 2, 4 and 8. */
import { isDeepStrictEqual } from 'node:util'
import { absentId } from '../lib/engine/case/absent-ids.ts'
import type { Actor } from '../lib/engine/case/actor.ts'
import type { Context } from '../lib/engine/case/context.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { variousChatbots } from './support/kinds.ts'
import { servedAt } from '../lib/engine/http/exchange.ts'
import { dataOf } from '../lib/engine/judge/reading.ts'
import type { Oracle } from '../lib/engine/judge/oracle.ts'
import { about, major, statementsOf } from '../lib/engine/judge/rows.ts'
import { FULL_PAGE } from '../lib/engine/contract/api.ts'
import type { ListKey } from '../lib/engine/contract/operations.ts'
import { count } from '../lib/engine/util/text.ts'
import { DAY_MS, instant } from '../lib/engine/util/time.ts'
import { integer, isObject, type JsonObject, objects, quote } from '../lib/engine/util/values.ts'
import { orderOfTimes } from './lists/order.ts'

export const theme = 'filters'

const SUMMARY = 'GET /analytics/summary'

const part2 = statementsOf({ part: 2, section: 'AnalyticsSummary', endpoint: SUMMARY })
const part4 = statementsOf({ part: 4, section: SUMMARY })
const part8 = statementsOf({ part: 8, section: '', endpoint: SUMMARY })

export const rows = [
  part8.derived(
    'GET-ANALYTICS-03',
    'Analytics window',
    'The days of the rollup are distinct and lie within the trailing 30 days.',
    'The window is the trailing 30 days, and `by_day` divides it into days.',
    major('A chart shows a day twice, or a month that is not the one in its title.'),
  ),
  part2.excluded(
    'ANALYTICS-90',
    'mentions a resolution rate',
    'The description of `GET /analytics/summary` mentions a resolution rate.',
    'The specification defines no field for it.',
  ),
]

export default suite(SUMMARY, {}, (verify) => {
  verify(
    [
      about(
        'answers',
        part4.must(
          'GET-ANALYTICS-01',
          'Response 200: { data: AnalyticsSummary }',
          'A request returns 200 with the rollup of the workspace, or of the chatbot in `chatbot_id`.',
          major('The dashboard has nothing to show.'),
        ),
      ),
      part2.open('OPEN-11', 'totals', 'Whether `totals` are the sums of `by_day`.'),
      part2.open('OPEN-12', 'by_day', 'Which days `by_day` lists, and in which order.'),
    ],
    'returns the rollup of the workspace',
    { smoke: true },
    async ({ api, expect, observe, inconclusive }) => {
      const summary = await api.analytics()

      expect(summary).toAnswer(200)
      if (!isObject(summary.data['totals'])) inconclusive('the response has no `totals`')
      observe('OPEN-11', sumsOfDays(summary.data), summary)
      observe('OPEN-12', daysInWords(summary.data), summary)
    },
  )

  verify(
    [
      part4.must(
        'GET-ANALYTICS-02',
        'for one chatbot when the optional query chatbot_id',
        'With `chatbot_id`, the rollup counts only that chatbot.',
        major('Teams compare their agents by figures that are those of all of them.'),
      ),
      'GET-ANALYTICS-01',
    ],
    'counts only the chatbot in `chatbot_id`',
    { needs: ['chatbot'] },
    async (ctx) => {
      const { api, stranger, world, each, inconclusive } = ctx
      const { main, other } = world.discovery
      let isJudged = false
      await each(
        [
          { actor: api, workspace: main },
          { actor: stranger, workspace: other },
        ],
        async ({ actor, workspace }) => {
          const chatbots = variousChatbots(workspace?.lists['GET /chatbots'].items ?? [])
          if (chatbots.length > 0 && (await isJudgedBy(ctx, actor, chatbots))) isJudged = true
        },
      )
      if (!isJudged) inconclusive('needs two chatbots, and messages in the last 30 days')
    },
  )

  verify(
    'ANALYTICS-01',
    'returns window `30d` even if another one is requested',
    {},
    async ({ api, expect }) => {
      expect((await api.analytics()).mustBeUsable()).toShow('window', '30d')
      // Unknown parameters may be refused or ignored, but must not take effect.
      const answer = await api.analytics({ window: '7d', period: '7d', range: '7d', days: 7 })

      answer.mustArrive()
      expect(answer).toSatisfy(
        !answer.usable || answer.data['window'] === '30d',
        'window "30d"',
        () => quote(answer.data['window']),
        { pointer: '/data/window' },
      )
    },
  )

  verify(
    part4.open(
      'OPEN-13',
      'chatbot_id',
      'What an unknown `chatbot_id` returns where the endpoint lists no 404.',
    ),
    'records the response to an unknown `chatbot_id`',
    { needs: ['chatbot'] },
    async ({ api, world, observe }) => {
      const chatbot_id = absentId(world.discovery, 'GET /chatbots')
      const answers = await Promise.all([
        api.analytics({ chatbot_id }),
        api.conversations({ chatbot_id, limit: FULL_PAGE }),
      ])

      observe(
        'OPEN-13',
        answers.map((answer) => `${answer.exchange.operation}: ${answer.status}`).join(', '),
        ...answers,
      )
    },
  )
})

/**
 * Expects the rollups of some chatbots not to be those of their workspace. It is open how rollups of different
 * ages add up, and two chatbots may have equal figures. But if two chatbots both have the figures of the
 * workspace, neither may have more conversations than its list shows, and one without conversations may have
 * no messages.
 * @returns whether the workspace has figures by which this can be judged
 */
async function isJudgedBy(
  { expect }: Pick<Context, 'expect'>,
  actor: Actor,
  chatbots: readonly string[],
): Promise<boolean> {
  const whole = (await actor.analytics()).mustBeUsable()
  const parts = await Promise.all(chatbots.map((chatbot_id) => actor.analytics({ chatbot_id })))
  for (const part of parts) expect(part).toAnswer(200, { requirement: 'GET-ANALYTICS-01' })
  if (parts.length < 2) return false
  let isJudged = false
  for (const { pointer, figure, list, isOfConversations } of FIGURES) {
    const all = figure(whole.data)
    if (sumOf(all) <= 0) continue
    isJudged = true
    const alike = parts.filter((part) => isDeepStrictEqual(figure(part.data), all))
    for (const part of alike.length < 2 ? [] : alike) {
      const chatbot_id = chatbots[parts.indexOf(part)]
      const own = (await actor.list(list, { chatbot_id, limit: 1 })).mustBeUsable()
      const most = isOfConversations ? (own.total ?? Infinity) : Infinity
      const isExplained = own.total !== 0 && sumOf(figure(part.data)) <= most
      expect(part).toSatisfy(
        isExplained,
        `counts of this chatbot only, which has ${own.total} in ${list}`,
        `those of the workspace, as of ${count(alike.length, 'chatbot')}`,
        { also: [whole, own, ...alike.filter((one) => one !== part)], pointer },
      )
    }
  }
  return isJudged
}

interface Figure {
  readonly pointer: string
  readonly figure: (summary: JsonObject) => unknown
  /** The list of the counted items: a chatbot without any must have the figure 0. */
  readonly list: ListKey
  /** Whether the figure counts the items of that list. Which conversations count as leads is open. */
  readonly isOfConversations: boolean
}

/** The figures that belong to one chatbot each. Leads are not counted by day. */
const FIGURES: readonly Figure[] = ['conversations', 'messages', 'tokens', 'leads'].flatMap(
  (name): readonly Figure[] => {
    const isOfConversations = name === 'conversations'
    const common = {
      isOfConversations,
      list: name === 'leads' ? ('GET /leads' as const) : ('GET /conversations' as const),
    }
    const total = ({ totals }: JsonObject): unknown => (isObject(totals) ? totals[name] : undefined)
    const days = ({ by_day: byDay }: JsonObject): unknown =>
      objects(byDay).map((day) => [day['date'], day[name]])
    return [
      { ...common, pointer: `/data/totals/${name}`, figure: total },
      ...(name === 'leads' ? [] : [{ ...common, pointer: '/data/by_day', figure: days }]),
    ]
  },
)

/** The sum of a figure: a number, or the numbers of all days together. */
function sumOf(figure: unknown): number {
  return [figure].flat(2).reduce<number>((sum, one) => sum + (integer(one) ?? 0), 0)
}

/**
 * GET-ANALYTICS-03 (part 8): distinct days, none in the future, within the trailing 30 days. Which of these
 * days are listed is open. The two clocks, ours and that of the service, may differ: a day is wrong only if
 * it is wrong by both.
 */
export const analyticsDays: Oracle = (exchange, judgements) => {
  if (exchange.operation !== SUMMARY || exchange.response?.status !== 200) return
  const sorted = daysOf(dataOf(exchange)).toSorted((one, other) => one.at - other.at)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return
  const check = (isRight: boolean, expected: string, received: string): void =>
    judgements.check(isRight, 'GET-ANALYTICS-03', expected, () => received, { pointer: '/data/by_day' })
  const repeated = sorted.find(({ at }, index) => at === sorted[index + 1]?.at)
  const span = (last.at - first.at) / DAY_MS
  const clocks = [exchange.startedAt, servedAt(exchange) ?? exchange.startedAt]
  // Some time zone is already a day ahead.
  const isComing = last.at > Math.max(...clocks) + DAY_MS
  const isPast = last.at < Math.min(...clocks) - THIRTY_DAYS * DAY_MS
  check(repeated === undefined, 'distinct days', `${repeated?.date} appears twice`)
  check(span <= THIRTY_DAYS, 'days that span no more than 30 days', `days that span ${span + 1} days`)
  check(!isComing, 'no future day', last.date)
  check(!isPast, 'only days of the trailing 30 days', `no day after ${last.date}`)
}

function daysOf({ by_day: byDay }: JsonObject): readonly { date: string; at: number }[] {
  return objects(byDay).flatMap(({ date }) => {
    const at = instant(`${String(date)}T00:00:00Z`)
    return at === undefined ? [] : [{ date: String(date), at }]
  })
}

/** Part 8: the analytics window is the trailing 30 days, fixed. */
const THIRTY_DAYS = 30

/** OPEN-11: whether the days add up to the totals. */
function sumsOfDays({ totals, by_day: byDay }: JsonObject): string {
  const matches = (['conversations', 'messages', 'tokens'] as const).map((name) => {
    const sum = objects(byDay).reduce((rest, day) => rest + (integer(day[name]) ?? 0), 0)
    const total = isObject(totals) ? integer(totals[name]) : undefined
    return `${name} ${sum === total ? 'equal' : `${sum} of ${total}`}`
  })
  return `sum of the days compared with totals: ${matches.join(', ')}`
}

/** OPEN-12: how many days are listed, from which to which, and in which order. A rollup of a week shows here. */
function daysInWords(summary: JsonObject): string {
  const days = daysOf(summary)
  const order = orderOfTimes(days.map(({ at }) => at)) ?? 'in no order'
  return `${count(days.length, 'day')}, from ${days[0]?.date} to ${days.at(-1)?.date}, ${order}`
}

export const oracles = [analyticsDays]
