import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Deliveries, Delivery } from '../harness/context.ts'
import { ConfigurationError } from '../util/errors.ts'

/** The largest body that is read, in bytes. */
const LARGEST_BODY = 1024 * 1024
/** The most deliveries kept, and their most characters; older ones are dropped, because cases wait for new ones. */
const MOST = { deliveries: 10_000, characters: 16 * 1024 * 1024 }

/** Holds webhook deliveries and resolves pending waits for them. */
export class Mailbox implements Deliveries {
  private readonly received: Delivery[] = []
  private characters = 0
  /** Each is called with what comes, and with nothing when nobody is to wait any more. */
  private readonly waiting = new Set<(delivery?: Delivery) => void>()
  private waitMs: number

  constructor(waitMs: number) {
    this.waitMs = waitMs
  }

  /** @param received - the body as it came; what is compressed is read as its `Content-Encoding` says */
  put(headers: Readonly<Record<string, string>>, received: string | Uint8Array): void {
    const body = typeof received === 'string' ? received : decoded(headers, received)
    const delivery = { headers, body, json: parsed(body) ?? formOf(headers, body) }
    this.received.push(delivery)
    this.characters += body.length
    while (this.received.length > MOST.deliveries || this.characters > MOST.characters)
      this.characters -= this.received.shift()?.body.length ?? 0
    for (const look of this.waiting) look(delivery)
  }

  /** Ends all waiting: the run was ended. */
  stopWaiting(): void {
    this.waitMs = 0
    for (const look of this.waiting) look()
  }

  all = (): readonly Delivery[] => this.received

  first = (matches: (delivery: Delivery) => boolean): Promise<Delivery | undefined> => {
    const known = this.received.find(matches)
    if (known !== undefined || this.waitMs <= 0) return Promise.resolve(known)
    return new Promise((resolve) => {
      const look = (delivery?: Delivery): void => {
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

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const DECODERS: Readonly<Record<string, (bytes: Uint8Array, options: object) => Uint8Array>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** A body as text, decompressed; as it came where that fails. */
function decoded(headers: Readonly<Record<string, string>>, bytes: Uint8Array): string {
  const coding = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1]
  try {
    const plain = DECODERS[coding ?? '']?.(bytes, { maxOutputLength: LARGEST_BODY }) ?? bytes
    return Buffer.from(plain).toString('utf8')
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}

/** The fields of a form: some services deliver one, with the JSON as a field. */
function formOf(headers: Readonly<Record<string, string>>, body: string): unknown {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  return type.startsWith('application/x-www-form-urlencoded')
    ? Object.fromEntries(new URLSearchParams(body))
    : undefined
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
      .then((body) => mailbox.put(headersOf(request), body))
      .catch(() => {})
      .finally(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })
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
