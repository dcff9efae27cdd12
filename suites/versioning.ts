/** The service as a whole: its served description and its bare apex host. Specification parts 1 and 9. */
import { suite } from '../lib/harness/context.ts'
import { CONTRACT } from '../lib/spec/api.ts'
import type { ContradictionKind } from '../lib/spec/served/contradiction.ts'
import { examineDescription } from '../lib/spec/served/examine.ts'
import { isTooLarge, validityOf } from '../lib/spec/served/validity.ts'
import { redirectTarget } from './errors/envelope.ts'
import type { Expectation } from '../lib/harness/expect.ts'
import { isObject, type JsonObject, quote } from '../lib/util/values.ts'
import { servedDescription } from './versioning/observed.ts'

const KINDS = [
  ['VERSION-03', 'gives its own version as 1.1.0', ['info-version']],
  ['VERSION-04', 'covers the 13 operations', ['operation']],
  ['VERSION-05', 'gives the parameters as the specification does', ['parameter']],
  ['VERSION-06', 'gives the request bodies as the specification does', ['request-body']],
  ['VERSION-07', 'gives the answers as the specification does', ['response']],
  ['VERSION-08', 'says that every operation needs a bearer key', ['security']],
] as const

const description = suite('GET /openapi.json', {}, (verify) => {
  verify('VERSION-01', 'serves a description', { cost: 1, smoke: true }, async ({ api, expect }) => {
    const served = await api.description()

    expect(served).toAnswer(200)
    expect(served).toSatisfy(
      isObject(served.body) && 'openapi' in served.body,
      'a JSON object with `openapi`',
      () => quote(served.exchange.response?.text, 200),
    )
  })

  verify(
    'VERSION-02',
    'is a valid OpenAPI 3.1 document',
    { cost: 0, smoke: true },
    async ({ api, expect, inconclusive }) => {
      const served = await api.description()
      if (served.status !== 200 || !('openapi' in served.body)) inconclusive('no description was served')
      const { problems, undecided } = await validityOf(served.body, CONTRACT)
      if (problems.length === 0 && undecided !== undefined)
        inconclusive(`whether the description is valid cannot be decided: ${undecided}`)

      expect(served).toSatisfy(problems.length === 0, 'a valid OpenAPI 3.1 document', () =>
        problems.slice(0, 3).join('; '),
      )
    },
  )

  for (const [requirement, title, kinds] of KINDS) {
    verify(requirement, title, { cost: 0, smoke: true }, async ({ api, expect, inconclusive }) => {
      const served = await api.description()
      if (served.status !== 200 || !('openapi' in served.body)) inconclusive('no description was served')
      if (isTooLarge(served.body)) inconclusive('the description is larger than this tool reads')

      contradictions(expect(served), served.body, kinds)
    })
  }

  verify(
    'OPEN-31',
    'is asked for without a key',
    { cost: 0, weight: 0.25 },
    async ({ anonymous, observe }) => {
      const answer = await anonymous.description()

      observe('OPEN-31', `without a key: ${answer.status}`, answer)
    },
  )
})

/** A URL without its fragment, which never reaches the server. */
const placeOf = ({ href }: URL): string => href.replace(/#.*$/, '')

const apex = suite('Apex host', {}, (verify) => {
  verify(
    ['APEX-01', 'APEX-02'],
    'answers with a 308 redirect',
    { needs: ['apex'], cost: 0, smoke: true },
    async ({ anonymous, imposter, settings, world, expect, each }) => {
      const apex = String(settings.apexUrl)
      // A path of the canonical host: a host that serves both names would answer here too.
      const { pathname } = new URL(world.discovery.main.me.exchange.request.url)
      // Sent without the real key: whatever answers at the apex address need not be the host that the key is for.
      const invented = imposter('Bearer conformance')
      const requests = [
        [anonymous, { method: 'GET', path: apex }],
        [anonymous, { method: 'GET', path: `${apex}/chatbots` }],
        [anonymous, { method: 'POST', path: `${apex}/leads`, body: {} }],
        [anonymous, { method: 'PATCH', path: `${apex}/conversations/x`, body: {} }],
        [invented, { method: 'GET', path: `${apex}/me` }],
        [invented, { method: 'GET', path: `${apex}${pathname}` }],
      ] as const

      await each(requests, async ([actor, request]) => {
        const answer = await actor.request(request)
        expect(answer).toAnswer(308)
        const target = redirectTarget(answer.exchange)
        expect(answer).toSatisfy(
          target !== undefined && placeOf(target) !== placeOf(new URL(answer.exchange.request.url)),
          'a Location that leads elsewhere',
          target === undefined ? 'no Location' : target.href,
          { requirement: 'APEX-02' },
        )
      })
    },
  )
})

/**
 * Expects the served description not to contradict the contract in the given kinds. Reports the first contradictions.
 */
export function contradictions(
  expectation: Expectation,
  served: JsonObject,
  kinds: readonly ContradictionKind[],
): void {
  const found = examineDescription(served).filter(({ kind }) => kinds.includes(kind))
  const [first] = found
  const more =
    found.length > 1
      ? ` (and ${found.length - 1} more: ${found
          .slice(1, 4)
          .map(({ where }) => where)
          .join(', ')})`
      : ''
  expectation.toSatisfy(
    first === undefined,
    `${first?.where}: ${first?.expected}`,
    `${first?.received}${more}`,
  )
}

export default [description, apex]

export const watchers = [servedDescription]
