/** GET /me: the key and its workspace. Specification parts 4 and 5. */
import { suite } from '../lib/harness/context.ts'
import { quote } from '../lib/util/values.ts'

export default suite('GET /me', {}, (verify) => {
  verify('GET-ME-01', 'answers with the key in use', { cost: 0, smoke: true }, async ({ api, expect }) => {
    expect(await api.me()).toAnswer(200)
  })

  verify(
    ['GET-ME-01', 'JSON-01', 'JSON-02'],
    'answers JSON whatever a client accepts',
    { cost: 2 },
    async ({ bystander, expect }) => {
      const [any, none] = await Promise.all([
        bystander.sending('Accept', '*/*').me(),
        bystander.sending('Accept', 'application/xml').me(),
      ])

      expect(any).toAnswer(200)
      // 406, or JSON in spite of the `Accept` header: both are allowed.
      expect(none).toHaveStatus([200, 406])
    },
  )

  verify(
    'GET-ME-03',
    'names another workspace for another key',
    { needs: ['otherKey'], cost: 0 },
    async ({ api, stranger, expect, inconclusive }) => {
      const [own, foreign] = await Promise.all([api.me(), stranger.me()])
      own.control()
      foreign.control()
      if (typeof own.data['team_id'] !== 'string' || typeof foreign.data['team_id'] !== 'string')
        inconclusive('needs a team_id on both keys')

      expect(own).toSatisfy(
        own.data['team_id'] !== foreign.data['team_id'],
        'a team_id of its own for each workspace',
        `${quote(own.data['team_id'])} for both`,
        {
          also: [foreign],
          pointer: '/data/team_id',
        },
      )
    },
  )
})
