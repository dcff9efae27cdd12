import { expect, test } from 'vitest'
import { call, type Called } from './testing/call.ts'

const said = (...argv: readonly string[]): Promise<Called> => call(['explain', ...argv])

test('explains a requirement: why, how it is judged, what breaks it, how to see it', async () => {
  const { code, out } = await said('auth-02')
  expect(code).toBe(0)
  for (const line of [
    'AUTH-02  must · critical · every endpoint',
    'Why it matters',
    'How it is judged',
    'Right: the reference service',
    'What breaks it',
    '  - An empty bearer token is accepted (authentication/empty-token)',
    '  npx chat-agent-conformance run AUTH-02',
    "  npx chat-agent-conformance serve --mutant authentication/empty-token --for 'npx chat-agent-conformance run AUTH-02'",
  ]) {
    expect(out).toContain(`${line}\n`)
  }
})

test.each<[id: string, says: readonly string[], notSaid: string]>([
  ['OPEN-21', ['It is observed only'], '--writes'],
  ['PLAN-01', ['Why it is not judged'], 'Verify it'],
  ['CREATE-LEAD-32', ['run CREATE-LEAD-32 --writes\n'], 'serve --for'],
  [
    'CLIENT-24',
    [
      'CLIENT-24  must · of clients · every endpoint\n',
      'On every request of a client, by `serve` and `judge`',
      "serve --for 'npm test'\n",
    ],
    'Verify it',
  ],
])('says how %s is judged, and how to see it', async (id, says, notSaid) => {
  const { out } = await said(id)
  for (const text of says) expect(out).toContain(text)
  expect(out).not.toContain(notSaid)
})

test('explains several, also as JSON', async () => {
  expect(JSON.parse((await said('OPEN-21', 'CLIENT-24', '--json')).out)).toMatchObject([
    { requirement: { id: 'OPEN-21', strength: 'open' } },
    { requirement: { id: 'CLIENT-24' } },
  ])
})
