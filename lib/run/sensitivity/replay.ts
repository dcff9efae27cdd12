import type { CaseDefinition } from '../../harness/case.ts'
import { execute } from '../../harness/execute.ts'
import { Footprint } from '../../harness/footprint.ts'
import type { CaseOutcome } from '../../harness/outcome.ts'
import { RunStore } from '../../harness/run-store.ts'
import { Memo, type Session } from '../../harness/session.ts'
import type { Client, RequestSpec } from '../../http/client.ts'
import type { Exchange, SentRequest } from '../../http/exchange.ts'
import { buildRequest, keyLabel } from '../../http/request.ts'

/** Repeats reading cases on recorded answers, one of them altered. Sends nothing. */
export class Replay {
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
      // One after the other: the first that notices spares the rest.
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
      footprint: new Footprint(),
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

/** What a request asks, whatever form it has: reading again with `offset=0` is the same question. */
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
