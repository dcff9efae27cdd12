import { type Client, createClient, reporting } from '../../http/client.ts'
import type { Exchange, HeaderLine } from '../../http/exchange.ts'
import { Ledger } from '../../http/ledger.ts'
import type { Transport } from '../../http/transport.ts'
import { CONTRACT } from '../../contract/api.ts'

/** A request as a fake service receives it. */
export interface Asked {
  readonly method: string
  /** Below the base address, without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The parsed body, or its text if it is not JSON. */
  readonly body: unknown
  readonly authorization: string
}

/** By default 200 with an empty resource in `data`; an error has the envelope of part 7. */
export interface Reply {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: readonly HeaderLine[]
}

/** Answers one request; a thrown TransportError stands for no answer. `count` starts at 1. */
export type Reaction = (asked: Asked, count: number) => Reply

export const KEYS = { main: 'key-main-1', other: 'key-other-1', exhaustible: 'key-spent-1' } as const

const BASE_URL = 'https://api.example/v1'

export interface FakeClient extends Client {
  readonly asked: readonly Asked[]
  readonly exchanges: readonly Exchange[]
}

/** A real client with a fake service of this API. */
export function fakeClient(react: Reaction, budget = 10_000): FakeClient {
  const asked: Asked[] = []
  const exchanges: Exchange[] = []
  let lastId = 0
  const client = createClient({
    baseUrl: BASE_URL,
    transport: fakeTransport(react, asked),
    keys: KEYS,
    ledger: new Ledger({ budget, floor: 0 }),
    match: (method, path) => CONTRACT.match(method, path)?.operation,
    nextId: () => ++lastId,
    concurrency: 8,
    middlewares: [reporting((exchange) => exchanges.push(exchange))],
  })
  return { ...client, asked, exchanges }
}

function fakeTransport(react: Reaction, asked: Asked[]): Transport {
  return async ({ method, url, headers, body: sent }) => {
    const { pathname, searchParams } = new URL(url)
    const one: Asked = {
      method,
      path: pathname.replace(/^\/v1/, ''),
      query: Object.fromEntries(searchParams),
      body: parsed(sent),
      authorization: headers.find(([name]) => name === 'Authorization')?.[1] ?? '',
    }
    const count = asked.push(one)
    const { status = 200, ...reply } = await Promise.resolve(react(one, count))
    const body = status < 400 ? { data: {} } : { error: 'An error.', code: 'error' }
    return {
      status,
      headers: [['content-type', 'application/json'], ...(reply.headers ?? [])],
      body: Buffer.from(JSON.stringify(reply.body ?? body)),
    }
  }
}

function parsed(body: string | undefined): unknown {
  try {
    return body === undefined ? undefined : JSON.parse(body)
  } catch {
    return body
  }
}
