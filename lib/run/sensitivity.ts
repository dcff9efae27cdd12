import type { CaseDefinition } from '../harness/case.ts'
import { execute } from '../harness/execute.ts'
import { Patience } from '../harness/certainty.ts'
import type { CaseOutcome } from '../harness/outcome.ts'
import { RunStore } from '../harness/run-store.ts'
import type { Session } from '../harness/session.ts'
import { Memo } from '../harness/memo.ts'
import type { Client, RequestSpec } from '../http/client.ts'
import type { Exchange, SentRequest } from '../http/exchange.ts'
import { buildRequest, keyLabel } from '../http/request.ts'
import type { Fault, Operator } from '../judge/fault.ts'
import type { Sensitivity } from '../report/record.ts'
import { createRandom, shuffled } from '../util/collections.ts'

/** Faults per kind: enough for a figure, few enough to be quick. */
const PER_OPERATOR = 3

/** The parts of a run that can be judged again. */
export interface Recording {
  readonly session: Session
  readonly outcomes: readonly CaseOutcome[]
  readonly exchanges: readonly Exchange[]
  readonly baseUrl: string
}

/**
 * Measures which wrong answers a run would have detected: alters copies of its answers one at a time, and judges them
 * again by the oracles and, if those find nothing, by the reading cases that used them. Sends nothing; the same seed
 * makes the same alterations.
 * @returns undefined if the run has no answers to alter
 */
export async function sensitivityOf(recording: Recording, seed: number): Promise<Sensitivity | undefined> {
  const random = createRandom(seed)
  const usable = representatives(recording.exchanges, random)
  if (usable.length === 0) return undefined
  const { session, outcomes, exchanges, baseUrl } = recording
  const replay = new Replay(session, outcomes, exchanges, baseUrl)
  const rejudging = new Rejudging(recording)
  let [seeded, caught, equivalent] = [0, 0, 0]
  const blind = new Map<string, { operator: string; where: string; count: number; reason: string }>()
  for (const operator of session.api.operators) {
    for (const fault of sample(operator, usable, exchanges, PER_OPERATOR, random)) {
      seeded += 1
      if (fault.equivalent === true) {
        equivalent += 1
        continue
      }
      // oxlint-disable-next-line no-await-in-loop -- one alteration at a time keeps one copy in memory
      if (rejudging.notices(fault) || (await replay.notices(fault.exchange))) {
        caught += 1
        continue
      }
      const where = `${fault.exchange.operation} ${fault.where}`
      const known = blind.get(`${operator.name} ${where}`)
      blind.set(`${operator.name} ${where}`, {
        operator: operator.name,
        where,
        count: (known?.count ?? 0) + 1,
        reason: operator.unseen,
      })
    }
  }
  return { seeded, caught, equivalent, blindSpots: [...blind.values()] }
}

/** Judges an altered answer by the oracles. */
class Rejudging {
  private readonly recording: Recording
  private readonly usual = new Map<number, ReadonlySet<string>>()

  constructor(recording: Recording) {
    this.recording = recording
  }

  notices({ exchange }: Fault): boolean {
    const original = this.recording.exchanges.find(({ id }) => id === exchange.id)
    const usual =
      this.usual.get(exchange.id) ?? new Set(original === undefined ? [] : this.violations(original))
    this.usual.set(exchange.id, usual)
    return this.violations(exchange).some((requirement) => !usual.has(requirement))
  }

  private violations(exchange: Exchange): readonly string[] {
    const { session, exchanges, baseUrl } = this.recording
    const alone = session.discovery.other === undefined
    return session.api.rejudge(exchange, { exchanges, baseUrl, alone })
  }
}

/** Repeats reading cases on recorded answers, one of them altered. Sends nothing. */
class Replay {
  private readonly session: Session
  private readonly baseUrl: string
  private readonly recorded = new Map<string, Exchange>()
  private readonly readers = new Map<number, CaseDefinition[]>()

  constructor(
    session: Session,
    outcomes: readonly CaseOutcome[],
    exchanges: readonly Exchange[],
    baseUrl: string,
  ) {
    this.session = session
    this.baseUrl = baseUrl
    for (const exchange of exchanges) {
      const question = questionOf(exchange.request)
      if (exchange.response !== undefined && !this.recorded.has(question))
        this.recorded.set(question, exchange)
    }
    for (const { definition, verdict, exchanges: seen } of outcomes) {
      if (definition.phase !== 'read' || verdict !== 'passed') continue
      for (const id of seen) this.readers.set(id, [...(this.readers.get(id) ?? []), definition])
    }
  }

  /** Whether a case that passed on the recorded answers fails on the altered one. */
  async notices(altered: Exchange): Promise<boolean> {
    for (const definition of this.readers.get(altered.id) ?? []) {
      // One after the other: the first failure makes the rest unnecessary.
      // oxlint-disable-next-line no-await-in-loop
      const { verdict } = await execute(definition, this.sessionWith(altered))
      if (verdict === 'failed') return true
    }
    return false
  }

  private sessionWith(altered: Exchange): Session {
    const client = this.clientWith(altered)
    const { api } = this.session
    return {
      api,
      client,
      spender: client,
      discovery: api.withAnswer(this.session.discovery, altered),
      memo: new Memo(),
      store: new RunStore(),
      patience: new Patience(() => Promise.resolve()),
      deliveries: this.session.deliveries,
      settings: this.session.settings,
      exchanges: this.session.exchanges,
      observed: [],
      runMark: this.session.runMark,
    }
  }

  private clientWith(altered: Exchange): Client {
    const { keys } = this.session.settings
    const question = questionOf(altered.request)
    return {
      send: (spec) => {
        const request = buildRequest(spec, { baseUrl: this.baseUrl, keys, userAgent: '' })
        const asked = questionOf(request)
        return Promise.resolve(
          asked === question ? altered : (this.recorded.get(asked) ?? unanswered(spec, request)),
        )
      },
    }
  }
}

/** A request without insignificant differences: `offset=0` equals no offset. */
function questionOf({ method, url, path, query, headers, body }: SentRequest): string {
  const asked = query
    .filter(([name, value]) => name !== 'offset' || value !== '0')
    .map((pair) => pair.join('='))
    .sort((a, b) => (a < b ? -1 : 1))
  const authorization = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  const [address] = url.split('?')
  return JSON.stringify([method, address, path, asked, authorization, body])
}

function unanswered(spec: RequestSpec, request: SentRequest): Exchange {
  return {
    id: 0,
    key: keyLabel(spec),
    operation: undefined,
    request,
    failure: { kind: 'budget', message: 'Not asked in this run.' },
    startedAt: 0,
    durationMs: 0,
  }
}

/** The largest body that is altered: a short page shows the fault of an item as well as a long one. */
const LARGEST = 64 * 1024

/** One exchange of each kind (operation, status, key, parameter names), in an order that depends on the seed. */
function representatives(exchanges: readonly Exchange[], random: () => number): Exchange[] {
  const kinds = new Map<string, Exchange>()
  for (const exchange of shuffled(exchanges, random)) {
    const { operation, response, key, request } = exchange
    if (operation === undefined || response === undefined || response.size > LARGEST) continue
    const names = request.query.map(([name]) => name).sort((a, b) => (a < b ? -1 : 1))
    const kind = `${operation} ${response.status} ${key} ${names.join()}`
    if (!kinds.has(kind)) kinds.set(kind, exchange)
  }
  return [...kinds.values()]
}

/** Some faults of an operator, over as many operations as possible. */
function sample(
  operator: Operator,
  exchanges: readonly Exchange[],
  pool: readonly Exchange[],
  most: number,
  random: () => number,
): Fault[] {
  const faults: Fault[] = []
  const seen = new Set<string>()
  for (const exchange of shuffled(exchanges, random)) {
    if (faults.length === most) break
    const place = `${exchange.operation}`
    if (seen.has(place)) continue
    const [fault] = shuffled(operator.seed(exchange, pool), random)
    if (fault === undefined) continue
    seen.add(place)
    faults.push(fault)
  }
  return faults
}
