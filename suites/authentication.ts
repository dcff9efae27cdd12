/** Authentication: whatever comes in place of a bearer key opens nothing. Specification parts 5 and 7. */
import type { PlainRequest } from '../lib/engine/case/actor.ts'
import { RawBody } from '../lib/engine/case/bodies.ts'
import type { Answer } from '../lib/engine/case/answer.ts'
import { UNKNOWN_ID } from '../lib/engine/case/absent-ids.ts'
import { cover, drawingBy, shuffler } from '../lib/engine/case/cover.ts'
import { idOf, suite } from '../lib/engine/case/suite.ts'
import { idsOf } from '../lib/engine/case/items.ts'
import { KEY_VARIABLES } from '../lib/engine/http/keys.ts'
import { critical, major, minor, statementsOf } from '../lib/engine/judge/rows.ts'
import { OPERATIONS, READ_OPERATIONS, WRITE_OPERATIONS } from '../lib/engine/spec/operations.ts'
import { type JsonObject, quote } from '../lib/engine/util/values.ts'
import { wrongKeys } from './authentication/wrong-keys.ts'
import { CREDENTIALS, INVENTED, NO_KEY, PLAIN, SPELLINGS } from './authentication/tables.ts'
import { expectNoEntry, goTogether } from './authentication/law.ts'
import { updateTarget } from './support/written-conversations.ts'
import { expectNothingLeft, expectUntouched } from './writes/refused.ts'

export const theme = 'access'

const part5 = statementsOf({ part: 5, section: '', endpoint: '*' })
const part7 = statementsOf({ part: 7, section: '', endpoint: '*' })

export const rows = [
  part5.excluded(
    'KEYS-90',
    '6',
    'Not testable: how keys are issued, rotated or scoped, and which prefix they begin with.',
    'The specification does not show it.',
  ),
  part5.excluded(
    'KEYS-91',
    '1',
    'A request with its key only in the query string counts as a request without a key.',
    'A test would write a real key into the access logs of the target.',
  ),
  part7.derived(
    'AUTH-07',
    'missing or invalid API key (example code `unauthorized`)',
    'A 401 has the `code` `unauthorized`.',
    'The specification gives this code as the example for 401.',
    minor('Clients that branch on `code` ask for a new key only if they know it.'),
  ),
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

const requests = suite('Authentication', { phase: 'independent' }, (verify) => {
  for (const [rule, title, smoke, credential] of [
    [
      part5.must(
        'AUTH-01',
        '3',
        'Every request without a key returns 401 and reveals no data of a workspace.',
        critical('Everybody on the internet reads the data, or writes to it.'),
      ),
      'returns 401 without a key on every endpoint',
      true,
      NO_KEY,
    ],
    [
      part5.must(
        'AUTH-02',
        '3',
        'A request with an invented or an empty key returns 401.',
        critical('A key that opens without being known protects nothing.'),
      ),
      'returns 401 for an invented key on every endpoint',
      false,
      INVENTED,
    ],
  ] as const)
    verify(rule, title, { smoke }, async (ctx) => {
      await ctx.each(OPERATIONS, (operation) => expectNoEntry(ctx, { credential, operation }))
      await ctx.each(INVALID_REQUESTS, async (request) =>
        ctx.expect(await request(credential.actor(ctx))).toRefuse([401]),
      )
    })

  verify('AUTH-01', 'shows nothing without a key, however the path is written', {}, (ctx) =>
    ctx.each(
      SPELLINGS.flatMap((spelling) => READ_OPERATIONS.map((operation) => ({ spelling, operation }))),
      (drawn) => expectNoEntry(ctx, { credential: NO_KEY, ...drawn }),
    ),
  )

  verify('AUTH-01', 'answers no HEAD without a key', {}, (ctx) =>
    ctx.each(READ_OPERATIONS, (operation) =>
      expectNoEntry(ctx, { credential: NO_KEY, operation, method: 'HEAD' }),
    ),
  )

  for (const [rule, title] of [
    ['AUTH-01', 'returns 401 without a key, whatever other headers are sent'],
    ['AUTH-02', 'returns 401 for an empty key, `null` and `undefined`'],
    [
      part5.must(
        'AUTH-03',
        '3',
        'A request with a valid key that is cut short or extended returns 401.',
        critical('Keys that are compared in part can be guessed piece by piece.'),
      ),
      'returns 401 for a key that is cut or extended',
    ],
    [
      part5.must(
        'AUTH-04',
        '3',
        'A request with a valid key in which one character is changed returns 401.',
        critical('Two keys that count as one open the wrong workspace.'),
      ),
      'returns 401 for a key with a character changed or escaped',
    ],
    [
      part5.derived(
        'AUTH-05',
        '1',
        'A valid key with a scheme other than Bearer, with extra text, or outside `Authorization` returns 401.',
        'A key counts only as a bearer token in the `Authorization` header; anywhere else, the key is missing.',
        critical(
          'Proxies and logs mask `Authorization` alone: keys in other places are stored in plain text.',
        ),
      ),
      'returns 401 for a valid key that is not a bearer token',
    ],
  ] as const)
    verify(rule, title, {}, (ctx) => {
      const credentials = CREDENTIALS.filter((one) => one.requirement === idOf(rule))
      // Each on one of the reads and on one of the writes.
      const drawn = [READ_OPERATIONS, WRITE_OPERATIONS].flatMap((some) => {
        const operations = shuffler(ctx.settings.seed)(some)
        return credentials.flatMap((credential, n) => {
          const operation = operations[n % operations.length]
          return operation === undefined || !goTogether(credential, operation)
            ? []
            : { credential, operation }
        })
      })
      return ctx.each(drawn, (one) => expectNoEntry(ctx, one))
    })

  verify(
    'AUTH-01',
    'returns 401 without a bearer key, whatever comes in its place',
    { deep: true },
    (ctx) => {
      const dimensions = { credential: CREDENTIALS, operation: OPERATIONS, spelling: [PLAIN, ...SPELLINGS] }
      const drawn = cover(dimensions, {
        ...drawingBy(ctx.settings),
        pairs: true,
        fit: ({ credential, operation }) => goTogether(credential, operation),
      })
      return ctx.each(drawn, (one) => expectNoEntry(ctx, one))
    },
  )

  verify('AUTH-05', 'returns 401 for a valid key in a body', {}, async ({ anonymous, settings, expect }) => {
    const key = settings.keys['main'] ?? ''
    const form = new RawBody(`access_token=${key}&api_key=${key}`, 'application/x-www-form-urlencoded')
    for (const body of [form, { access_token: key, api_key: key }])
      expect(await anonymous.createLead(body)).toRefuse([401])
  })
})

/**
 * Writes with wrong keys must have no effect. The bodies are valid, so that a service that does not check the key
 * would carry them out.
 */
const writes = suite('Authentication · writing', { phase: 'refuse', lane: 'conversation' }, (verify) => {
  verify(
    part5.must(
      'AUTH-06',
      '3',
      'A write without a valid key changes nothing.',
      critical('Everybody writes into the workspace, and the status hides it.'),
    ),
    'writes nothing without a valid key',
    { needs: ['updateTarget', 'chatbot'] },
    async (ctx) => {
      const { anonymous, api, imposter, settings, world, each, expect, mark } = ctx
      const { id } = await updateTarget(ctx)
      const blame = { requirement: 'AUTH-06' }
      const altered = imposter(...wrongKeys(settings.keys['main']).alteredEnd)
      const before = (await api.conversation(id)).control()
      const lead = (): JsonObject => ({ chatbot_id: world.chatbot, name: mark() })
      const is_resolved = before.data['is_resolved'] !== true
      const refused: readonly Answer[] = await Promise.all([
        anonymous.patchConversation(id, { tags: [mark()], is_resolved }),
        anonymous.createLead(lead()),
        altered.createLead(lead()),
        altered.addNote(id, { content: mark() }),
      ])
      const [after, leads] = await Promise.all([api.conversation(id), api.fullPage('GET /leads')])

      await each(refused, async (answer) => {
        const requirement = answer.exchange.key === 'none' ? 'AUTH-01' : 'AUTH-04'
        expect(answer).toRefuse([401], { requirement })
      })
      for (const seen of [leads, after])
        expectNothingLeft(ctx, seen.control(), refused, { ...blame, proof: true })
      expectUntouched(ctx, refused, [before, after], blame)
    },
  )
})

/** The key to be exhausted, before it is. */
const twins = suite('Authentication · two keys', { phase: 'keys' }, (verify) => {
  verify(
    part5.must(
      'AUTH-08',
      '2',
      '`GET /me` returns the name and the prefix of the key in use, whichever key asked before.',
      major('Whoever revokes the key that is shown revokes the wrong one.'),
    ),
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
    [
      part5.derived(
        'AUTH-09',
        '2',
        'Two keys of one workspace are shown the same chatbots and leads.',
        'A key belongs to a workspace, and each list is that of the workspace.',
        major('After a change of keys an integration misses part of its data.'),
      ),
      statementsOf({ part: 5, section: '', endpoint: 'GET /me' }).derived(
        'GET-ME-04',
        '2',
        'Two keys of one workspace have the same `team_id`.',
        '`team_id` is the id of the workspace, and not of the key.',
        major('After a change of keys an integration takes its customer for a new one.'),
      ),
    ],
    'shows two keys of one workspace the same lists and the same `team_id`',
    { needs: ['exhaustibleKey', 'chatbot', 'lead'] },
    async ({ api, spender, world, expect, quiet, inconclusive }) => {
      const [me, twin] = [world.discovery.main.me.control(), (await spender.me()).control()]
      const isOneTeam = me.data['team_id'] === twin.data['team_id']
      for (const list of ['GET /chatbots', 'GET /leads'] as const) {
        const bothPages = (): Promise<readonly [Answer, Answer]> =>
          Promise.all([api.afresh().fullPage(list), spender.afresh().fullPage(list)])
        const areEqual = ([one, other]: readonly [Answer, Answer]): boolean => rowsOf(one) === rowsOf(other)
        const pages = isOneTeam
          ? await quiet(bothPages, areEqual, () => api.afresh().fullPage(list))
          : await bothPages()
        // Where each workspace numbers its rows, two may look alike.
        const tellsApart = pages.some(({ items }) => idsOf(items).some((id) => !/^\d+$/.test(id)))
        if (!isOneTeam && !(areEqual(pages) && tellsApart))
          inconclusive(
            `needs two keys of one workspace: ${KEY_VARIABLES.exhaustible} is of another, it seems`,
          )
        const [ours, theirs] = pages
        const isMissing = (one: Answer, id: string): boolean => !idsOf(one.items).includes(id)
        const other = idsOf([...ours.items, ...theirs.items]).find(
          (id) => isMissing(ours, id) || isMissing(theirs, id),
        )
        expect(theirs).toSatisfy(
          areEqual(pages),
          `the ${ours.items.length} items that another key of the workspace is shown`,
          `another list, ${other !== undefined && isMissing(theirs, other) ? 'without' : 'with'} ${quote(other)}`,
          { also: [ours], pointer: '/data' },
        )
      }
      expect(twin).toShow('team_id', me.data['team_id'], { requirement: 'GET-ME-04', also: [me] })
    },
  )
})

/** The rows of a list, whatever their order. */
function rowsOf(page: Answer): string {
  return page
    .control()
    .items.map(({ id, created_at: at }) => `${String(id)} ${String(at)}`)
    .sort()
    .join()
}

export default [requests, writes, twins]
