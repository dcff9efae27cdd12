import { ClientJudge, KEY_NAMES, OF_BODIES } from '../../suites/client.ts'
import { judge } from '../../suites/index.ts'
import type { Exchange, Header } from '../http/exchange.ts'
import { createScrubber, deepText, type Scrubber } from '../http/scrub.ts'
import { anyPosition, type Finding } from '../judge/finding.ts'
import type { Judgement } from '../judge/judgements.ts'
import { CONTRACT } from '../spec/api.ts'
import { Asked } from '../run/asked.ts'
import { MOST_KEYS, MOST_LISTED } from '../util/bounds.ts'
import { once } from '../util/memo.ts'
import { shownBody, unread } from '../run/record/recorded.ts'

/** What cannot be seen of an exchange: it was cut, left out, or masked. */
export type Missing = 'body' | 'headers' | 'request-body' | 'key'

/** An exchange of a client, and what could not be seen of it. */
export interface Observed {
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

/** What the traffic showed of one side: the target, or its clients. */
export interface Shown {
  /** Each kind of violation once, with its count, its first and its last exchange. */
  readonly findings: readonly Finding[]
  /** How often each requirement held, and the first exchange that shows it. */
  readonly held: ReadonlyMap<string, { readonly count: number; readonly evidence: readonly number[] }>
}

/**
 * What a stream of exchanges shows, in bounded memory: counts, and the first and last evidence of each kind.
 */
export class Traffic {
  readonly target = new Side()
  readonly clients = new Side()
  exchanges = 0
  /** How many exchanges got no answer of the target, were not judged in time, or lack the body or the headers of their answer. */
  readonly without = { answer: 0, judgement: 0, body: 0, headers: 0 }
  private readonly baseUrl: string
  private readonly skipped: ReadonlySet<string>
  private readonly judgeClient = new ClientJudge()
  /** Each with a number that stands for it. */
  private readonly tokens = new Map<string, number>()
  /** What each operation was asked and answered. */
  readonly asked = new Asked()

  /** @param unseen - requirements that this traffic cannot show */
  constructor(baseUrl: string, unseen: readonly string[] = []) {
    this.baseUrl = baseUrl
    this.skipped = new Set(unseen)
  }

  /** Judges one exchange and its request, and counts it. */
  add({ exchange, missing, token }: Observed): void {
    this.count(exchange)
    this.remember(exchange, token)
    const { request, response } = exchange
    if (response !== undefined)
      for (const part of ['body', 'headers'] as const) if (missing.includes(part)) this.without[part] += 1
    const hidden = new Set([...this.skipped, ...missing.flatMap((part) => NOT_SHOWN[part])])
    if (request.method !== 'HEAD' && request.method !== 'OPTIONS' && response?.status !== 304)
      this.target.take(judge(exchange, { baseUrl: this.baseUrl, contract: CONTRACT }), exchange, hidden)
    const { held, findings } = this.judgeClient.judge(exchange, this.askerOf(token))
    this.clients.take({ held: [held], findings }, exchange, hidden)
  }

  /** Counts an exchange that is not judged. */
  count(exchange: Pick<Exchange, 'operation' | 'request' | 'response'>): void {
    this.exchanges += 1
    if (exchange.response === undefined) this.without.answer += 1
    this.asked.add(exchange)
  }

  /** The keys that clients sent. They leave the process in no other way than masked. */
  get keys(): readonly string[] {
    return [...this.tokens.keys()]
  }

  /** The exchanges that findings and evidence name. */
  kept(): Exchange[] {
    const all = new Map([...this.target.kept(), ...this.clients.kept()].map((one) => [one.id, one]))
    return [...all.values()].sort((a, b) => a.id - b.id)
  }

  /** Stands for a token where requests of one client are compared. */
  private askerOf(token: string | undefined): string {
    return String(this.tokens.get(token ?? '') ?? 0)
  }

  private remember({ request }: Exchange, token: string | undefined): void {
    const misplaced = [...request.headers, ...request.query].flatMap(([name, value]) =>
      KEY_NAMES.test(name) ? [value] : [],
    )
    for (const value of [token, ...misplaced])
      if (value !== undefined && this.tokens.size < MOST_KEYS && !this.tokens.has(value))
        this.tokens.set(value, this.tokens.size + 1)
  }
}

/** Masks the keys of clients: by their values, and bearer tokens by their shape. */
export function clientScrubber(keys: readonly string[]): Scrubber {
  const { text: byValue } = createScrubber(keys.map((value) => ({ name: 'CONFORMANCE_API_KEY', value })))
  const text = (one: string): string =>
    byValue(one).replace(/\b(bearer)(?: |%20|\+)+[\w.~+/-]{8,}=*/gi, '$1 $CONFORMANCE_API_KEY')
  return { text, deep: (value) => deepText(value, text) }
}

interface Kind {
  readonly first: { readonly finding: Finding; readonly exchange: Exchange }
  last?: Exchange
  count: number
  /** It rests on two queries behind one answer: only what another exchange shows, too, is a violation. */
  readonly isDoubt: boolean
}

/** What was found on one side, by kind. */
class Side {
  /** By requirement, and by place. */
  private readonly kinds = new Map<string, Map<string, Kind>>()
  private readonly passes = new Map<string, { count: number; readonly first: Exchange }>()

  take({ held, findings, doubts = [] }: Judgement, exchange: Exchange, hidden: ReadonlySet<string>): void {
    const stored = once(() => asEvidence(exchange))
    for (const table of held)
      for (const [id, times] of table) {
        if (hidden.has(id)) continue
        const known = this.passes.get(id)
        if (known === undefined) this.passes.set(id, { count: times, first: stored() })
        else known.count += times
      }
    for (const finding of [...findings, ...doubts]) {
      if (hidden.has(finding.requirement)) continue
      const { requirement, where, pointer = '', status = '', count } = finding
      const name = `${where} ${anyPosition(pointer)} ${status}`
      const kinds = this.kinds.get(requirement) ?? new Map<string, Kind>()
      this.kinds.set(requirement, kinds)
      const known = kinds.get(name) ?? (kinds.size < MOST_LISTED ? undefined : [...kinds.values()].at(-1))
      if (known === undefined)
        kinds.set(name, { first: { finding, exchange: stored() }, count, isDoubt: doubts.includes(finding) })
      else {
        known.last = stored()
        known.count += count
      }
    }
  }

  shown(): Shown {
    const findings = this.all().map(({ first, last, count }) => ({
      ...first.finding,
      exchanges: last === undefined ? [first.exchange.id] : [first.exchange.id, last.id],
      count,
    }))
    const held = [...this.passes].map(
      ([id, { count, first }]) => [id, { count, evidence: [first.id] }] as const,
    )
    return { findings, held: new Map(held) }
  }

  private all(): Kind[] {
    const all = [...this.kinds.values()].flatMap((kinds) => [...kinds.values()])
    return all.filter(({ isDoubt, last }) => !isDoubt || last !== undefined)
  }

  kept(): Exchange[] {
    return [
      ...this.all().flatMap(({ first, last }) => [first.exchange, ...(last === undefined ? [] : [last])]),
      ...[...this.passes.values()].map(({ first }) => first),
    ]
  }
}

/** What is kept of an exchange: no key, and no more of a body than a report shows. */
function asEvidence(exchange: Exchange): Exchange {
  const { request, response } = exchange
  return unread({
    ...exchange,
    request: {
      ...request,
      headers: request.headers.map(withoutKey),
      body: request.body && shownBody(request.body),
    },
    response: response && {
      ...response,
      headers: response.headers.map(withoutKey),
      text: shownBody(response.text),
    },
  })
}

function withoutKey([name, value]: Header): Header {
  if (/^(?:cookie|set-cookie|proxy-authorization)$/i.test(name) || KEY_NAMES.test(name))
    return [name, '(left out)']
  const scheme = /^\S+(?= )/.exec(value)?.[0] ?? ''
  return name.toLowerCase() === 'authorization'
    ? [name, `${scheme} $CONFORMANCE_API_KEY`.trim()]
    : [name, value]
}
