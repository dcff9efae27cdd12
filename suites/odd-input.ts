/**
 * Input that nobody plans for, after what everyday clients add. Specification parts 1, 4 and 7. Nothing is a server error: no odd
 * id where an operation takes one, no odd value of a parameter of each kind, no other method, no odd body of a write.
 */
import { RawBody } from '../lib/engine/case/bodies.ts'
import type { Actor } from '../lib/engine/case/actor.ts'
import type { Answer } from '../lib/engine/case/answer.ts'
import { UNKNOWN_ID } from '../lib/engine/case/absent-ids.ts'
import type { Context, InputSettings } from '../lib/engine/case/context.ts'
import { cover, drawingBy, shuffler } from '../lib/engine/case/cover.ts'
import type { Need } from '../lib/engine/case/needs.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { major, minor, statementsOf } from '../lib/engine/judge/rows.ts'
import {
  type OperationKey,
  operationOf,
  OPERATIONS,
  READ_OPERATIONS,
  WRITE_OPERATIONS,
} from '../lib/engine/contract/operations.ts'
import type { JsonObject } from '../lib/engine/util/values.ts'
import { everyday } from './odd-input/everyday-headers.ts'
import { expectAllBorne, expectNoServerError } from './odd-input/borne.ts'
import {
  BEYOND_THE_BMP,
  FIRST_AND_LAST_YEAR,
  JSON_MEDIA_TYPES,
  ODD_METHODS,
  ODD_CHARACTERS,
  ODD_FORMATS,
  ODD_MEMBERS,
  ODD_SEGMENTS,
  ODD_TEXTS,
  ODD_VALUES,
  type OddCharacter,
  type OddSegment,
} from './odd-input/tables.ts'
import { updateTarget } from './support/written-conversations.ts'

export const theme = 'limits'

const part7 = statementsOf({ part: 7, section: '', endpoint: '*' })

const WITH_ID = OPERATIONS.filter((operation) => operation.includes('{id}'))

const pathOf = (operation: OperationKey, id = UNKNOWN_ID): string =>
  operationOf(operation).path.replace('{id}', id)

const ids = suite('Odd ids', { phase: 'independent' }, (verify) => {
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
    async (ctx) => {
      const operation = WITH_ID.filter((one) => READ_OPERATIONS.includes(one))
      const drawn = cover({ operation, id: ODD_SEGMENTS }, drawingBy(ctx.settings, 4))
      await ctx.each(drawn, async (one) =>
        expectNoResource(ctx, await ctx.api.get(pathOf(one.operation, one.id[1])), one.id),
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
      await each(ODD_SEGMENTS, async (id) => {
        if ((await stranger.get(pathOf('GET /conversations/{id}', id[1]))).fate === 'accepted') return
        for (const operation of WITH_ID.filter((one) => WRITE_OPERATIONS.includes(one))) {
          const { method } = operationOf(operation)
          const body = method === 'PATCH' ? { tags: [mark()] } : { content: mark() }
          expectNoResource(ctx, await stranger.request({ method, path: pathOf(operation, id[1]), body }), id)
        }
      })
    },
  )

  verify(
    ['INPUT-06', 'CREATE-LEAD-07'],
    'refuses odd ids in the body of a lead',
    { needs: ['writes', 'otherKey'] },
    async (ctx) => {
      await ctx.each(ODD_TEXTS, async ([words, chatbot_id]) => {
        const answer = await ctx.stranger.createLead({ chatbot_id })
        expectNoServerError(ctx, answer, `a \`chatbot_id\` of ${words}`)
        if ((answer.status ?? 0) < 500)
          ctx.expect(answer).toBeRefused([404, 400], { requirement: 'CREATE-LEAD-07' })
      })
    },
  )
})

/** INPUT-01: expects a refusal; a short id may exist, and then the answer shows the resource that has it. */
function expectNoResource(
  { expect }: Pick<Context, 'expect'>,
  answer: Answer,
  [words, id]: OddSegment,
): void {
  const { status, fate, data } = answer.mustArrive()
  expect(answer).toSatisfy(
    fate === 'refused' || (fate === 'accepted' && data['id'] === id),
    `a 4xx for an odd id: ${words}`,
    `status ${status}`,
    { status },
  )
}

const queries = suite('Odd queries', { phase: 'independent' }, (verify) => {
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
      // What reads a value knows its kind, and not its operation: each value meets each kind, on one operation.
      const drawn = cover(
        { kind: KINDS, value: ODD_VALUES },
        {
          ...drawingBy(ctx.settings, ODD_VALUES.length),
          fit: ({ kind, value }) => kind === undefined || (value?.kind ?? kind) === kind,
        },
      )
      const mixed = shuffler(ctx.settings.seed)
      const tries = [
        ...drawn.map((one) => ({ ...one, operations: mixed(operationsWith(one.kind)).slice(0, 1) })),
        { kind: 'date-time', value: FIRST_AND_LAST_YEAR, operations: operationsWith('date-time') },
      ]
      await ctx.each(tries, ({ kind, value, operations }) =>
        ctx.each(operations, (operation) =>
          // One odd value may be refused before another one is read: those of one kind meet the same check.
          expectAllBorne(
            ctx,
            parametersOf(operation, kind),
            (names) => ctx.api.get(`${pathOf(operation)}?${names.map(value.query).join('&')}`),
            (name) => `\`${name}\`: ${value.words}`,
          ),
        ),
      )
    },
  )
})

/** The kind of a parameter: the format of a text that has one, otherwise the type. */
const kindOf = ({ schema }: { readonly schema: JsonObject }): string =>
  String(schema['format'] ?? schema['type'])
const KINDS = [...new Set(READ_OPERATIONS.flatMap((one) => operationOf(one).queryParameters.map(kindOf)))]

const parametersOf = (operation: OperationKey, kind: string): readonly string[] =>
  operationOf(operation)
    .queryParameters.filter((one) => kindOf(one) === kind)
    .map(({ name }) => name)
const operationsWith = (kind: string): readonly OperationKey[] =>
  READ_OPERATIONS.filter((one) => parametersOf(one, kind).length > 0)

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
        const answer = (await stranger.request({ method, path, body })).mustArrive()
        const status = answer.status ?? 0
        // 501 is a fair answer to an unsupported method.
        const isFailure = status >= 500 && status !== 501
        expect(answer).toSatisfy(!isFailure, `no server error for ${method}`, `status ${status}`, { status })
        // Their success would mean an operation that the API does not offer at all.
        const isDone = answer.fate === 'accepted' && (method === 'PUT' || method === 'DELETE')
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
        const plain = (await sendTo(stranger, write, text)).mustArrive()
        await each(JSON_MEDIA_TYPES, async (type) => {
          const answer = (await sendTo(stranger, write, text, type)).mustArrive()
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
      minor(
        'Text that a visitor pasted pages the on-call engineer, and a 500 shows an attacker where to dig.',
      ),
    ),
    'returns no server error for bodies in other formats',
    { needs: ['otherKey'] },
    async (ctx) => {
      const tries = WRITE_OPERATIONS.flatMap((write) => ODD_FORMATS.map((format) => ({ write, format })))
      await ctx.each(tries, async ({ write, format: [words, { text, contentType }] }) =>
        expectNoServerError(ctx, await sendTo(ctx.stranger, write, text, contentType), words),
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
  return [...new Set(OPERATIONS.map((operation) => operationOf(operation).path))].flatMap((path) =>
    ODD_METHODS.filter(
      (method) => !known.includes(`${method} ${path}`) && (method !== 'DELETE' || path.includes('{id}')),
    ).map((method) => ({ method, path: path.replace('{id}', UNKNOWN_ID) })),
  )
}

/** Sends a text to an operation that writes, with an unknown id. */
function sendTo(actor: Actor, write: OperationKey, rawBody: string, contentType?: string): Promise<Answer> {
  const { method } = operationOf(write)
  return actor.request({ method, path: pathOf(write), rawBody, ...(contentType && { contentType }) })
}

/** A write that is accepted, whatever text stands in it. */
interface TextWrite {
  readonly fields: (text: string) => JsonObject
  readonly send: (body: unknown) => Promise<Answer>
}

/** The operations that write, and what each needs. */
const WRITES: readonly {
  readonly name: string
  readonly lane: string
  readonly need: Need
  readonly write: (ctx: Context) => Promise<TextWrite>
}[] = [
  {
    name: 'an update',
    lane: 'conversation',
    need: 'updateTarget',
    write: async (ctx) => {
      const { id } = await updateTarget(ctx)
      return { fields: (text) => ({ tags: [text] }), send: (body) => ctx.api.patchConversation(id, body) }
    },
  },
  {
    name: 'a note',
    lane: 'note',
    need: 'noteTarget',
    write: async ({ api, world }) => ({
      fields: (content) => ({ content }),
      send: (body) => api.addNote(world.noteTarget, body),
    }),
  },
  {
    name: 'a lead',
    lane: 'lead',
    need: 'chatbot',
    write: async ({ api, world: { chatbot: chatbot_id } }) => ({
      fields: (name) => ({ chatbot_id, name, company: name, source: name, notes: name }),
      send: api.createLead,
    }),
  },
]

const bodies = WRITES.map(({ name, lane, need, write }, place) =>
  suite(`Odd bodies · ${name}`, { phase: 'write', lane }, (verify) => {
    verify(
      'INPUT-06',
      `returns no server error for odd JSON and odd text in ${name}`,
      { needs: [need] },
      async (ctx) => {
        const { fields, send } = await write(ctx)
        const known = JSON.stringify(fields(ctx.mark())).slice(1, -1)
        await expectAllBorne(
          ctx,
          ODD_MEMBERS,
          (members) => send(new RawBody(`{${[known, ...members].join(',')}}`)),
          (member) => member.slice(0, 40),
        )
        // One after the other: what two simultaneous updates show in their responses is open.
        for (const [words, text] of [BEYOND_THE_BMP, ...drawnCharacters(ctx.settings, place)])
          expectNoServerError(ctx, await send(fields(`${ctx.mark()} ${text}`)), `${name} with ${words}`)
      },
    )
  }),
)

/** The odd characters for a write: all of them in `full`, otherwise one. */
function drawnCharacters({ seed, inputs }: InputSettings, place: number): readonly OddCharacter[] {
  return inputs === 'pairs' ? ODD_CHARACTERS : shuffler(seed + place)(ODD_CHARACTERS).slice(0, 1)
}

export default [everyday, ids, queries, methods, ...bodies]
