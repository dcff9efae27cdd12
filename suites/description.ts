import { CONTRACT } from '../lib/api/contract.ts'
import { examineDescription } from '../lib/api/description.ts'
/** The served description of the API. Specification part 9. */
import { describeValidity } from '../lib/contract/index.ts'
import { suite } from '../lib/harness/case.ts'
import { contradictions } from './steps/description/describing.ts'
import { isObject, quote } from '../lib/util/values.ts'

const KINDS = [
  ['VERSION-03', 'gives its own version as 1.1.0', ['info-version']],
  ['VERSION-04', 'covers the 13 operations', ['operation']],
  ['VERSION-05', 'gives the parameters as the specification does', ['parameter']],
  ['VERSION-06', 'gives the request bodies as the specification does', ['request-body']],
  ['VERSION-07', 'gives the answers as the specification does', ['response']],
  ['VERSION-08', 'says that every operation needs a bearer key', ['security']],
] as const

export default suite('GET /openapi.json', {}, (verify) => {
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
      const { contradictions: found } = examineDescription(served.body)
      const version = found
        .filter(({ kind }) => kind === 'openapi-version' || kind === 'invalid-document')
        .map(({ received }) => received)
      const problems = [
        ...version,
        ...(version.length > 0 ? [] : await describeValidity(served.body, CONTRACT)),
      ]

      expect(served).toSatisfy(problems.length === 0, 'a valid OpenAPI 3.1 document', () =>
        problems.slice(0, 3).join('; '),
      )
    },
  )

  for (const [requirement, title, kinds] of KINDS) {
    verify(requirement, title, { cost: 0, smoke: true }, async ({ api, expect, inconclusive }) => {
      const served = await api.description()
      if (served.status !== 200 || !('openapi' in served.body)) inconclusive('no description was served')

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
