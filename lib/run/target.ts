import type { KeyLabel } from '../http/exchange.ts'
import type { Pause } from '../http/pace.ts'
import { type Proxy, proxyFor } from '../http/proxy.ts'
import type { Transport } from '../http/transport.ts'
import { certificateOf } from './certificate.ts'
import { listen, Mailbox } from './deliveries.ts'
import type { RunOptions } from './options.ts'
import { ConfigurationError } from '../util/errors.ts'

/** The system under test, ready for requests. */
export interface Target {
  readonly baseUrl: string
  /**
   * The reference service in this process: no port, no earlier runs whose marks one could meet, and nobody who logs.
   */
  readonly embedded: boolean
  readonly transport: Transport
  /** The proxy through which it is reached; absent: none. */
  readonly proxy?: Proxy
  readonly keys: Readonly<Partial<Record<KeyLabel, string>>>
  readonly apexUrl?: string
  readonly mailbox: Mailbox
  readonly webhooks: boolean
  /** Waits in simulated time; absent: real time. */
  readonly pause?: Pause
  readonly close: () => Promise<void>
}

/** Opens the target that the options name; without a base address, the embedded reference service. */
export async function openTarget(options: RunOptions): Promise<Target> {
  // Loaded only where nothing else is verified.
  if (options.baseUrl === undefined) return (await import('./in-process.ts')).inProcessTarget()
  const certificate = await certificateOf(options)
  const { createTransport } = await import('../http/undici-transport.ts')
  const wire = createTransport({
    timeoutMs: options.requestTimeoutMs,
    verifyTls: options.verifyTls,
    certificate,
    proxies: options.proxies,
    connections: 2 * options.concurrency,
  })
  return remote(options, options.baseUrl, wire)
}

type Wire = { readonly send: Transport; readonly close: () => Promise<void> }

async function remote(options: RunOptions, baseUrl: string, wire: Wire): Promise<Target> {
  if (options.apiKey === undefined)
    throw new ConfigurationError('no API key: set CONFORMANCE_API_KEY to a key of the workspace under test')
  const [proxy] = [baseUrl, options.apexUrl ?? baseUrl].map((url) => proxyFor(url, options.proxies ?? {}))
  const mailbox = new Mailbox(options.webhook?.waitMs ?? 10_000)
  const listener =
    options.webhook === undefined
      ? undefined
      : await listen(mailbox, options.webhook.host, options.webhook.port)
  return {
    baseUrl,
    embedded: false,
    transport: wire.send,
    proxy,
    keys: {
      main: options.apiKey,
      other: options.otherApiKey,
      exhaustible: options.exhaustibleApiKey,
    },
    apexUrl: options.apexUrl,
    mailbox,
    webhooks: listener !== undefined,
    close: async () => {
      await wire.close()
      await listener?.close()
    },
  }
}
