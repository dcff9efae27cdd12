import { createSecureContext } from 'node:tls'
import type { ClientCertificate } from '../../engine/http/undici-transport.ts'
import { ConfigurationError, errorCode, messageOf } from '../../engine/util/errors.ts'
import { readTextFile } from '../../engine/util/text-file.ts'
import { listen, Mailbox } from './deliveries.ts'
import { type RunOptions, WEBHOOK_HOST } from './options.ts'
import { scrubberFor } from './scrubber.ts'
import type { Target } from './target.ts'

const DELIVERY_MS = 10_000

/** Opens the target that the options name; without a base address, the embedded reference service. */
export async function openTarget(options: RunOptions): Promise<Target> {
  const { baseUrl, apiKey, apexUrl, webhookPort: port, webhookHost = WEBHOOK_HOST, proxies } = options
  // The embedded service takes a while to load, and runs against other targets do not need it.
  if (baseUrl === undefined) return (await import('./in-process.ts')).inProcessTarget()
  if (apiKey === undefined)
    throw new ConfigurationError('no API key: set CONFORMANCE_API_KEY to a key of the workspace under test')
  const certificate = await certificateOf(options)
  const mailbox = new Mailbox(DELIVERY_MS)
  const listener = port === undefined ? undefined : await listen(mailbox, webhookHost, port)
  const { createTransport } = await import('../../engine/http/undici-transport.ts')
  const wire = createTransport({
    timeoutMs: 1000 * options.timeout,
    verifyTls: !options.insecure,
    certificate,
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

/** Opens the target that the options name for one use, and closes it afterwards. */
export async function withTarget<T>(options: RunOptions, use: (target: Target) => Promise<T>): Promise<T> {
  const target = await openTarget(options)
  try {
    return await use(target)
  } finally {
    await target.close()
  }
}

/** The client certificate; throws a ConfigurationError if it cannot be used. */
async function certificateOf({ clientCert, clientKey }: RunOptions): Promise<ClientCertificate | undefined> {
  if (clientCert === undefined || clientKey === undefined) return undefined
  const [cert, key] = await Promise.all([
    readPem(clientCert, 'certificate of the client'),
    readPem(clientKey, 'private key of the client'),
  ])
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new ConfigurationError(
      `the certificate in ${clientCert} and the private key in ${clientKey} cannot be used together: ${messageOf(error)}`,
      { cause: error },
    )
  }
  return { cert, key }
}

async function readPem(file: string, what: string): Promise<string> {
  const text = await readTextFile(file).catch((error: unknown) => {
    throw new ConfigurationError(`the ${what}, ${file}, cannot be read (${errorCode(error)})`, {
      cause: error,
    })
  })
  if (!text.includes('-----BEGIN ')) throw new ConfigurationError(`the ${what}, ${file}, is not PEM`)
  return text
}
