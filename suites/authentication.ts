/** Authentication: every operation with every kind of wrong key. Specification parts 5 and 7. */
import { type Actor, type PlainRequest, plainRequest } from '../lib/engine/case/actor.ts'
import { RawBody } from '../lib/engine/case/bodies.ts'
import type { Answer } from '../lib/engine/case/answer.ts'
import { UNKNOWN_ID } from '../lib/engine/case/absent-ids.ts'
import type { Context } from '../lib/engine/case/context.ts'
import { suite } from '../lib/engine/case/suite.ts'
import type { Discovery } from '../lib/engine/case/discovery.ts'
import { idsOf } from '../lib/engine/case/items.ts'
import { type Authorization, type WrongKey, wrongKeys } from './authentication/wrong-keys.ts'
import { KEY_VARIABLES } from '../lib/engine/http/keys.ts'
import { derived, excluded, must, open, section } from '../lib/engine/judge/rows.ts'
import { type OperationKey, OPERATIONS } from '../lib/engine/spec/operations.ts'
import { quote } from '../lib/engine/util/values.ts'
import {
  AROUND_THE_KEY,
  BESIDE_THE_KEY,
  IN_PLACE_OF_THE_HEADER,
  withKeyIn,
} from './authentication/arrivals.ts'
import { updateTarget } from './support/written-conversations.ts'

export const rows = [
  ...section(
    { part: 5, section: '', endpoint: '*' },
    must('AUTH-01', '3', 'Every request without a key returns 401 and reveals no data of a workspace.'),
    must('AUTH-02', '3', 'A request with an invented or an empty key returns 401.'),
    must('AUTH-03', '3', 'A request with a valid key that is cut short or extended returns 401.'),
    must('AUTH-04', '3', 'A request with a valid key in which one character is changed returns 401.'),
    derived(
      'AUTH-05',
      '1',
      'A valid key with a scheme other than Bearer, with extra text, or outside `Authorization` returns 401.',
      'A key counts only as a bearer token in the `Authorization` header; anywhere else, the key is missing.',
    ),
    must('AUTH-06', '3', 'A write without a valid key changes nothing.'),
    must(
      'AUTH-08',
      '2',
      '`GET /me` returns the name and the prefix of the key in use, whichever key asked before.',
    ),
    derived(
      'AUTH-09',
      '2',
      'Two keys of one workspace are shown the same chatbots and leads.',
      'A key belongs to a workspace, and each list is that of the workspace.',
    ),
    open('OPEN-21', '1', 'Whether the scheme `Bearer` may be written in another letter case.'),
    excluded(
      'KEYS-90',
      '6',
      'Not testable: how keys are issued, rotated or scoped, and which prefix they begin with.',
      'The specification does not show it.',
    ),
    excluded(
      'KEYS-91',
      '1',
      'A request with its key only in the query string counts as a request without a key.',
      'A test would write a real key into the access logs of the target.',
    ),
  ),
  ...section(
    { part: 7, section: '', endpoint: '*' },
    derived(
      'AUTH-07',
      'missing or invalid API key (example code `unauthorized`)',
      'A 401 has the `code` `unauthorized`.',
      'The specification gives this code as the example for 401.',
    ),
  ),
]

/** Wrong keys by requirement; each is tried on a few operations. */
const WRONG_KEYS: readonly (readonly [requirement: string, title: string, kinds: readonly WrongKey[]])[] = [
  ['AUTH-02', 'returns 401 for an empty key, `null` and `undefined`', ['null', 'undefined', 'empty']],
  ['AUTH-03', 'returns 401 for a key that is cut or extended', ['cut', 'extended']],
  [
    'AUTH-04',
    'returns 401 for a key with a character changed, or in another case',
    ['alteredEnd', 'alteredMiddle', 'otherCase'],
  ],
]

/** A read and a write: keys are looked at before everything else, and mostly in one place. */
const FEW: readonly OperationKey[] = ['GET /me', 'POST /leads']

/** One operation of each kind. */
const VARIOUS: readonly OperationKey[] = [
  ...FEW,
  'GET /leads',
  'GET /conversations/{id}',
  'GET /knowledge/sources',
  'PATCH /conversations/{id}',
]

/** Requests that would be refused, or find nothing, with a valid key, too: the key is looked at first. */
const INVALID_REQUESTS: readonly PlainRequest[] = [
  (actor) => actor.lead(UNKNOWN_ID),
  (actor) => actor.patchConversation(UNKNOWN_ID, {}),
  (actor) => actor.addNote(UNKNOWN_ID, {}),
  (actor) => actor.sources(),
  (actor) => actor.reservations({ chatbot_id: UNKNOWN_ID, status: 'asleep' }),
  (actor) => actor.conversations({ limit: 0, offset: -1 }),
  (actor) => actor.createLead(new RawBody('not json')),
  (actor) => actor.createLead(new RawBody('text', 'text/plain')),
]

const requests = suite('Authentication', { phase: 'independent' }, ({ verify }) => {
  verify(
    'AUTH-01',
    'returns 401 without a key on every endpoint',
    { smoke: true },
    async ({ anonymous, world, expect, each }) => {
      const team = quote(world.discovery.main.me.data['team_id'])
      const requests = [...oneRequestEach(OPERATIONS, world.discovery), ...INVALID_REQUESTS]
      await each(requests, async (request) => {
        const answer = await request(anonymous)
        expect(answer).toRefuse([401])
        const isRevealed = answer.exchange.response?.text.includes(team) === true
        expect(answer).toSatisfy(!isRevealed, 'no data of a workspace', `the team ${team}`)
      })
    },
  )

  verify(
    'AUTH-02',
    'returns 401 for an invented key on every endpoint',
    {},
    async ({ imposter, world, settings, expect, each }) => {
      const actor = imposter(...wrong(settings, 'invented'))
      const requests = [...oneRequestEach(OPERATIONS, world.discovery), ...INVALID_REQUESTS]
      await each(requests, async (request) => expect(await request(actor)).toRefuse([401]))
    },
  )

  for (const [requirement, title, kinds] of WRONG_KEYS) {
    verify(requirement, title, {}, async ({ imposter, world, settings, expect, each }) => {
      const attempts = kinds.flatMap((kind) =>
        oneRequestEach(FEW, world.discovery).map((request) => ({ kind, request })),
      )
      await each(attempts, async ({ kind, request }) =>
        expect(await request(imposter(...wrong(settings, kind)))).toRefuse([401]),
      )
    })
  }

  verify(
    'AUTH-03',
    'returns 401 for the `key_prefix` of a key',
    {},
    async ({ imposter, world, settings, expect, inconclusive }) => {
      const { key_prefix: shown } = world.discovery.main.me.data
      const key = settings.keys['main'] ?? ''
      if (typeof shown !== 'string' || shown === '' || shown === key || !key.startsWith(shown))
        return inconclusive('needs a `key_prefix` from `GET /me`')

      return expect(await imposter(`Bearer ${shown}`).me()).toRefuse([401])
    },
  )

  verify(
    'AUTH-05',
    'returns 401 for a valid key that is not a bearer token',
    {},
    async ({ imposter, world, settings, expect, each }) => {
      const key = settings.keys['main']
      const schemes = (['basic', 'token', 'bare'] as const).map((kind) => wrong(settings, kind))
      const values = [...schemes, ...AROUND_THE_KEY.map((text) => withKeyIn(text, key))]
      const few = oneRequestEach(FEW, world.discovery)

      await each(values.entries(), async ([n, value]) => {
        const answer = await few[n % few.length]?.(imposter(...value))
        if (answer !== undefined) expect(answer).toRefuse([401])
      })
    },
  )

  verify(
    'AUTH-05',
    'returns 401 for a valid key in another header, a cookie or a body',
    {},
    async ({ anonymous, world, settings, expect, each }) => {
      const key = settings.keys['main'] ?? ''
      const everywhere = IN_PLACE_OF_THE_HEADER.reduce<Actor>(
        (actor, [name, text]) => actor.sending(name, withKeyIn(text, key)[0]),
        anonymous,
      )
      const form = new RawBody(`access_token=${key}&api_key=${key}`, 'application/x-www-form-urlencoded')

      await each(oneRequestEach(VARIOUS, world.discovery), async (request) =>
        expect(await request(everywhere)).toRefuse([401]),
      )
      for (const body of [form, { access_token: key, api_key: key }])
        expect(await anonymous.createLead(body)).toRefuse([401])
    },
  )

  verify(
    'AUTH-01',
    'returns 401 without a key, whatever other headers are sent',
    {},
    async ({ anonymous, expect, each }) => {
      await each(BESIDE_THE_KEY, async ([name, value]) =>
        expect(await anonymous.sending(name, value).leads({ limit: 1 })).toRefuse([401]),
      )
    },
  )

  verify(
    'OPEN-21',
    'records whether `bearer` in lower case is accepted',
    {},
    async ({ imposter, settings, observe }) => {
      const answer = await imposter(...wrong(settings, 'lowerCaseScheme')).me()

      observe('OPEN-21', `\`bearer\` in lower case: ${answer.status}`, answer)
    },
  )
})

/**
 * Writes with wrong keys must have no effect. The bodies are valid, so that a service that does not check the key
 * would carry them out.
 */
const writes = suite('Authentication · writing', { phase: 'write', lane: 'conversation' }, ({ verify }) => {
  verify(
    'AUTH-06',
    'writes nothing without a valid key',
    { needs: ['updateTarget', 'chatbot'] },
    async (ctx) => {
      const { anonymous, imposter, settings, world, each } = ctx
      const { id, api, expect, mark } = await updateTarget(ctx)
      const text = mark()
      const altered = imposter(...wrong(settings, 'alteredEnd'))
      const before = (await api.conversation(id)).control()
      const refused: readonly Answer[] = await Promise.all([
        anonymous.patchConversation(id, { tags: [text], is_resolved: before.data['is_resolved'] !== true }),
        anonymous.createLead({ chatbot_id: world.chatbot, name: text }),
        altered.createLead({ chatbot_id: world.chatbot, name: text }),
        altered.addNote(id, { content: text }),
      ])
      const after = (await api.conversation(id)).control()
      const leads = (await api.fullPage('GET /leads')).control()

      await each(refused, async (answer) => {
        const requirement = answer.exchange.key === 'none' ? 'AUTH-01' : 'AUTH-04'
        expect(answer).toRefuse([401], { requirement })
      })
      for (const answer of [leads, after])
        expect(answer).toSatisfy(
          answer.exchange.response?.text.includes(text) !== true,
          'no data from the refused request',
          `the transcript contains ${text}`,
          { also: refused },
        )
      expect(after).toSatisfy(
        after.data['is_resolved'] === before.data['is_resolved'],
        `is_resolved ${quote(before.data['is_resolved'])}, as before the refused request`,
        quote(after.data['is_resolved']),
        { pointer: '/data/is_resolved', also: refused },
      )
    },
  )
})

/** The key to be exhausted, before it is. */
const twins = suite('Authentication · two keys', { phase: 'keys' }, ({ verify }) => {
  verify(
    'AUTH-08',
    'shows each key its own name, whichever key asked before',
    { needs: ['exhaustibleKey'] },
    async ({ api, spender, world, expect }) => {
      const first = [world.discovery.main.me, await spender.me()]
      const second = [await api.me(), await spender.me()]

      for (const [n, before] of first.entries())
        for (const field of ['key_name', 'key_prefix'])
          expect(second[n] ?? before).toShow(field, before.control().data[field], { also: [before] })
    },
  )

  verify(
    'AUTH-09',
    'shows two keys of one workspace the same lists',
    { needs: ['exhaustibleKey'] },
    async ({ api, spender, world, expect, quiet, inconclusive }) => {
      const [own, twin] = [world.discovery.main.me, await spender.me()].map(
        (me) => me.control().data['team_id'],
      )
      if (own !== twin)
        inconclusive(`needs two keys of one workspace: ${KEY_VARIABLES.exhaustible} is of another`)

      for (const list of ['GET /chatbots', 'GET /leads'] as const) {
        const ids = (page: Answer): string => idsOf(page.control().items).sort().join(' ')
        const [ours, theirs] = await quiet(
          () => Promise.all([api.afresh().fullPage(list), spender.afresh().fullPage(list)]),
          ([one, other]) => ids(one) === ids(other),
          () => api.afresh().fullPage(list),
        )
        expect(theirs).toSatisfy(
          ids(ours) === ids(theirs),
          `the ${ours.items.length} items that another key of the workspace is shown`,
          `${theirs.items.length} items, or others`,
          { also: [ours], pointer: '/data' },
        )
      }
    },
  )
})

export default [requests, writes, twins]

/** The key under test, made wrong. */
function wrong({ keys }: Context['settings'], kind: WrongKey): Authorization {
  return wrongKeys(keys['main'])[kind]
}

/**
 * One request for each operation, for callers without a valid key. Bodies are empty objects: nothing is written even
 * if the key is not checked.
 */
function oneRequestEach(operations: readonly OperationKey[], { main }: Discovery): readonly PlainRequest[] {
  return operations.flatMap(
    (key) => plainRequest(key, (list) => idsOf(main.lists[list].items)[0] ?? UNKNOWN_ID) ?? [],
  )
}
