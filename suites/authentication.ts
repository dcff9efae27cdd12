/**
 * Authentication: nothing but a bearer key gives access. Specification parts 5 and 7. Each credential is
 * tried on one of the reads and one of the writes, in `full` on all of them; each form of a request without a
 * key on all reads.
 */
import { plainSpec } from '../lib/engine/case/actor.ts'
import type { Answer } from '../lib/engine/case/answer.ts'
import { UNKNOWN_ID } from '../lib/engine/case/absent-ids.ts'
import { linkedLeads } from '../lib/engine/case/chosen.ts'
import type { Context } from '../lib/engine/case/context.ts'
import { shuffler } from '../lib/engine/case/cover.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { idsOf } from '../lib/engine/case/items.ts'
import type { RequestSpec } from '../lib/engine/http/client.ts'
import { KEY_VARIABLES } from '../lib/engine/http/keys.ts'
import type { Requirement } from '../lib/engine/judge/requirement.ts'
import { critical, major, minor, seenIn, statementsOf } from '../lib/engine/judge/rows.ts'
import { type OperationKey, READ_OPERATIONS, WRITE_OPERATIONS } from '../lib/engine/contract/operations.ts'
import { type JsonObject, quote } from '../lib/engine/util/values.ts'
import { wrongKeys } from './authentication/wrong-keys.ts'
import { type Credential, CREDENTIALS, FORMS, INVENTED, NO_KEY } from './authentication/tables.ts'
import { type Entry, expectNoEntry } from './authentication/law.ts'
import { refusalTarget } from './support/written-conversations.ts'
import { expectUntouched } from './writes/refused.ts'

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
  // It is also unknown whether there was a key.
  seenIn(
    'request-headers',
    part7.derived(
      'AUTH-07',
      'missing or invalid API key (example code `unauthorized`)',
      'A 401 has the `code` `unauthorized`.',
      'The specification gives this code as the example for 401.',
      minor('Clients that branch on `code` ask for a new key only if they know it.'),
    ),
  ),
]

/**
 * Requests that would be refused, or find nothing, even with a valid key: the service must check the key
 * first.
 */
const REFUSED_ANYWAY: readonly RequestSpec[] = [
  { method: 'GET', path: `/leads/${UNKNOWN_ID}` },
  { method: 'PATCH', path: `/conversations/${UNKNOWN_ID}`, body: {} },
  { method: 'POST', path: `/conversations/${UNKNOWN_ID}/messages`, body: {} },
  { method: 'GET', path: '/knowledge/sources' },
  { method: 'GET', path: '/reservations', query: { chatbot_id: UNKNOWN_ID, status: 'asleep' } },
  { method: 'GET', path: '/conversations', query: { limit: 0, offset: -1 } },
  { method: 'POST', path: '/leads', rawBody: 'not json' },
  { method: 'POST', path: '/leads', rawBody: 'text', contentType: 'text/plain' },
]

/** The simplest requests to operations. Bodies are empty objects. */
function plainRequests(
  { world }: Pick<Context<never>, 'world'>,
  operations: readonly OperationKey[],
): readonly RequestSpec[] {
  const { lists } = world.discovery.main
  return operations.flatMap(
    (key) => plainSpec(key, (list) => idsOf(lists[list].items)[0] ?? UNKNOWN_ID) ?? [],
  )
}

/**
 * A request for each operation on which a credential is tried: one operation of each group, in `full` all of
 * them.
 */
function entriesOf(
  ctx: Pick<Context<never>, 'world' | 'settings'>,
  credential: Credential,
): readonly Entry[] {
  const { seed, inputs } = ctx.settings
  const mixed = shuffler(seed + CREDENTIALS.indexOf(credential))
  const { on = [READ_OPERATIONS, WRITE_OPERATIONS] } = credential
  const operations = on.flatMap((group) => mixed(group).slice(0, inputs === 'pairs' ? undefined : 1))
  return plainRequests(ctx, operations).map((plain) => ({ credential, plain }))
}

/** The rules about credentials, each with the title of its case. */
const CREDENTIAL_RULES: readonly { readonly rule: Requirement; readonly title: string }[] = [
  {
    title: 'returns 401 without a key on every endpoint',
    rule: part5.must(
      'AUTH-01',
      '3',
      'Every request without a key returns 401 and reveals no data of a workspace.',
      critical('Everybody on the internet reads the data, or writes to it.'),
    ),
  },
  {
    title: 'returns 401 for an invented key on every endpoint',
    rule: part5.must(
      'AUTH-02',
      '3',
      'A request with an invented or an empty key returns 401.',
      critical('If an invented key works, keys protect nothing.'),
    ),
  },
  {
    title: 'returns 401 for a key that is cut or extended',
    rule: part5.must(
      'AUTH-03',
      '3',
      'A request with a valid key that is cut short or extended returns 401.',
      critical('Keys that are compared in part can be guessed piece by piece.'),
    ),
  },
  {
    title: 'returns 401 for a key with a character changed or escaped',
    rule: part5.must(
      'AUTH-04',
      '3',
      'A request with a valid key in which one character is changed returns 401.',
      critical('Two keys that count as one open the wrong workspace.'),
    ),
  },
  {
    title: 'returns 401 for a valid key that is not a bearer token',
    rule: part5.derived(
      'AUTH-05',
      '1',
      'A valid key with a scheme other than Bearer, with extra text, or outside `Authorization` returns 401.',
      'A key counts only as a bearer token in the `Authorization` header; anywhere else, the key is missing.',
      critical('Proxies and logs mask `Authorization` alone: keys in other places are stored in plain text.'),
    ),
  },
]

const requests = suite('Authentication', { phase: 'independent' }, (verify) => {
  for (const { rule, title } of CREDENTIAL_RULES)
    verify(rule, title, { smoke: rule.id === 'AUTH-01' }, (ctx) =>
      ctx.each(
        CREDENTIALS.filter(({ requirement }) => requirement === rule.id).flatMap((one) =>
          entriesOf(ctx, one),
        ),
        (entry) => expectNoEntry(ctx, entry),
      ),
    )

  verify(['AUTH-01', 'AUTH-02'], 'looks at the key first, however a request is written', {}, async (ctx) => {
    const written = FORMS.flatMap((form) =>
      plainRequests(ctx, READ_OPERATIONS).map((plain) => ({ form, plain })),
    )
    await ctx.each(written, (one) => expectNoEntry(ctx, { credential: NO_KEY, ...one }))
    const refused = [NO_KEY, INVENTED].flatMap((credential) =>
      REFUSED_ANYWAY.map((plain) => ({ credential, plain })),
    )
    await ctx.each(refused, (one) => expectNoEntry(ctx, one))
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
      const id = String(refusalTarget(ctx, 2, world.updateTarget)['id'])
      const altered = imposter(wrongKeys(settings.keys['main']).alteredEnd)
      const before = (await api.conversation(id)).mustBeUsable()
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
        expect(answer).toBeRefused([401], { requirement })
      })
      // The oracle of misplaced texts judges whether their texts are shown.
      leads.mustBeUsable()
      expectUntouched(ctx, refused, [before, after.mustBeUsable()], 'AUTH-06')
    },
  )
})

/** Cases of the key that later ones exhaust: they run while it still works. */
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
          expect(second[n] ?? before).toShow(field, before.mustBeUsable().data[field], { also: [before] })
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
      const [me, twin] = [world.discovery.main.me.mustBeUsable(), (await spender.me()).mustBeUsable()]
      const bothPages = (list: TwinList): Promise<readonly [Answer, Answer]> =>
        Promise.all([api.afresh().fullPage(list), spender.afresh().fullPage(list)])
      const areEqual = ([one, other]: readonly [Answer, Answer]): boolean => rowsOf(one) === rowsOf(other)
      if (me.data['team_id'] !== twin.data['team_id']) {
        // If each workspace numbers its own rows, two rows may look alike.
        const pages = await Promise.all(TWIN_LISTS.map(bothPages))
        const isNumbered = pages.flat().some(({ items }) => idsOf(items).every((id) => /^\d+$/.test(id)))
        if (isNumbered || !pages.every(areEqual)) inconclusive(NO_TWIN)
      }
      expect(twin).toShow('team_id', me.data['team_id'], { requirement: 'GET-ME-04', also: [me] })
      for (const list of TWIN_LISTS) {
        const look = (): Promise<Answer> => api.afresh().fullPage(list)
        const [ours, theirs] = await quiet(() => bothPages(list), areEqual, look)
        expect(theirs).toSatisfy(
          rowsOf(ours) === rowsOf(theirs),
          `the ${ours.items.length} items that another key of the workspace is shown`,
          () => otherItem(ours, theirs),
          { also: [ours], pointer: '/data' },
        )
      }
    },
  )

  verify(
    'CREATE-LEAD-30',
    'returns the existing lead to another key of the workspace',
    { needs: ['writes', 'exhaustibleKey', 'chatbot'] },
    async ({ api, spender, world, expect, mark, inconclusive }) => {
      const { discovery } = world
      if ((await spender.me()).data['team_id'] !== discovery.main.me.data['team_id']) inconclusive(NO_TWIN)
      const [lead = inconclusive('needs a lead with a conversation')] = linkedLeads(discovery).slice(-1)
      const { id, chatbot_id, conversation_id } = lead

      const answer = await spender.createLead({ chatbot_id, conversation_id, name: mark() })

      // What a key may do is not specified: this one may only read.
      if (answer.status === 403) inconclusive(`needs a key in ${KEY_VARIABLES.exhaustible} that may write`)
      const isExisting = answer.data['id'] === id || answer.body['existing'] === true
      // Another user may have deleted it in the meantime.
      if (answer.fate === 'accepted' && !isExisting) (await api.lead(String(id))).mustBeUsable()
      expect(answer).toSatisfy(
        isExisting,
        `the existing lead ${quote(id)}, which another key of the workspace is shown`,
        answer.fate === 'accepted' ? `lead ${quote(answer.data['id'])}` : `status ${answer.status}`,
        { pointer: '/data/id', also: [discovery.main.lists['GET /leads']] },
      )
    },
  )
})

const NO_TWIN = `needs two keys of one workspace: ${KEY_VARIABLES.exhaustible} is of another, it seems`

const TWIN_LISTS = ['GET /chatbots', 'GET /leads'] as const
type TwinList = (typeof TWIN_LISTS)[number]

function rowsOf(page: Answer): string {
  return page
    .mustBeUsable()
    .items.map(({ id, created_at: at }) => `${String(id)} ${String(at)}`)
    .sort()
    .join()
}

function otherItem(ours: Answer, theirs: Answer): string {
  const [own, other] = [idsOf(ours.items), idsOf(theirs.items)]
  const missing = own.find((id) => !other.includes(id))
  const further = other.find((id) => !own.includes(id))
  return `another list, ${missing === undefined ? `with ${quote(further)}` : `without ${quote(missing)}`}`
}

export default [requests, writes, twins]
