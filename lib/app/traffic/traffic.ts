import { ClientJudge, OF_BODIES } from '../../../suites/client.ts'
import { judgeExchange } from '../../../suites/index.ts'
import type { Exchange } from '../../engine/http/exchange.ts'
import { Asked } from '../run/asked.ts'
import { CONTRACT } from '../../engine/spec/api.ts'
import { ClientKeys } from './secrets.ts'
import { Side } from './side.ts'

/** What cannot be seen of an exchange: it was cut, left out, or masked. */
export type Missing = 'body' | 'headers' | 'request-body' | 'key'

/** An exchange of a client, and what could not be seen of it. */
export interface ObservedTraffic {
  readonly exchange: Exchange
  /** The bearer token of the request; undefined if it had none. It is never stored. */
  readonly token: string | undefined
  readonly missing: readonly Missing[]
}

/** The rows that an exchange does not show without that part; rows of fields need a body anyway. */
const NOT_SHOWN: Readonly<Record<Missing, readonly string[]>> = {
  headers: ['JSON-01', 'RATE-01', 'RATE-02', 'RATE-03', 'RATE-09'],
  body: ['JSON-02'],
  'request-body': ['CREATE-LEAD-33', ...OF_BODIES],
  key: ['GET-ME-02'],
}

/**
 * What a stream of exchanges shows, in bounded memory: counts, and the first and last evidence of each kind.
 */
export class Traffic {
  readonly target = new Side()
  readonly clients = new Side()
  exchanges = 0
  /** How many exchanges got no answer of the target, or lack the body or the headers of their answer. */
  readonly without = { answer: 0, body: 0, headers: 0 }
  private readonly baseUrl: string
  private readonly unseen: readonly string[]
  private readonly judgeClient = new ClientJudge()
  private readonly seen = new ClientKeys()
  /** What each operation was asked and answered. */
  readonly asked = new Asked()

  /** @param unseen - requirements that this traffic cannot show */
  constructor(baseUrl: string, unseen: readonly string[] = []) {
    this.baseUrl = baseUrl
    this.unseen = unseen
  }

  /** Judges one exchange and its request, and counts it. */
  add({ exchange, missing, token }: ObservedTraffic): void {
    this.count(exchange)
    this.seen.add(token, exchange.request)
    const { response } = exchange
    if (response !== undefined)
      for (const part of ['body', 'headers'] as const) if (missing.includes(part)) this.without[part] += 1
    const hidden = new Set([...this.unseen, ...missing.flatMap((part) => NOT_SHOWN[part])])
    if (this.isOfApi(exchange) && response?.status !== 304)
      this.target.take(
        judgeExchange(exchange, { baseUrl: this.baseUrl, contract: CONTRACT }),
        exchange,
        hidden,
      )
    const { held, findings } = this.judgeClient.judge(exchange, this.seen.nameOf(token))
    this.clients.take({ held, findings }, exchange, hidden)
  }

  /** Whether the specification speaks of a request: of `/health` or `/favicon.ico` beside the API it says nothing. */
  private isOfApi({ operation, request: { method, path } }: Exchange): boolean {
    if (method === 'HEAD' || method === 'OPTIONS') return false
    return operation !== undefined || path === '/openapi.json'
  }

  private count(exchange: Exchange): void {
    this.exchanges += 1
    if (exchange.response === undefined) this.without.answer += 1
    this.asked.add(exchange)
  }

  /** The keys that clients sent. They leave the process in no other way than masked. */
  get keys(): readonly string[] {
    return this.seen.all
  }

  /** The exchanges that findings and evidence name. */
  kept(): Exchange[] {
    const all = new Map([...this.target.kept(), ...this.clients.kept()].map((one) => [one.id, one]))
    return [...all.values()].sort((a, b) => a.id - b.id)
  }
}
