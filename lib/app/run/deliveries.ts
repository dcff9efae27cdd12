import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Deliveries, WebhookDelivery } from '../../engine/case/context.ts'
import { decodeBody, LARGEST_BODY } from '../../engine/http/decode-body.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { jsonIn } from '../../engine/util/values.ts'

/** Holds webhook deliveries and resolves pending waits for them. */
export class Mailbox implements Deliveries {
  private readonly received: WebhookDelivery[] = []
  /** Each function is called with every delivery, and without one when the waiting ends. */
  private readonly waiting = new Set<(delivery?: WebhookDelivery) => void>()
  private waitMs: number

  constructor(waitMs: number) {
    this.waitMs = waitMs
  }

  put(headers: Readonly<Record<string, string>>, body: string): void {
    const delivery = { headers, body, json: jsonIn(body) }
    this.received.push(delivery)
    for (const look of this.waiting) look(delivery)
  }

  /** Ends all waiting: the run was ended. */
  stopWaiting(): void {
    this.waitMs = 0
    for (const look of this.waiting) look()
  }

  all = (): readonly WebhookDelivery[] => this.received

  first = (matches: (delivery: WebhookDelivery) => boolean): Promise<WebhookDelivery | undefined> => {
    const known = this.received.find(matches)
    if (known !== undefined || this.waitMs <= 0) return Promise.resolve(known)
    return new Promise((resolve) => {
      const look = (delivery?: WebhookDelivery): void => {
        if (delivery !== undefined && !matches(delivery)) return
        clearTimeout(timer)
        this.waiting.delete(look)
        resolve(delivery)
      }
      const timer = setTimeout(look, this.waitMs)
      this.waiting.add(look)
    })
  }
}

/** A body as text, decompressed according to its `Content-Encoding`; unchanged if that fails. */
export async function decodedText(
  headers: Readonly<Record<string, string>>,
  bytes: Uint8Array,
): Promise<string> {
  try {
    return Buffer.from(await decodeBody(bytes, Object.entries(headers), LARGEST_BODY)).toString('utf8')
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}

/**
 * Listens for webhook deliveries and puts them in a mailbox. Any path is accepted: the specification does not fix it.
 */
export async function listen(
  mailbox: Mailbox,
  host: string,
  port: number,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    read(request)
      .then((bytes) => decodedText(headersOf(request), bytes))
      .then((body) => mailbox.put(headersOf(request), body))
      .catch(() => {})
      .finally(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })
  // If an idle connection were closed at the moment when a sender reuses it, its delivery would be lost.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new ConfigurationError(
          `cannot listen for webhooks on ${host}:${port} (${error.code}): choose another --webhook-port or --webhook-host`,
        ),
      )
    })
    server.listen(port, host, resolve)
  })
  server.unref()
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function read(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LARGEST_BODY) break
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  )
}
