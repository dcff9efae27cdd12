import { createServer, type RequestListener } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startReference, type ReferenceOptions } from '../../../fixtures/reference/index.ts'
import { READ_OPERATIONS } from '../../engine/contract/operations.ts'
import { examine, type Examination, type CheckResult } from './doctor.ts'
import { completeOptions, type RunOptions } from './options.ts'

type Keys = 'main' | 'other' | 'exhaustible'

async function examined(
  service: ReferenceOptions,
  given: (keys: Readonly<Record<Keys, string>>) => Partial<RunOptions>,
): Promise<Examination> {
  const reference = await startReference(service)
  try {
    const options = completeOptions({
      baseUrl: reference.baseUrl,
      profile: 'smoke',
      ...given(reference.keys),
    })
    return await examine(options, () => undefined)
  } finally {
    await reference.close()
  }
}

const about = (examination: Examination, subject: string): CheckResult | undefined =>
  examination.findings.find((finding) => finding.about === subject)

const all = (keys: Readonly<Record<Keys, string>>): Partial<RunOptions> => ({
  apiKey: keys.main,
  otherApiKey: keys.other,
  exhaustibleApiKey: keys.exhaustible,
})

async function served(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`
}

describe('an examination', () => {
  test('asks every endpoint that only reads, and says what came, in hardly more requests', async () => {
    const examination = await examined({}, all)
    expect(examination.findings.filter(({ state }) => state === 'wrong' || state === 'missing')).toEqual([])
    expect(about(examination, 'CONFORMANCE_API_KEY')?.text).toMatch(
      /^GET \/me: 200, \d+ of 1000 requests left$/,
    )
    expect(about(examination, 'GET /leads')?.text).toMatch(/^200, \d+ items/)
    expect(about(examination, 'GET /openapi.json')?.text).toBe('200')
    // In addition: the description, and the other keys.
    expect(examination.requests).toBeLessThanOrEqual(READ_OPERATIONS.length + 4)
  })

  test('says of each empty list how many rules it costs, and how the workspace comes to have an item', async () => {
    const { VARIANTS } = await import('../../../fixtures/variants/index.ts')
    const empty = VARIANTS.find(({ id }) => id === 'workspace/chatbots-only')
    const examination = await examined({ ...empty?.options?.(), seams: empty?.seams() ?? {} }, (keys) => ({
      ...all(keys),
      profile: 'standard',
    }))
    const lacking = examination.findings.filter((finding) => finding.about === 'data')
    expect(lacking.map(({ state }) => state)).not.toContain('well')
    for (const items of ['conversations', 'leads', 'bookings', 'reservations'])
      expect(lacking.map(({ text }) => text)).toContainEqual(
        expect.stringMatching(
          `^the workspace has no ${items}: up to \\d+ rules about GET /${items} cannot be exercised$`,
        ),
      )
    expect(lacking.flatMap(({ remedy = [] }) => remedy)).toContainEqual(
      'create one with POST /leads, or leave a contact as a visitor of the chatbot',
    )
  })

  test('reports a refused key, and a missing one', async () => {
    const examination = await examined({}, (keys) => ({ apiKey: keys.main, otherApiKey: 'cak_live_nobody' }))
    expect(about(examination, 'CONFORMANCE_OTHER_API_KEY')).toMatchObject({
      state: 'wrong',
      text: 'GET /me: refused with 401',
    })
    expect(about(examination, 'CONFORMANCE_EXHAUSTIBLE_API_KEY')?.state).toBe('missing')
  })

  test('accepts a key to be exhausted of the same workspace, and no second key of it', async () => {
    const oneTeam: ReferenceOptions = {
      seams: {
        serialize: {
          me: (key) => ({ team_id: 'T1', team_name: null, key_name: key.name, key_prefix: key.prefix }),
        },
      },
    }
    const examination = await examined(oneTeam, all)
    expect(about(examination, 'CONFORMANCE_OTHER_API_KEY')).toMatchObject({
      state: 'wrong',
      text: 'GET /me names the workspace of CONFORMANCE_API_KEY, by its team_id',
    })
    expect(about(examination, 'CONFORMANCE_EXHAUSTIBLE_API_KEY')?.text).toMatch(/^GET \/me: 200, /)
  })

  test('says of a server with nothing but GET /me what is missing, and of data nothing', async () => {
    const baseUrl = await served((request, response) => {
      const isMe = request.url?.endsWith('/me') === true
      response.writeHead(isMe ? 200 : 404, { 'content-type': 'application/json' })
      const me = { team_id: 'T1', team_name: 'Acme', key_name: 'k', key_prefix: 'cak_' }
      response.end(JSON.stringify(isMe ? { data: me } : { error: 'no route', code: 'not_found' }))
    })
    const examination = await examine(completeOptions({ baseUrl, apiKey: 'cak_live_stub' }), () => undefined)
    expect(about(examination, 'GET /me')).toMatchObject({ state: 'well', text: '200' })
    expect(about(examination, 'GET /leads')).toMatchObject({ state: 'missing' })
    expect(about(examination, 'GET /leads')?.text).toMatch(/404.*: a run will report/)
    expect(about(examination, 'data')).toBeUndefined()
  })
})

test('shows neither keys nor headers of the operator that the target repeats', async () => {
  const SECRETS = ['cak_live_Echoed4Vb8Nm2Kd6Xq7Zr4Tw9', 'own-secret-3f9a8b7c6d5e']
  const baseUrl = await served(({ headers }, response) => {
    const said = `no: ${headers.authorization} ${encodeURIComponent(String(headers['x-own']))}`
    response.writeHead(401, { 'content-type': 'application/json', server: said })
    response.end(JSON.stringify({ error: said, code: 'unauthorized' }))
  })
  const options = completeOptions({
    baseUrl,
    apiKey: SECRETS[0] ?? '',
    header: [['X-Own', SECRETS[1] ?? '']],
  })
  const said = JSON.stringify((await examine(options, () => undefined)).findings)

  expect(said).toContain('rejects the key in CONFORMANCE_API_KEY')
  for (const secret of SECRETS) expect(said).not.toContain(secret)
})
