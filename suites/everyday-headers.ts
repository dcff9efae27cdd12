/**
 * Headers that clients, browsers and frameworks add to every request. Specification part 1. One law: what has
 * no meaning here changes nothing, and what HTTP gives a meaning causes no server error.
 */
import { type Actor, plainSpec } from '../lib/engine/case/actor.ts'
import { absentId } from '../lib/engine/case/absent-ids.ts'
import type { Answer } from '../lib/engine/case/answer.ts'
import type { Context } from '../lib/engine/case/context.ts'
import { cover, drawingBy } from '../lib/engine/case/cover.ts'
import { idsOf } from '../lib/engine/case/items.ts'
import { suite } from '../lib/engine/case/suite.ts'
import { type OperationKey, READ_OPERATIONS } from '../lib/engine/contract/operations.ts'
import type { HeaderLine } from '../lib/engine/http/exchange.ts'
import type { Fate } from '../lib/engine/http/fate.ts'
import { major, statementsOf } from '../lib/engine/judge/rows.ts'
import { quote } from '../lib/engine/util/values.ts'
import { sendTogether } from './support/at-fault.ts'

export const theme = 'limits'

const part1 = statementsOf({ part: 1, section: '', endpoint: '*' })

/**
 * Headers without a meaning here: the response must be the same as without them. An absent value leaves the
 * header as this suite sends it, an empty one sends none.
 */
const EVERYDAY = {
  Accept: [undefined, '', '*/*', 'application/json, text/plain, */*', 'application/json;q=0.9, */*;q=0.1'],
  'Accept-Language': [undefined, '*', 'de-DE,de;q=0.9,*;q=0.5', 'tlh', 'x-klingon;q=2'],
  'Accept-Encoding': [undefined, '', 'gzip, deflate, br', 'identity;q=1, *;q=0'],
  'Cache-Control': [undefined, 'no-cache', 'max-age=0', 'only-if-fresh'],
  'Content-Type': [undefined, 'application/json', 'application/json; charset=utf-8'],
  'Accept-Charset': [undefined, 'utf-8, iso-8859-1;q=0.5'],
  Cookie: [undefined, 'session=abc; theme=dark', 'broken; rate=100%'],
  'If-Modified-Since': [undefined, 'Sun, 06 Nov 1994 08:49:37 GMT'],
  'If-None-Match': [undefined, '"never"', 'W/"1", "2"'],
  'User-Agent': [undefined, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  Prefer: [undefined, 'return=representation'],
  traceparent: [undefined, '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'none'],
  'X-Forwarded-For': [undefined, '203.0.113.7, 10.0.0.1'],
  'X-Requested-With': [undefined, 'XMLHttpRequest'],
} as const

/** Headers to which a service, or a gateway, may answer as HTTP allows, but not with a server error. */
const NEGOTIATED: readonly HeaderLine[] = [
  ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['Accept', 'text/csv, */*;q=0.1'],
  ['Accept', 'application/xml, application/json;q=0.9'],
  ['Accept', 'json'],
  ['Origin', 'https://example.com'],
  ['Referer', 'https://example.com/dashboard?tab=1'],
  ['If-None-Match', '*'],
]

/** A single resource, a list, a detail and a rollup. */
const NEGOTIATING = ['GET /me', 'GET /conversations', 'GET /leads/{id}', 'GET /analytics/summary'] as const

const everyday = suite('Everyday headers', { phase: 'independent' }, (verify) => {
  verify(
    part1.derived(
      'INPUT-10',
      'standard HTTP methods and status codes',
      'Headers that everyday clients add do not change the status of a response, and cause no server error.',
      'The specification gives them no meaning, and HTTP lets a server pass over what it does not use.',
      major('The same request works with one library and fails in another one, or in a browser.'),
    ),
    'answers with everyday headers as without them, errors, too',
    {},
    async (ctx) => {
      const drawing = { ...drawingBy(ctx.settings), pairs: false }
      const unknown = absentId(ctx.world.discovery, 'GET /leads')
      const tries = [
        ...cover({ operation: READ_OPERATIONS, ...EVERYDAY }, { ...drawing, most: 3 }),
        // Other code writes the errors: for them, each header has each of its values.
        ...cover(EVERYDAY, { ...drawing, most: Infinity }).map((values) => ({
          operation: undefined,
          ...values,
        })),
      ]
      await ctx.each(tries, async ({ operation, ...values }) => {
        const ask: PlainRequest | undefined =
          operation === undefined ? (actor) => actor.lead(unknown) : plainRequest(ctx, operation)
        const headers = Object.entries(values).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value] as const],
        )
        const due = operation === undefined ? 'refused' : 'accepted'
        if (ask !== undefined) await expectSameStatus(ctx, ask, { headers, due })
      })
    },
  )

  verify(
    [
      'INPUT-10',
      part1.open(
        'OPEN-37',
        'returns JSON responses',
        'The response to a request whose `Accept` prefers another format or is not a media type.',
      ),
    ],
    'returns no server error for headers that HTTP gives a meaning',
    {},
    (ctx) =>
      ctx.each(
        cover({ operation: NEGOTIATING, line: NEGOTIATED }, { ...drawingBy(ctx.settings, 3), pairs: false }),
        async ({ operation, line }) => {
          const answer = await plainRequest(ctx, operation)?.(withEach([line], ctx.api))
          if (answer === undefined) return
          const { status = 0 } = answer.mustArrive()
          // Frameworks refuse a text that no parser of media types can read, before the API sees it.
          if (line[1] !== 'json')
            ctx
              .expect(answer)
              .toSatisfy(status < 500, `no server error for ${headerInWords(line)}`, `status ${status}`, {
                status,
              })
          const said = `${headerInWords(line)}: ${status} ${quote(answer.body['code'] ?? '')}`
          if (line[0] === 'Accept') ctx.observe('OPEN-37', said, answer)
        },
      ),
  )
})

/** Sends one request as a caller. */
type PlainRequest = (actor: Actor) => Promise<Answer>

/** Expects a request to get the same status with these headers as without them. */
async function expectSameStatus(
  { api, expect }: Pick<Context, 'api' | 'expect'>,
  ask: PlainRequest,
  { headers, due }: { readonly headers: readonly HeaderLine[]; readonly due: Fate },
): Promise<void> {
  const plain = (await ask(api)).mustArrive()
  // A request that fails without the headers, too, says nothing of them: a replica may not know an item yet.
  if (plain.fate !== due) return
  const send = (some: readonly HeaderLine[]): Promise<Answer> => ask(withEach(some, api))
  const { faults } = await sendTogether(headers, send, ({ status }) => status === plain.status)
  for (const { answer, parts } of faults) {
    const expected = `status ${plain.status} with ${parts.map(headerInWords).join(', ')}, as without`
    const { status } = answer
    expect(answer).toSatisfy(false, expected, `status ${status}`, { status, also: [plain] })
  }
}

function withEach(headers: readonly HeaderLine[], actor: Actor): Actor {
  return headers.reduce((one, line) => one.sending(...line), actor)
}

function headerInWords([name, value]: HeaderLine): string {
  return value === '' ? `no \`${name}\`` : `\`${name}: ${value}\``
}

/** Asks for an operation with its plain parameters; undefined if the workspace has nothing to ask for. */
function plainRequest({ world }: Context<never>, operation: OperationKey): PlainRequest | undefined {
  const { lists } = world.discovery.main
  const plain = plainSpec(operation, (list) => idsOf(lists[list].items)[0])
  return plain && ((actor) => actor.request(plain))
}

export default [everyday]
