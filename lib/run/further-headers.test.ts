import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startReference } from '../../fixtures/reference/index.ts'
import { verify } from '../index.ts'

/** Runs one requirement through a gateway that notes headers, and gives what it saw with the record. */
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
  const { seen, record } = await through({ headers: [['X-Staging', 'open-sesame-123456']] })
  expect(seen.length).toBeGreaterThan(0)
  for (const headers of seen) {
    expect(headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    expect(headers['x-request-id']).toMatch(/^cac-/)
    expect(headers['x-staging']).toBe('open-sesame-123456')
  }
  expect(record).not.toContain('open-sesame-123456')
  expect(record).toContain('traceparent')
})

test('nothing of it is sent where it is switched off', async () => {
  const { seen } = await through({ trace: false })
  expect(
    seen.flatMap((headers) => Object.keys(headers)).filter((name) => /trace|request-id/.test(name)),
  ).toEqual([])
})
