/**
 * Input that nobody plans for. Specification parts 1, 4 and 7. One law: an odd request may be accepted or
 * refused, which is open, but causes no server error. Its inputs are the tables in `odd-input/tables.ts`,
 * each for the operations that can take it.
 */
import type { Actor } from '../lib/engine/case/actor.ts'
import { RawBody } from '../lib/engine/case/bodies.ts'
import type { Answer } from '../lib/engine/case/answer.ts'
import { UNKNOWN_ID } from '../lib/engine/case/absent-ids.ts'
import type { Context, InputSettings } from '../lib/engine/case/context.ts'
import { cover, drawingBy, shuffler } from '../lib/engine/case/cover.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { major, minor, statementsOf } from '../lib/engine/judge/rows.ts'
import { namesId } from '../lib/engine/contract/request-bodies.ts'
import { groupBy } from '../lib/engine/util/collections.ts'
import {
  type ListKey,
  LISTS,
  type OperationKey,
  operationOf,
  OPERATIONS,
  READ_OPERATIONS,
  WRITE_OPERATIONS,
} from '../lib/engine/contract/operations.ts'
import * as tables from './odd-input/tables.ts'
import { sendTogether } from './support/at-fault.ts'
import { updateTarget } from './support/written-conversations.ts'

export const theme = 'limits'

const part7 = statementsOf({ part: 7, section: '', endpoint: '*' })

type OddInputContext = Pick<Context<never>, 'expect'>

/** What was odd in a request, in words; and the condition for a right answer, if more than a server error is wrong. */
interface Odd {
  readonly words: string
  readonly right?: (answer: Answer) => boolean
  readonly expected?: string
}

const isNoServerError = ({ status = 0 }: Answer): boolean => status < 500

function expectBorne(
  { expect }: OddInputContext,
  answer: Answer,
  { words, right = isNoServerError, expected = 'no server error' }: Odd,
): void {
  const { status } = answer.mustArrive()
  expect(answer).toSatisfy(right(answer), `${expected} for ${words}`, `status ${status}`, { status })
}

/** The law for several odd parts in one request: finds the one at fault. */
async function expectTogetherBorne<T>(
  ctx: OddInputContext,
  parts: readonly T[],
  { inWords, send }: { inWords: (part: T) => string; send: (parts: readonly T[]) => Promise<Answer> },
): Promise<void> {
  const { faults } = await sendTogether(parts, send, isNoServerError)
  for (const fault of faults) expectBorne(ctx, fault.answer, { words: fault.parts.map(inWords).join(', ') })
}

/** The beginning of an odd part, as a finding shows it. */
const beginning = (part: string): string => part.slice(0, 40)

const pathOf = (operation: OperationKey, id = UNKNOWN_ID): string =>
  operationOf(operation).path.replace('{id}', id)

const withId = (some: readonly OperationKey[]): readonly OperationKey[] =>
  some.filter((operation) => operation.includes('{id}'))

/** An odd id is refused. A short one may exist: then the answer must show the resource with that id. */
function oddId([words, id]: tables.OddSegment): Odd {
  const right = ({ fate, data }: Answer): boolean =>
    fate === 'refused' || (fate === 'accepted' && data['id'] === id)
  return { words: `an odd id: ${words}`, right, expected: 'a 4xx' }
}

const reads = suite('Odd ids and queries', { phase: 'independent' }, (verify) => {
  verify(
    part7.derived(
      'INPUT-01',
      'resource not found',
      'An odd id in a path (long, Unicode, special characters) returns a 4xx.',
      'Such an id is unknown or malformed, and both are client errors.',
      minor('A mistyped link pages the on-call engineer, and a 500 shows an attacker where to dig.'),
    ),
    'refuses odd ids in the path of a read',
    {},
    (ctx) =>
      ctx.each(
        cover(
          { operation: withId(READ_OPERATIONS), id: tables.ODD_SEGMENTS },
          { ...drawingBy(ctx.settings, 4), pairs: false },
        ),
        async ({ operation, id }) => expectBorne(ctx, await ctx.api.get(pathOf(operation, id[1])), oddId(id)),
      ),
  )

  verify(
    part7.derived(
      'INPUT-02',
      'Status conditions given per endpoint',
      'An odd query value does not cause a server error.',
      'The value is valid or a client error; neither is a server error.',
      minor('A typo pages the on-call engineer, and a 500 shows an attacker where to dig.'),
    ),
    'returns no server error for odd query values',
    {},
    async (ctx) => {
      const ask = (list: OperationKey, parts: readonly string[]): Promise<Answer> =>
        ctx.api.get(`${pathOf(list)}?${parts.join('&')}`)
      await ctx.each(oddQueries(ctx.settings), ({ group: { list, names }, value: { words, query } }) =>
        expectTogetherBorne(ctx, names, {
          inWords: (name) => `\`${name}\`: ${words}`,
          send: (some) => ask(list, some.map(query)),
        }),
      )
      // Valid bounds, so that none keeps the service from reading another one.
      await ctx.each(GROUPS, async ({ list, names, kind }) => {
        if (kind === 'date-time')
          await expectTogetherBorne(ctx, names.map(tables.FIRST_OR_LAST_INSTANT), {
            inWords: beginning,
            send: (some) => ask(list, some),
          })
      })
    },
  )
})

/** Parameters of a list, and their kind: the format of their texts, or else their type; ids are a kind of their own. */
interface ParameterGroup {
  readonly list: ListKey
  readonly kind: string
  readonly names: readonly string[]
}

/**
 * The parameters of each list by their kind. A service that refuses an odd value may do so before it reads
 * the other parameters: those of another kind, which it may read as they are, are not sent with it.
 */
const GROUPS = LISTS.flatMap((list): readonly ParameterGroup[] => {
  const { queryParameters } = operationOf(list)
  const kindOf = ({ name, schema }: (typeof queryParameters)[number]): string =>
    namesId(name) ? 'id' : String(schema['format'] ?? schema['type'])
  const groups = groupBy(queryParameters, kindOf)
  return [...groups].map(([kind, some]) => ({ list, kind, names: some.map(({ name }) => name) }))
})

interface OddQuery {
  readonly group: ParameterGroup
  readonly value: tables.OddValue
}

/** Each parameter as a group of its own. */
const ALONE = GROUPS.flatMap((group): ParameterGroup[] =>
  group.names.map((name) => ({ ...group, names: [name] })),
)

/** Odd values for parameters: in the profile `full` for each parameter alone. */
function oddQueries(settings: InputSettings): readonly OddQuery[] {
  return settings.inputs === 'pairs' ? queriesOfEach(settings) : queriesOfGroups(settings)
}

/** One odd value for each group of parameters, and further ones until each value occurs. */
function queriesOfGroups({ seed, mostInputs }: InputSettings): readonly OddQuery[] {
  const value = [...tables.CHEAP_VALUES, ...tables.ODD_VALUES]
  return cover({ group: GROUPS, value }, { seed, pairs: false, most: mostInputs, fit: isOddFor })
}

/** Every value that is cheap to try for every parameter, and each further value for one. */
function queriesOfEach({ seed, mostInputs }: InputSettings): readonly OddQuery[] {
  const cheap = ALONE.flatMap((group) =>
    tables.CHEAP_VALUES.map((value) => ({ group, value })).filter(isOddFor),
  )
  const value = tables.ODD_VALUES
  const most = mostInputs ?? value.length
  return [...cheap, ...cover({ group: ALONE, value }, { seed, pairs: false, most, fit: isOddFor })]
}

/** Whether a value is odd for parameters of this kind; without one of the two, nothing keeps them apart. */
function isOddFor({ group, value }: Partial<OddQuery>): boolean {
  return group === undefined || (value?.kinds?.includes(group.kind) ?? true)
}

// With the second key and absent ids: a service may offer more than it documents, and a short id may exist.
const refusals = suite('Odd methods, formats and ids of writes', { phase: 'refuse' }, (verify) => {
  verify('INPUT-01', 'refuses odd ids in the path of a write', { needs: ['writes', 'otherKey'] }, (ctx) =>
    ctx.each(tables.ODD_SEGMENTS, async (id) => {
      if ((await ctx.stranger.get(pathOf('GET /conversations/{id}', id[1]))).fate === 'accepted') return
      const body = new RawBody(JSON.stringify({ tags: [ctx.mark()], content: ctx.mark() }))
      await ctx.each(withId(WRITE_OPERATIONS), async (write) =>
        expectBorne(ctx, await sendRaw(ctx.stranger, write, body, id[1]), oddId(id)),
      )
    }),
  )

  verify(
    'CREATE-LEAD-07',
    'refuses odd ids in the body of a lead',
    { needs: ['writes', 'otherKey'] },
    ({ stranger, each, expect }) =>
      each(tables.ODD_TEXTS, async ([, chatbot_id]) => {
        expect((await stranger.createLead({ chatbot_id })).mustArrive()).toBeRefused([404, 400])
      }),
  )

  verify(
    part7.derived(
      'INPUT-07',
      'method_not_allowed',
      'An unsupported method causes no server error except 501; `PUT` and `DELETE` never succeed.',
      'No endpoint supports them, so the request is a client error.',
      major('A method that nobody documented may change or delete data.'),
    ),
    'returns no server error for any method; refuses PUT and DELETE',
    { needs: ['otherKey'] },
    (ctx) =>
      ctx.each(unsupported(), async ({ method, path }) => {
        const mayBeDone = method !== 'PUT' && method !== 'DELETE'
        const body = method === 'HEAD' ? undefined : {}
        expectBorne(ctx, await ctx.stranger.request({ method, path, body }), {
          words: method,
          // 501 is a fair answer to an unsupported method.
          right: (answer) =>
            (isNoServerError(answer) || answer.status === 501) && (mayBeDone || answer.fate !== 'accepted'),
          expected: mayBeDone ? 'no server error' : 'a refusal',
        })
      }),
  )

  verify(
    part7.derived(
      'INPUT-06',
      'invalid request body',
      'An odd body (nested deep, `__proto__`, extra members, odd characters, another format) does not cause a server error.',
      'The body is valid or a client error; neither is a server error.',
      minor(
        'Text that a visitor pasted pages the on-call engineer, and a 500 shows an attacker where to dig.',
      ),
    ),
    'returns no server error for bodies in other formats',
    { needs: ['otherKey'] },
    (ctx) =>
      ctx.each(WRITE_OPERATIONS, (write) =>
        ctx.each(tables.ODD_FORMATS, async ([words, body]) =>
          expectBorne(ctx, await sendRaw(ctx.stranger, write, body), { words }),
        ),
      ),
  )

  verify('INPUT-10', 'reads JSON whatever else its content type says', { needs: ['otherKey'] }, (ctx) =>
    ctx.each(WRITE_OPERATIONS, async (write) => {
      const text = JSON.stringify({ chatbot_id: UNKNOWN_ID, content: 'x', is_resolved: true })
      const { status } = (await sendRaw(ctx.stranger, write, new RawBody(text))).mustArrive()
      await ctx.each(tables.JSON_MEDIA_TYPES, async (type) =>
        expectBorne(ctx, await sendRaw(ctx.stranger, write, new RawBody(text, type)), {
          words: `\`Content-Type: ${type}\`, as for \`application/json\``,
          right: (answer) => answer.status === status,
          expected: `status ${status}`,
        }),
      )
    }),
  )
})

function sendRaw(
  actor: Actor,
  write: OperationKey,
  { text, contentType }: RawBody,
  id = UNKNOWN_ID,
): Promise<Answer> {
  const { method } = operationOf(write)
  return actor.request({ method, path: pathOf(write, id), rawBody: text, contentType })
}

/**
 * Every other method of each path. DELETE is tried only on ids: a service that can delete whole lists must
 * not be made to.
 */
function unsupported(): readonly { readonly method: string; readonly path: string }[] {
  const known: readonly string[] = OPERATIONS
  return [...new Set(OPERATIONS.map((operation) => operationOf(operation).path))].flatMap((path) =>
    tables.ODD_METHODS.filter(
      (method) => !known.includes(`${method} ${path}`) && (method !== 'DELETE' || path.includes('{id}')),
    ).map((method) => ({ method, path: path.replace('{id}', UNKNOWN_ID) })),
  )
}

// One write after the other: the responses of two simultaneous updates are open.
const bodies = suite('Odd bodies', { phase: 'count-writes' }, (verify) => {
  verify(
    'INPUT-06',
    'returns no server error for odd JSON and odd text in what is written',
    { needs: ['writes', 'updateTarget', 'chatbot'] },
    async (ctx) => {
      const { mark, settings } = ctx
      for (const [place, { fields, send }] of (await textWrites(ctx)).entries()) {
        const known = JSON.stringify(fields(mark())).slice(1, -1)
        await expectTogetherBorne(ctx, tables.ODD_MEMBERS, {
          inWords: beginning,
          send: (members) => send(new RawBody(`{${[known, ...members].join(',')}}`)),
        })
        const shuffled = shuffler(settings.seed + place)(tables.ODD_CHARACTERS)
        const drawn = settings.inputs === 'pairs' ? shuffled : shuffled.slice(0, 1)
        for (const [words, text] of [tables.BEYOND_THE_BMP, ...drawn])
          expectBorne(ctx, await send(fields(`${mark()} ${text}`)), { words })
      }
    },
  )
})

interface TextWrite {
  /** A valid body with the text in each of its fields for text. */
  readonly fields: (text: string) => object
  readonly send: (body: unknown) => Promise<Answer>
}

async function textWrites(ctx: Context<'updateTarget' | 'chatbot'>): Promise<readonly TextWrite[]> {
  const { api, world } = ctx
  const { id } = await updateTarget(ctx)
  const { chatbot: chatbot_id } = world
  return [
    { fields: (text) => ({ tags: [text] }), send: (body) => api.patchConversation(id, body) },
    { fields: (content) => ({ content }), send: (body) => api.addNote(id, body) },
    {
      fields: (text) => ({ chatbot_id, name: text, company: text, source: text, notes: text }),
      send: api.createLead,
    },
  ]
}

export default [reads, refusals, bodies]
