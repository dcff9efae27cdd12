/** Headers that everyday clients add. Specification part 1. */
import { type Actor, plainSpec } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context, InputSettings } from '../../lib/engine/case/context.ts'
import { cover, drawingBy } from '../../lib/engine/case/cover.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { suite } from '../../lib/engine/case/suite.ts'
import type { HeaderLine } from '../../lib/engine/http/exchange.ts'
import { major, statementsOf } from '../../lib/engine/judge/rows.ts'
import { type OperationKey, READ_OPERATIONS } from '../../lib/engine/contract/operations.ts'
import { quote } from '../../lib/engine/util/values.ts'
import { sendTogether } from '../support/at-fault.ts'
import { expectNoServerError } from './borne.ts'
import { EVERYDAY, NEGOTIATED } from './tables.ts'

const part1 = statementsOf({ part: 1, section: '', endpoint: '*' })

export const everyday = suite('Everyday headers', { phase: 'independent' }, (verify) => {
  verify(
    part1.derived(
      'INPUT-10',
      'standard HTTP methods and status codes',
      'Headers that everyday clients add do not change the status of a response, and cause no server error.',
      'The specification gives them no meaning, and HTTP lets a server pass over what it does not use.',
      major('The same request works with one library and fails in another one, or in a browser.'),
    ),
    'answers with everyday headers as without them',
    {},
    async (ctx) => {
      await ctx.each(
        cover({ operation: READ_OPERATIONS, ...EVERYDAY }, onceEach(ctx.settings, 4)),
        async ({ operation, ...header }) => {
          const ask = asking(ctx, operation)
          const plain = (await ask?.([]))?.mustBeUsable()
          if (ask === undefined || plain === undefined) return
          const headers = Object.entries(header).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, value] as const],
          )
          const { faults } = await sendTogether(headers, ask, ({ status }) => status === plain.status)
          for (const { answer, parts } of faults)
            ctx
              .expect(answer)
              .toSatisfy(
                false,
                `status ${plain.status} with ${named(parts)}, as without`,
                `status ${answer.status}`,
                { status: answer.status, also: [plain] },
              )
        },
      )
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
    async (ctx) => {
      const drawing = cover({ operation: NEGOTIATING, header: NEGOTIATED }, onceEach(ctx.settings, 3))
      await ctx.each(drawing, async ({ operation, header }) => {
        const answer = await asking(ctx, operation)?.([header])
        if (answer === undefined) return
        expectNoServerError(ctx, answer, named([header]))
        const { code } = answer.body
        const got = `${named([header])}: ${answer.status}${code === undefined ? '' : ` ${quote(code)}`}`
        if (header[0] === 'Accept') ctx.observe('OPEN-37', got, answer)
      })
    },
  )
})

/** Headers are read before an operation is known: in `full`, too, each comes up on one of them. */
const onceEach = (settings: InputSettings, usual: number): ReturnType<typeof drawingBy> => ({
  ...drawingBy(settings, usual),
  pairs: false,
})

/** A single resource, a list, a detail and a rollup. */
const NEGOTIATING = ['GET /me', 'GET /conversations', 'GET /leads/{id}', 'GET /analytics/summary'] as const

/** Headers in words. */
function named(headers: readonly HeaderLine[]): string {
  return headers
    .map(([name, value]) => (value === '' ? `no \`${name}\`` : `\`${name}: ${value}\``))
    .join(', ')
}

/** The plain request of an operation with further headers; undefined where the workspace has no id for it. */
function asking(
  { api, world }: Context<never>,
  operation: OperationKey,
): ((headers: readonly HeaderLine[]) => Promise<Answer>) | undefined {
  const { lists } = world.discovery.main
  const plain = plainSpec(operation, (list) => idsOf(lists[list].items)[0])
  const sending = (headers: readonly HeaderLine[]): Actor =>
    headers.reduce((actor, line) => actor.sending(...line), api)
  return plain && ((headers) => sending(headers).request(plain))
}
