/** Input that nobody plans for, after what everyday clients add. Specification parts 1, 4 and 7. */
import { RawBody } from '../lib/engine/case/bodies.ts'
import type { Actor } from '../lib/engine/case/actor.ts'
import type { Answer } from '../lib/engine/case/answer.ts'
import { UNKNOWN_ID } from '../lib/engine/case/absent-ids.ts'
import { cover, drawingBy } from '../lib/engine/case/cover.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { major, minor, statementsOf } from '../lib/engine/judge/rows.ts'
import { CONTRACT } from '../lib/engine/spec/api.ts'
import {
  LISTS,
  type OperationKey,
  operationOf,
  OPERATIONS,
  READ_OPERATIONS,
  WRITE_OPERATIONS,
} from '../lib/engine/spec/operations.ts'
import { type JsonObject, quote } from '../lib/engine/util/values.ts'
import { everyday } from './odd-input/everyday-headers.ts'
import { expectAllBorne, expectNoServerError, type InputTools } from './odd-input/borne.ts'
import {
  BEYOND_THE_BMP,
  JSON_MEDIA_TYPES,
  ODD_METHODS,
  ODD_BODY_IDS,
  ODD_CHARACTERS,
  ODD_FORMATS,
  ODD_IDS,
  ODD_MEMBERS,
  ODD_VALUES,
  type OddCharacter,
} from './odd-input/tables.ts'
import { leadWithConversation } from './support/linked-leads.ts'
import { updateTarget } from './support/written-conversations.ts'

export const theme = 'limits'

const part7 = statementsOf({ part: 7, section: '', endpoint: '*' })

const ids = suite('Odd ids', { phase: 'independent' }, (verify) => {
  verify(
    part7.derived(
      'INPUT-01',
      'resource not found',
      'An odd id in a path (long, Unicode, special characters) returns a 4xx.',
      'Such an id is unknown or malformed, and both are client errors.',
      minor('A mistyped link raises an alarm, and an attacker looks where it came from.'),
    ),
    'refuses odd ids in the path of a read',
    {},
    async (ctx) => {
      const { api, each } = ctx
      const reads = READ_OPERATIONS.filter((operation) => operation.includes('{id}'))
      await each(
        cover({ operation: reads, id: ODD_IDS }, drawingBy(ctx.settings, 4)),
        async ({ operation, id }) => {
          expectNoResource(ctx, await api.get(pathOf(operation, id[1])), id)
        },
      )
    },
  )

  // With the second key: an id of one character may stand for something that is not listed.
  verify(
    'INPUT-01',
    'refuses odd ids in the path of a write',
    { needs: ['writes', 'otherKey'] },
    async (ctx) => {
      const { stranger, each, mark } = ctx
      await each(ODD_IDS, async (id) => {
        if ((await stranger.get(`/conversations/${id[1]}`)).isAccepted) return
        const path = pathOf('PATCH /conversations/{id}', id[1])
        const update = await stranger.request({ method: 'PATCH', path, body: { tags: [mark()] } })
        expectNoResource(ctx, update, id)
        const notes = pathOf('POST /conversations/{id}/messages', id[1])
        expectNoResource(
          ctx,
          await stranger.request({ method: 'POST', path: notes, body: { content: mark() } }),
          id,
        )
      })
    },
  )

  // Uses the second key and ids that do not exist.
  verify(
    ['INPUT-06', 'CREATE-LEAD-07'],
    'refuses odd ids in the body of a lead',
    { needs: ['writes', 'otherKey'] },
    async (ctx) => {
      await ctx.each(ODD_BODY_IDS, async (id) => {
        const answer = await ctx.stranger.createLead({ chatbot_id: id })
        expectNoServerError(ctx, answer, `\`chatbot_id\` ${quote(id)}`)
        if ((answer.status ?? 0) < 500)
          ctx.expect(answer).toRefuse([404, 400], { requirement: 'CREATE-LEAD-07' })
      })
    },
  )
})

const pathOf = (operation: OperationKey, id: string): string =>
  operationOf(operation).path.replace('{id}', id)

/** INPUT-01: expects a refusal; a short id may exist, and then the answer shows the resource that has it. */
function expectNoResource(
  { expect }: InputTools,
  answer: Answer,
  [words, id]: (typeof ODD_IDS)[number],
): void {
  const { status, isRefusal, isAccepted, data } = answer.arrived()
  expect(answer).toSatisfy(
    isRefusal || (isAccepted && data['id'] === id),
    `a 4xx for an odd id: ${words}`,
    `status ${status}`,
    { status },
  )
}

/** How many odd queries at most: the first ones combine most, and others come with other seeds. */
const MOST_QUERIES = 60

const queries = suite('Odd queries', { phase: 'independent' }, (verify) => {
  verify(
    part7.derived(
      'INPUT-02',
      'Status conditions given per endpoint',
      'An odd query value does not cause a server error.',
      'The value is valid or a client error; neither is a server error.',
      minor('A mistyped address raises an alarm, and an attacker looks where it came from.'),
    ),
    'returns no server error for odd query values',
    {},
    async (ctx) => {
      const fit = ({ operation, kind, value }: Partial<OddQuery>): boolean =>
        (operation === undefined || kind === undefined || parametersOf(operation, kind).length > 0) &&
        (value?.kind === undefined || kind === undefined || kind === value.kind)
      const dimensions = { operation: QUERIED, kind: KINDS, value: ODD_VALUES }
      const drawing = drawingBy(ctx.settings, ODD_VALUES.length)
      const most = Math.min(MOST_QUERIES, drawing.most ?? Infinity)
      await ctx.each(cover(dimensions, { ...drawing, most, fit }), async ({ operation, kind, value }) => {
        // One odd value may be refused before another one is read: those of one kind meet the same check.
        await expectAllBorne(
          ctx,
          parametersOf(operation, kind),
          (names) => ctx.api.get(`${operationOf(operation).path}?${names.map(value.query).join('&')}`),
          (name) => `\`${name}\`: ${value.words}`,
        )
      })
    },
  )

  verify('INPUT-02', 'returns no server error for the first and the last year', {}, async (ctx) => {
    const [first, last] = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z']
    // All are valid, so that none keeps another one from being read.
    await ctx.each(
      LISTS.filter((list) => takes(list, 'since')),
      async (list) => {
        const bounds = [
          ['since', first],
          ['from', first],
          ['to', last],
        ] as const
        await expectAllBorne(
          ctx,
          bounds.filter(([name]) => takes(list, name)),
          (some) => ctx.api.list(list, Object.fromEntries(some)),
          ([name, at]) => `\`${name}=${at}\``,
        )
      },
    )
  })
})

/** An odd value of all parameters of one kind that an operation has. */
interface OddQuery {
  readonly operation: OperationKey
  readonly kind: string
  readonly value: (typeof ODD_VALUES)[number]
}

/** The kind of a parameter: the format of a text that has one, otherwise the type. */
const kindOf = ({ schema }: { readonly schema: JsonObject }): string =>
  String(schema['format'] ?? schema['type'])
const parametersOf = (operation: OperationKey, kind?: string): readonly string[] =>
  CONTRACT.operation(operation)
    .queryParameters.filter((one) => kind === undefined || kindOf(one) === kind)
    .map(({ name }) => name)
const takes = (operation: OperationKey, name: string): boolean => parametersOf(operation).includes(name)
const QUERIED = READ_OPERATIONS.filter((operation) => parametersOf(operation).length > 0)
const KINDS = [...new Set(QUERIED.flatMap((one) => CONTRACT.operation(one).queryParameters.map(kindOf)))]

const methods = suite('Odd methods and formats', { phase: 'refuse' }, (verify) => {
  // Uses the second key and ids that do not exist: a service may offer more operations than it documents.
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
    async ({ stranger, expect, each }) => {
      await each(unsupported(), async ({ method, path }) => {
        const body = method === 'HEAD' ? undefined : {}
        const answer = (await stranger.request({ method, path, body })).arrived()
        const status = answer.status ?? 0
        // 501 is a fair answer to an unsupported method.
        const isFailure = status >= 500 && status !== 501
        expect(answer).toSatisfy(!isFailure, `no server error for ${method}`, `status ${status}`, { status })
        // Their success would mean an operation that the API does not offer at all.
        const isDone = answer.isAccepted && (method === 'PUT' || method === 'DELETE')
        expect(answer).toSatisfy(!isDone, `a refusal of ${method}`, `status ${status}`, { status })
      })
    },
  )

  verify(
    'INPUT-10',
    'reads JSON whatever else its content type says',
    { needs: ['otherKey'] },
    async ({ stranger, expect, each }) => {
      const text = JSON.stringify({ chatbot_id: UNKNOWN_ID, content: 'x', is_resolved: true })
      await each(WRITE_OPERATIONS, async (write) => {
        const plain = (await writeTo(stranger, write, UNKNOWN_ID, new RawBody(text))).arrived()
        await each(JSON_MEDIA_TYPES, async (type) => {
          const answer = (await writeTo(stranger, write, UNKNOWN_ID, new RawBody(text, type))).arrived()
          const { status } = answer
          expect(answer).toSatisfy(
            status === plain.status,
            `status ${plain.status} with \`Content-Type: ${type}\`, as with \`application/json\``,
            `status ${status}`,
            { status, also: [plain] },
          )
        })
      })
    },
  )

  verify(
    part7.derived(
      'INPUT-06',
      'invalid request body',
      'An odd body (nested deep, `__proto__`, extra members, odd characters, another format) does not cause a server error.',
      'The body is valid or a client error; neither is a server error.',
      minor('What a visitor pasted raises an alarm, and an attacker looks where it came from.'),
    ),
    'returns no server error for bodies in other formats',
    { needs: ['otherKey'] },
    async (ctx) => {
      const { stranger, each } = ctx
      await each(
        cover({ write: WRITE_OPERATIONS, format: ODD_FORMATS }, { ...drawingBy(ctx.settings), pairs: true }),
        async (one) => {
          const [words, body] = one.format
          expectNoServerError(ctx, await writeTo(stranger, one.write, UNKNOWN_ID, body), words)
        },
      )
    },
  )
})

/**
 * Every other method of each path that it does not support; ids do not exist. DELETE is tried on those alone: a service that
 * can delete whole lists, beyond what the specification shows, must not be made to.
 */
function unsupported(): readonly { readonly method: string; readonly path: string }[] {
  const known: readonly string[] = OPERATIONS
  const paths = new Set(OPERATIONS.map((operation) => operationOf(operation).path))
  return [...paths].flatMap((path) =>
    ODD_METHODS.filter(
      (method) => !known.includes(`${method} ${path}`) && (method !== 'DELETE' || path.includes('{id}')),
    ).map((method) => ({ method, path: path.replace('{id}', UNKNOWN_ID) })),
  )
}

/** Sends a body to an operation that writes, verbatim. */
function writeTo(
  actor: Actor,
  write: (typeof WRITE_OPERATIONS)[number],
  id: string,
  body: RawBody,
): Promise<Answer> {
  if (write === 'POST /leads') return actor.createLead(body)
  return write === 'PATCH /conversations/{id}' ? actor.patchConversation(id, body) : actor.addNote(id, body)
}

/**
 * The odd characters for one of the operations that write: the one that has to be kept comes up in each, and each other one in
 * some, or in `full` in all.
 */
function charactersFor(ctx: InputTools, write: (typeof WRITE_OPERATIONS)[number]): readonly OddCharacter[] {
  const drawn = cover(
    { write: WRITE_OPERATIONS, characters: ODD_CHARACTERS },
    drawingBy(ctx.settings, ODD_CHARACTERS.length),
  )
  const own = drawn.filter((one) => one.write === write).map(({ characters }) => characters)
  return [BEYOND_THE_BMP, ...own]
}

/** INPUT-06: expects no server error for known fields beside odd members. */
function expectOddMembersBorne(
  ctx: InputTools,
  fields: Readonly<Record<string, unknown>>,
  send: (body: RawBody) => Promise<Answer>,
): Promise<void> {
  const known = JSON.stringify(fields).slice(1, -1)
  return expectAllBorne(
    ctx,
    ODD_MEMBERS,
    (members) => send(new RawBody(`{${[known, ...members].join(',')}}`)),
    (member) => member.slice(0, 40),
  )
}

const updates = suite('Odd bodies · conversations', { phase: 'write', lane: 'conversation' }, (verify) => {
  verify(
    'INPUT-06',
    'returns no server error for odd JSON in an update',
    { needs: ['updateTarget'] },
    async (ctx) => {
      const { api, mark } = ctx
      const { id } = await updateTarget(ctx)
      const update = (body: unknown): Promise<Answer> => api.patchConversation(id, body)
      await expectOddMembersBorne(ctx, { tags: [mark()] }, update)
      // One after the other: what two simultaneous updates show in their responses is open.
      for (const [words, text] of charactersFor(ctx, 'PATCH /conversations/{id}'))
        expectNoServerError(ctx, await update({ tags: [`${mark()} ${text}`] }), `a tag with ${words}`)
    },
  )
})

const notes = suite('Odd bodies · notes', { phase: 'write', lane: 'note' }, (verify) => {
  verify(
    'INPUT-06',
    'returns no server error for odd text in a note',
    { needs: ['noteTarget'] },
    async (ctx) => {
      const { api, world, mark, each } = ctx
      const add = (body: unknown): Promise<Answer> => api.addNote(world.noteTarget, body)
      await expectOddMembersBorne(ctx, { content: mark() }, add)
      await each(charactersFor(ctx, 'POST /conversations/{id}/messages'), async ([words, text]) =>
        expectNoServerError(ctx, await add({ content: `${mark()} ${text}` }), `\`content\` with ${words}`),
      )
    },
  )
})

const leads = suite('Odd bodies · leads', { phase: 'write', lane: 'lead' }, (verify) => {
  verify(
    'INPUT-06',
    'returns no server error for odd text in a lead',
    { needs: ['chatbot'] },
    async (ctx) => {
      const { api, world, mark, each } = ctx
      await each(charactersFor(ctx, 'POST /leads'), async ([words, text]) => {
        const odd = { name: `${mark()} ${text}`, company: text, source: text, status: text, notes: text }
        const lead = await api.createLead({ chatbot_id: world.chatbot, ...odd })
        expectNoServerError(ctx, lead, `a lead whose texts hold ${words}`)
      })
    },
  )

  verify(
    'INPUT-06',
    'returns no server error for odd JSON in a lead',
    { needs: ['conversationForLead'] },
    async (ctx) => {
      // The conversation has a lead, so nothing is created whatever else the body holds.
      const { chatbot_id, conversation_id } = await leadWithConversation(ctx)
      await expectOddMembersBorne(ctx, { chatbot_id, conversation_id }, ctx.api.createLead)
    },
  )
})

export default [everyday, ids, queries, methods, updates, notes, leads]
