/** Who may call: every endpoint, with every kind of wrong key. Specification parts 5 and 7. */
import { OPERATIONS } from '../lib/catalogue/index.ts'
import { doors, withoutKey, wrongKeys } from '../lib/harness/credentials.ts'
import { suite } from '../lib/harness/case.ts'

export default suite('Authentication', {}, (verify) => {
  verify(
    'AUTH-01',
    'answers 401 without a key, on every endpoint',
    { cost: 0, smoke: true },
    async ({ anonymous, world, expect, each }) => {
      await each(doors(OPERATIONS, world.discovery), async (door) => {
        expect(await door(anonymous)).toRefuse([401])
      })
    },
  )

  verify(
    'AUTH-02',
    'answers 401 to an invented key, on every endpoint',
    { cost: 0 },
    async ({ imposter, world, settings, expect, each }) => {
      await each(doors(OPERATIONS, world.discovery), async (door) => {
        expect(await door(imposter(...wrongKeys(settings.keys['main']).invented))).toRefuse([401])
      })
    },
  )

  for (const [requirement, title, kinds] of [
    ['AUTH-03', 'answers 401 to a key that is cut or extended', ['cut', 'extended']],
    [
      'AUTH-04',
      'answers 401 to a key with one character changed',
      ['alteredEnd', 'alteredMiddle', 'otherCase'],
    ],
    ['AUTH-05', 'answers 401 to the key under another scheme', ['basic', 'token', 'bare']],
  ] as const) {
    verify(requirement, title, { cost: 0 }, async ({ imposter, world, settings, expect, each }) => {
      const wrong = wrongKeys(settings.keys['main'])
      const attempts = kinds.flatMap((kind) =>
        doors(['GET /me', 'GET /leads', 'GET /conversations/{id}', 'POST /leads'], world.discovery).map(
          (door) => ({ kind, door }),
        ),
      )

      await each(
        attempts.filter(({ kind }) => wrong[kind][0] !== ''),
        async ({ kind, door }) => {
          expect(await door(imposter(...wrong[kind]))).toRefuse([401])
        },
      )
    })
  }

  verify(
    'OPEN-21',
    'is shown the scheme in lower case',
    { cost: 0 },
    async ({ imposter, settings, observe }) => {
      const answer = await imposter(...wrongKeys(settings.keys['main']).lowerCaseScheme).me()

      observe('OPEN-21', `bearer in lower case: ${answer.status}`, answer)
    },
  )

  verify('AUTH-01', 'answers 401 to an empty bearer token', { cost: 0 }, async ({ imposter, expect }) => {
    expect(await imposter(...withoutKey()).me()).toRefuse([401])
  })
})
