import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startReference } from '../../../fixtures/reference/index.ts'
import { selfSigned } from '../../engine/http/testing/certificate.ts'
import { startProxy } from '../../engine/http/testing/proxy.ts'
import { verify } from '../../index.ts'
import { inProcessTarget } from './in-process.ts'
import { CASES } from '../../../suites/index.ts'
import { conduct } from './conduct.ts'
import { OPTIONS } from './testing/options.ts'
import type { Target } from './target.ts'

test('a run goes through the proxy of the environment, and no output shows its password', async () => {
  const reference = await startReference({})
  const proxy = await startProxy(Number(new URL(reference.baseUrl).port))
  onTestFinished(async () => {
    await proxy.close()
    await reference.close()
  })
  const record = await verify({
    // An address of documentation: only the proxy can have forwarded the requests.
    baseUrl: 'http://192.0.2.1/v1',
    apiKey: reference.keys.main,
    only: ['GET-ME-01'],
    profile: 'smoke',
    proxies: { httpProxy: proxy.url.replace('//', '//me:open-sesame-42@'), httpsProxy: '', noProxy: '' },
  })
  expect(record.verdict).toBe('passed')
  expect(proxy.seen.length).toBe(record.requests.total)
  expect(JSON.stringify(record)).not.toContain('open-sesame')
})

test('a certificate of the client that cannot be used is named with its file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [one, other] = [selfSigned('127.0.0.1'), selfSigned('127.0.0.1')]
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const [cert, key] = [await file('cert.pem', one.cert), await file('key.pem', other.key)]
  const problem = (clientCert: string, clientKey: string): Promise<unknown> =>
    verify({ baseUrl: 'https://192.0.2.1/v1', apiKey: 'cak_live_key', clientCert, clientKey }).catch(String)
  expect(await problem(join(folder, 'none.pem'), key)).toMatch(
    /certificate of the client, .*none\.pem, cannot be read \(ENOENT\)/,
  )
  expect(await problem(cert, await file('text', 'hello'))).toMatch(
    /private key of the client, .*text, is not PEM/,
  )
  expect(await problem(cert, key)).toMatch(/cannot be used together: /)
})

function target(): Target {
  const one = inProcessTarget({ now: () => new Date('2026-11-20T12:00:00Z') })
  onTestFinished(one.close)
  return one
}

test('a run that writes is repeated to the letter', async () => {
  const written = async (): Promise<readonly string[]> => {
    const leads = CASES.filter(({ lane }) => lane === 'lead')
    const { tally } = await conduct(target(), leads, OPTIONS)
    return tally.exchanges.flatMap(({ request: { body } }) => body ?? [])
  }
  const first = await written()

  expect(first.length).toBeGreaterThan(10)
  expect(await written()).toEqual(first)
})

/** Runs one requirement through a gateway that records headers, and returns these with the record. */
async function through(more: object): Promise<{ seen: Record<string, unknown>[]; record: string }> {
  const reference = await startReference({})
  const seen: Record<string, unknown>[] = []
  const gateway = createServer((request, response) => {
    seen.push(request.headers)
    void fetch(reference.baseUrl.replace('/v1', '') + (request.url ?? ''), {
      headers: { authorization: request.headers.authorization ?? '' },
    }).then(async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.end(await answer.text())
    })
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const { port } = gateway.address() as AddressInfo
    const record = await verify({
      baseUrl: `http://127.0.0.1:${port}/v1`,
      apiKey: reference.keys.main,
      only: ['GET-ME-01'],
      profile: 'smoke',
      ...more,
    })
    return { seen, record: JSON.stringify(record) }
  } finally {
    gateway.close()
    await reference.close()
  }
}

test('every request carries what finds it in logs, and what a gateway wants; no output shows the latter', async () => {
  const { seen, record } = await through({ header: [['X-Staging', 'open-sesame-123456']] })
  expect(seen.length).toBeGreaterThan(0)
  for (const headers of seen) {
    expect(headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    expect(headers['x-request-id']).toMatch(/^cac-/)
    expect(headers['x-staging']).toBe('open-sesame-123456')
  }
  expect(record).not.toContain('open-sesame-123456')
  expect(record).toContain('traceparent')

  const untraced = await through({ trace: false })
  expect(untraced.seen.some((headers) => 'traceparent' in headers || 'x-request-id' in headers)).toBe(false)
})
