import { ConfigurationError } from '../../engine/util/errors.ts'
import { listen, Mailbox } from './deliveries.ts'
import { type RunOptions, WEBHOOK_HOST } from './options.ts'
import { scrubberFor } from './scrubber.ts'
import type { Target } from './target.ts'

/** How long a delivery is waited for. */
const DELIVERY_MS = 10_000

/** Opens the target that the options name; without a base address, the embedded reference service. */
export async function openTarget(options: RunOptions): Promise<Target> {
  const { baseUrl, apiKey, apexUrl, webhookPort: port, webhookHost = WEBHOOK_HOST, proxies } = options
  // The embedded service takes a while to load, and runs against other targets do without it.
  if (baseUrl === undefined) return (await import('./in-process.ts')).inProcessTarget()
  if (apiKey === undefined)
    throw new ConfigurationError('no API key: set CONFORMANCE_API_KEY to a key of the workspace under test')
  const mailbox = new Mailbox(DELIVERY_MS)
  const listener = port === undefined ? undefined : await listen(mailbox, webhookHost, port)
  const { createTransport } = await import('../../engine/http/undici-transport.ts')
  const wire = createTransport({
    timeoutMs: 1000 * options.timeout,
    verifyTls: !options.insecure,
    proxies,
    connections: 2 * options.concurrency,
  })
  const keys = { main: apiKey, other: options.otherApiKey, exhaustible: options.exhaustibleApiKey }
  return {
    baseUrl,
    embedded: false,
    transport: wire.send,
    keys,
    scrub: scrubberFor(keys, options),
    apexUrl,
    mailbox,
    webhooks: listener !== undefined,
    close: async () => {
      await wire.close()
      await listener?.close()
    },
  }
}
