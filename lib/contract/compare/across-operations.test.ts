import { expect, test } from 'vitest'
import { changed, contradictionsIn, perOperation, put } from './changed.test-support.ts'

test.each<[title: string, path: string, value: unknown, where: string]>([
  ['an operation open to all', 'paths./me.get.security', [], 'GET /me'],
  ['optional authentication', 'security', [{ bearer: [] }, {}], 'GET /me'],
  ['a scheme that is not defined', 'components.securitySchemes', undefined, 'GET /me'],
  ['basic authentication', 'components.securitySchemes.bearer.scheme', 'basic', 'GET /me'],
  [
    'a key in the query',
    'components.securitySchemes.bearer',
    { type: 'apiKey', in: 'query', name: 'key' },
    'GET /me',
  ],
])('%s gives exactly one contradiction', (_title, path, value, where) => {
  const found = contradictionsIn(changed({ [path]: value }))
  expect(found).toMatchObject([{ kind: 'security', where }])
})

test('one operation without a requirement is found where the others have one', () => {
  const { security: _, ...document } = changed(perOperation({ security: [{ bearer: [] }] }))
  put(document, ['paths', '/leads', 'get', 'security'], undefined)
  expect(contradictionsIn(document)).toMatchObject([{ kind: 'security', where: 'GET /leads' }])
})

test.each([
  ['requirement', { security: undefined }],
  ['requirement and any scheme', { security: undefined, 'components.securitySchemes': undefined }],
])('a document without any %s is found once', (_, changes) => {
  expect(contradictionsIn(changed(changes))).toEqual([
    {
      kind: 'security',
      where: 'the whole description',
      expected: 'an HTTP bearer token',
      received: 'no security requirement',
      alsoAt: [],
    },
  ])
})
