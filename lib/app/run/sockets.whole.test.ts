import { expect, onTestFinished, test } from 'vitest'
import { startReference } from '../../../fixtures/reference/index.ts'
import { createTransport } from '../../engine/http/undici-transport.ts'
import { listen, Mailbox } from './deliveries.ts'
import { verifyTarget } from './index.ts'
import { SCOPE } from './scope.ts'
import { scrubberFor } from './scrubber.ts'
import { OPTIONS } from './testing/options.ts'

test('a standard run over real ports, deliveries included, finds nothing wrong and judges all', async () => {
  const mailbox = new Mailbox(10_000)
  const listener = await listen(mailbox, '127.0.0.1', 0)
  const service = await startReference({
    onDelivery: async ({ headers, json }) => {
      const { body } = await fetch(listener.url, {
        method: 'POST',
        headers: headers.map(([name, value]): [string, string] => [name, value]),
        body: JSON.stringify(json),
      })
      await body?.cancel()
    },
  })
  const wire = createTransport({ timeoutMs: 10_000, verifyTls: true })
  onTestFinished(async () => {
    await wire.close()
    await Promise.all([service.close(), listener.close()])
  })
  const { baseUrl, apexUrl, keys } = service
  const target = {
    baseUrl,
    apexUrl,
    keys,
    scrub: scrubberFor(keys, {}),
    embedded: false,
    transport: wire.send,
    mailbox,
    webhooks: true,
    close: () => Promise.resolve(),
  }

  const { record } = await verifyTarget(target, SCOPE, {
    ...OPTIONS,
    concurrency: 32,
    runTimeout: 120,
  })

  const notPassed = record.requirements.filter(
    ({ strength, verdict }) => strength !== 'open' && verdict !== 'passed',
  )
  expect(notPassed.map(({ id, verdict, reason }) => `${id} ${verdict} ${reason}`)).toEqual([])
  expect(record.requests.byKey.exhaustible).toBeGreaterThan(1000)
}, 120_000)
