import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startReference } from '../../fixtures/reference/index.ts'
import { selfSigned } from '../http/testing/certificate.ts'
import { startProxy } from '../http/testing/proxy.ts'
import { verify } from '../index.ts'

test('a run goes through the proxy of the environment, and no output shows its password', async () => {
  const reference = await startReference({})
  const proxy = await startProxy(Number(new URL(reference.baseUrl).port))
  onTestFinished(async () => {
    await proxy.close()
    await reference.close()
  })
  const record = await verify({
    // An address of documentation: only the proxy can have handed the requests on.
    baseUrl: 'http://192.0.2.1/v1',
    apiKey: reference.keys.main,
    only: ['GET-ME-01'],
    profile: 'smoke',
    proxies: { HTTP_PROXY: proxy.url.replace('//', '//me:open-sesame-42@') },
  })
  expect(record.verdict).toBe('passed')
  expect(proxy.seen.length).toBe(record.requests.total)
  expect(record.settings.proxy).toBe(proxy.url)
  expect(record.settings.warnings.join()).toContain(
    `requests went through the proxy ${proxy.url} (HTTP_PROXY)`,
  )
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
