/** Authentication: every operation with every kind of wrong key. Specification parts 5 and 7. */
import { OPERATIONS } from '../lib/spec/operations.ts'
import { LISTS } from '../lib/spec/operations.ts'
import { UNKNOWN_ID } from '../lib/harness/chosen-items.ts'
import { RawBody } from '../lib/harness/actor.ts'
import { wrongKeys } from '../lib/http/keys.ts'
import { oneRequestEach, shownPrefix, withoutKey } from './support/credentials.ts'
import { suite } from '../lib/harness/context.ts'
import { updateTarget } from './support/conversations.ts'
import { quote } from '../lib/util/values.ts'

/** A refusal that repeats this many characters of a key does not do so by chance. */
const DISTINCTIVE_LENGTH = 6

export default suite('Authentication', {}, (verify) => {
  verify(
    'AUTH-01',
    'answers 401 without a key, on every endpoint',
    { cost: 0, smoke: true },
    async ({ anonymous, world, expect, each }) => {
      const { team_id: team } = world.discovery.main.me.data
      await each(oneRequestEach(OPERATIONS, world.discovery), async (request) => {
        const answer = await request(anonymous)
        expect(answer).toRefuse([401])
        const text = answer.exchange.response?.text ?? ''
        const revealed = typeof team === 'string' && team.length >= DISTINCTIVE_LENGTH && text.includes(team)
        expect(answer).toSatisfy(!revealed, 'nothing of a workspace', () => `the team ${quote(team)}`)
      })
    },
  )

  for (const [requirement, who] of [
    ['AUTH-01', 'no key'],
    ['AUTH-02', 'an invented key'],
  ] as const) {
    verify(
      requirement,
      `answers 401 to ${who} before it looks at what is asked`,
      { cost: 0 },
      async ({ anonymous, imposter, settings, expect, each }) => {
        const actor =
          requirement === 'AUTH-01'
            ? anonymous
            : imposter(...wrongKeys(settings.keys['main'], Object.values(settings.keys)).invented)
        const asked = [
          actor.lead(UNKNOWN_ID),
          actor.conversation(UNKNOWN_ID),
          actor.patchConversation(UNKNOWN_ID, {}),
          actor.addNote(UNKNOWN_ID, {}),
          actor.sources(),
          actor.sources({ chatbot_id: UNKNOWN_ID }),
          actor.reservations({ status: 'asleep' }),
          actor.createLead(new RawBody('not json')),
          actor.createLead(new RawBody('text', 'text/plain')),
          ...LISTS.map((list) => actor.list(list, { limit: 0, offset: -1 })),
        ]

        await each(asked, async (answer) => {
          expect(await answer).toRefuse([401])
        })
      },
    )
  }

  verify(
    'AUTH-02',
    'answers 401 to an invented key, on every endpoint',
    { cost: 0 },
    async ({ imposter, world, settings, expect, each }) => {
      await each(oneRequestEach(OPERATIONS, world.discovery), async (request) => {
        expect(
          await request(imposter(...wrongKeys(settings.keys['main'], Object.values(settings.keys)).invented)),
        ).toRefuse([401])
      })
    },
  )

  for (const [requirement, title, kinds] of [
    ['AUTH-02', 'answers 401 to a key that was never set', ['null', 'undefined']],
    ['AUTH-03', 'answers 401 to a key that is cut or extended', ['cut', 'extended', 'prefixed', 'headless']],
    [
      'AUTH-04',
      'answers 401 to a key with one character changed',
      ['alteredStart', 'alteredEnd', 'alteredMiddle', 'otherCase', 'wildcards'],
    ],
    ['AUTH-05', 'answers 401 to the key under another scheme', ['basic', 'token', 'bare']],
  ] as const) {
    verify(requirement, title, { cost: 0 }, async ({ imposter, world, settings, expect, each }) => {
      const wrong = wrongKeys(settings.keys['main'], Object.values(settings.keys))
      const attempts = kinds.flatMap((kind) =>
        oneRequestEach(
          ['GET /me', 'GET /leads', 'GET /conversations/{id}', 'POST /leads'],
          world.discovery,
        ).map((request) => ({ kind, request })),
      )

      await each(
        attempts.filter(({ kind }) => wrong[kind][0] !== ''),
        async ({ kind, request }) => {
          expect(await request(imposter(...wrong[kind]))).toRefuse([401])
        },
      )
    })
  }

  verify(
    'AUTH-03',
    'answers 401 to the part of a key that is shown',
    { cost: 0 },
    async ({ imposter, world, settings, expect, each, inconclusive }) => {
      const part =
        shownPrefix(settings.keys['main'], world.discovery.main.me.data['key_prefix']) ??
        inconclusive('needs a key_prefix')

      await each(oneRequestEach(['GET /me', 'GET /leads'], world.discovery), async (request) => {
        expect(await request(imposter(...part))).toRefuse([401])
      })
    },
  )

  verify(
    'AUTH-05',
    'answers 401 to the key in X-Api-Key',
    { cost: 0 },
    async ({ anonymous, world, settings, expect, each }) => {
      const actor = anonymous.sending('X-Api-Key', settings.keys['main'] ?? '')

      await each(
        oneRequestEach(['GET /me', 'GET /leads', 'GET /conversations/{id}', 'POST /leads'], world.discovery),
        async (ask) => expect(await ask(actor)).toRefuse([401]),
      )
    },
  )

  verify(
    'OPEN-21',
    'is shown the scheme in lower case',
    { cost: 0, weight: 0.25 },
    async ({ imposter, settings, observe }) => {
      const answer = await imposter(
        ...wrongKeys(settings.keys['main'], Object.values(settings.keys)).lowerCaseScheme,
      ).me()

      observe('OPEN-21', `bearer in lower case: ${answer.status}`, answer)
    },
  )

  verify(
    'AUTH-02',
    'answers 401 to an empty bearer token',
    { cost: 0 },
    async ({ imposter, world, expect, each }) => {
      await each(oneRequestEach(OPERATIONS, world.discovery), async (request) => {
        expect(await request(imposter(...withoutKey()))).toRefuse([401])
      })
    },
  )
})

/**
 * Writes with wrong keys must have no effect. The bodies are valid, so that a service that does not check the key
 * would carry them out.
 */
export const unauthorisedWrites = suite(
  'Authentication · writing',
  { phase: 'write', lane: 'conversation' },
  (verify) => {
    verify(
      'AUTH-06',
      'writes nothing without a valid key',
      { needs: ['updateTarget', 'chatbot'], cost: 3 },
      async (ctx) => {
        const { anonymous, imposter, settings, world } = ctx
        const { id, api, expect, mark } = await updateTarget(ctx)
        const text = mark()
        const altered = imposter(...wrongKeys(settings.keys['main'], Object.values(settings.keys)).alteredEnd)
        const others = await Promise.all([
          anonymous.createLead({ chatbot_id: world.chatbot, name: text }),
          altered.createLead({ chatbot_id: world.chatbot, name: text }),
          altered.addNote(id, { content: text }),
        ])
        const isResolved = (await api.conversation(id)).control().data['is_resolved'] === true
        const update = await anonymous.patchConversation(id, { tags: [text], is_resolved: !isResolved })
        const detail = await api.conversation(id)
        const leads = await api.fullPage('GET /leads')
        const refused = [...others, update]

        for (const answer of refused) {
          expect(answer).toRefuse([401], {
            requirement: answer.exchange.key === 'none' ? 'AUTH-01' : 'AUTH-04',
          })
        }
        for (const answer of [leads, detail]) {
          expect(answer).toSatisfy(
            answer.exchange.response?.text.includes(text) !== true,
            'nothing of what was refused',
            `${text} in it`,
            { also: refused },
          )
        }
        expect(detail).toSatisfy(
          detail.data['is_resolved'] === isResolved,
          `is_resolved ${isResolved}, as before what was refused`,
          quote(detail.data['is_resolved']),
          { pointer: '/data/is_resolved', also: refused },
        )
      },
    )
  },
)
