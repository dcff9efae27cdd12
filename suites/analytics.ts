/** GET /analytics/summary. Specification parts 2, 4 and 8. */
import { absentId } from '../lib/harness/chosen-items.ts'
import type { Answer } from '../lib/harness/answer.ts'
import { suite } from '../lib/harness/context.ts'
import { askRollups, fewChatbots } from './isolation/rollups.ts'
import { variousChatbots } from '../lib/harness/discovery.ts'
import { daysInWords, isActive, narrowing, outdatedDay, sumsOfDays } from './oracles/analytics.ts'
import { isObject, objects, quote } from '../lib/util/values.ts'

export default suite('GET /analytics/summary', {}, (verify) => {
  verify(
    'GET-ANALYTICS-01',
    'answers for the workspace',
    { cost: 1, smoke: true },
    async ({ api, expect, observe, inconclusive }) => {
      const summary = await api.analytics()

      expect(summary).toAnswer(200)
      if (!isObject(summary.data['totals'])) inconclusive('the answer has no totals')
      observe('OPEN-11', sumsOfDays(summary.data), summary)
      observe('OPEN-12', daysInWords(summary.data), summary)
    },
  )

  verify(
    'GET-ANALYTICS-01',
    'answers for each chatbot',
    { needs: ['chatbot'], cost: 3 },
    async ({ api, expect, each, inconclusive }) => {
      const chatbots = (await api.fullPage('GET /chatbots')).control()

      await each(variousChatbots(chatbots.items), async (chatbot_id) => {
        const summary = await api.analytics({ chatbot_id })
        expect(summary).toAnswer(200)
        if (!isObject(summary.data['totals'])) inconclusive('the answer has no totals')
      })
    },
  )

  verify(
    'GET-ANALYTICS-02',
    'narrows the rollup to a chatbot',
    { needs: ['chatbot'], cost: 0 },
    async ({ api, world, expect, inconclusive }) => {
      const chatbots = (await api.fullPage('GET /chatbots')).control()
      const chosen = variousChatbots(chatbots.items)
      const parts = await Promise.all(chosen.map((chatbot_id) => api.analytics({ chatbot_id })))
      const whole = await api.analytics()
      for (const answer of [...parts, whole]) answer.control()
      const narrowed = ({ data, exchange }: Answer): ReturnType<typeof narrowing> =>
        narrowing(
          data,
          parts.map((part) => part.data),
          chosen.map((id) =>
            isActive(id, world.discovery.main.lists['GET /conversations'].items, exchange.startedAt),
          ),
        )
      const { judged, problem: doubt } = narrowed(whole)
      if (!judged) inconclusive('needs two chatbots, and a conversation in the last 30 days')
      // Traffic that arrived while the chatbots were queried shows only in a later rollup of the workspace.
      const later = doubt === undefined ? whole : (await api.afresh().analytics()).control()
      const { problem } = narrowed(later)

      expect(parts[0] ?? whole).toSatisfy(
        problem === undefined,
        'counts of the chatbot alone',
        problem ?? '',
        {
          also: [later, ...parts.slice(1)],
          pointer: '/data/totals',
        },
      )
    },
  )

  verify(
    'GET-ANALYTICS-02',
    'counts nothing of another chatbot',
    { needs: ['otherKey'], cost: 0 },
    async ({ stranger, world, expect, inconclusive }) => {
      const chatbots = fewChatbots(world.discovery.other?.lists['GET /chatbots'], 8)
      if (chatbots === undefined) inconclusive('needs a second workspace with at most eight chatbots')
      const { whole, parts = [] } = await askRollups(stranger, chatbots)
      for (const answer of [whole, ...parts]) answer.control()
      const counts = parts.map(({ data }) => data)
      const { judged } = narrowing(whole.data, counts)
      if (!judged) inconclusive('needs two chatbots, and activity in the last 30 days')
      // Traffic that arrived while the chatbots were queried shows only in a later rollup of the workspace.
      const later =
        narrowing(whole.data, counts).problem === undefined ? whole : await stranger.afresh().analytics()
      const { problem } = narrowing(later.control().data, counts)

      expect(parts[0] ?? whole).toSatisfy(
        problem === undefined,
        'counts of each chatbot alone',
        problem ?? '',
        {
          also: [later, ...parts.slice(1)],
          pointer: '/data/totals',
        },
      )
    },
  )

  verify(
    'GET-ANALYTICS-03',
    'lists no day that is long past',
    { cost: 0 },
    async ({ api, world, expect, inconclusive }) => {
      const summary = (await api.analytics()).control()
      const { main, other } = world.discovery
      const items = [main, other].flatMap((workspace) =>
        Object.values(workspace?.lists ?? {}).flatMap((list) => list.items),
      )
      if (objects(summary.data['by_day']).length === 0 || items.length === 0)
        inconclusive('needs activity in the last 30 days')
      const day = outdatedDay(summary.data, items, summary.exchange.startedAt)

      expect(summary).toSatisfy(day === undefined, 'the trailing 30 days', `${day} among the days`, {
        pointer: '/data/by_day',
      })
    },
  )

  verify(
    'ANALYTICS-01',
    'gives 30d as its window, whatever window is asked for',
    { cost: 0, costAlone: 1 },
    async ({ api, bystander, expect }) => {
      expect((await api.analytics()).control()).toShow('window', '30d')
      // Unknown parameters may be refused or ignored, but must not take effect.
      const answer = await bystander.analytics({ window: '7d', period: '7d', range: '7d', days: 7 })

      answer.arrived()
      expect(answer).toSatisfy(
        !answer.usable || answer.data['window'] === '30d',
        'window "30d"',
        () => quote(answer.data['window']),
        { pointer: '/data/window' },
      )
    },
  )

  verify(
    'OPEN-13',
    'is asked for a chatbot of nothing',
    { needs: ['chatbot'], cost: 0, costAlone: 4, weight: 0.25 },
    async ({ bystander, world, observe }) => {
      const chatbot_id = absentId(world.chatbot)
      const answers = await Promise.all([
        bystander.analytics({ chatbot_id }),
        bystander.conversations({ chatbot_id }),
        bystander.leads({ chatbot_id }),
        bystander.bookings({ chatbot_id }),
      ])

      observe(
        'OPEN-13',
        answers.map((answer) => `${answer.exchange.operation}: ${answer.status}`).join(', '),
        ...answers,
      )
    },
  )
})
