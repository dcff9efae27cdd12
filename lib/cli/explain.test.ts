import { readdir, readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
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
    'Freedoms nearby: none of these is a violation',
    '  npx chat-agent-conformance serve --mutant authentication/empty-token',
  ]) {
    expect(out).toContain(`${line}\n`)
  }
})

test('says what an open point and an excluded statement are', async () => {
  expect((await said('OPEN-21')).out).toContain('It is observed only')
  const { out } = await said('PLAN-01')
  expect(out).toContain('Why it is not judged')
  expect(out).not.toContain('run --only')
})

test('says that a requirement on clients is judged in their requests', async () => {
  const { out } = await said('CLIENT-24')
  expect(out).toContain('CLIENT-24  must · of clients · every endpoint\n')
  expect(out).toMatch(/On every request of a client, by `proxy`/)
  expect(out).toContain('proxy --target https://host/v1 --judge client\n')
  expect(out).not.toContain('run --only')
})

test('names the freedoms of a field and of a resource first, each once', async () => {
  const nearby = async (id: string): Promise<string[]> => {
    const { out } = await said(id, '--json')
    const [{ freedoms }] = JSON.parse(out) as [{ freedoms: { why: string }[] }]
    return freedoms.map(({ why }) => why)
  }
  expect((await nearby('LIST-RESERVATIONS-29'))[0]).toMatch(/reservation|window|`from`|`to`/i)
  const some = await nearby('CREATE-LEAD-32')
  expect(some[0]).toMatch(/lead/i)
  expect(new Set(some).size).toBe(some.length)
})

test('verifies what only writing cases judge with --writes', async () => {
  expect((await said('CREATE-LEAD-32')).out).toContain('run --only CREATE-LEAD-32 --writes\n')
  expect((await said('AUTH-02')).out).toContain('run --only AUTH-02\n')
})

test('explains several, also as JSON', async () => {
  expect((await said('AUTH-01', 'AUTH-02')).out).toContain('\nAUTH-02  must')
  expect(JSON.parse((await said('AUTH-01', '--json')).out)).toMatchObject([
    { requirement: { id: 'AUTH-01' }, severity: 'critical' },
  ])
})

test.each([
  [[], 'explain needs the id of a requirement'],
  [['AUTH-99'], 'there is no requirement "AUTH-99"; did you mean AUTH-0'],
])('refuses %j in one line', async (argv, message) => {
  const { code, out, err } = await said(...argv)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(message)
  expect(err.trimEnd().split('\n')).toHaveLength(1)
})

test('writes a page for each requirement, each under its id for good', async () => {
  const { code, out, folder } = await said('AUTH-02', 'LEAD-06', '--site', 'a/site')
  expect(code).toBe(0)
  expect(out).toContain('2 pages')
  const site = join(folder, 'a', 'site')
  expect((await readdir(site)).toSorted()).toEqual(['AUTH-02.html', 'LEAD-06.html', 'index.html'])
  const index = await readFile(join(site, 'index.html'), 'utf8')
  expect(index).toContain('href="AUTH-02.html"')
  expect([...index.matchAll(/<h2>([^<]+)/g)].map(([, title]) => title)).toEqual(['Every endpoint'])
  const [, hash = ''] = /script-src '([^']+)'/.exec(index) ?? []
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(index) ?? []
  expect(hash).toBe(`sha256-${createHash('sha256').update(script).digest('base64')}`)
  const page = await readFile(join(site, 'LEAD-06.html'), 'utf8')
  expect(page).toContain('<h2>What breaks it</h2>')
  expect(page.match(/<mark>[^<]*status[^<]*<\/mark>/g)).toHaveLength(2)
  expect(page).not.toContain('<script')
})

test('a site that cannot be written is an error in one line', async () => {
  const { code, err } = await said('AUTH-02', '--site', '/dev/null/site')
  expect(code).toBe(2)
  expect(err).toContain('choose another folder with --site')
})
