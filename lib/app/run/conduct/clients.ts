/** The clients of a run, each with the list of middlewares that its requests pass. */
import {
  type Client,
  type ClientOptions,
  createClient,
  type Middleware,
  reporting,
} from '../../../engine/http/client.ts'
import { describeAnswer, type Exchange } from '../../../engine/http/exchange.ts'
import type { Ledger } from '../../../engine/http/ledger.ts'
import type { Patience } from '../../../engine/http/patience.ts'
import { tracing } from '../../../engine/http/request.ts'
import { isAnsweredByApi, Recovery, resending } from '../../../engine/http/resend.ts'
import { present } from '../../../engine/util/collections.ts'
import type { RunOptions } from '../options.ts'
import type { Target } from '../target.ts'
import type { Ending } from './ending.ts'
import {
  doubtingSpentKey,
  noticingForbiddenUse,
  noticingRevokedKey,
  operationAt,
  sparingHangingEndpoint,
} from './middlewares.ts'

/** The receivers of reports from the clients of a run, and their limits. */
export interface Surroundings {
  readonly ending: Ending
  readonly ledger: Ledger
  readonly patience: Patience
  /** The time in milliseconds since the epoch, by the clock of the run. */
  readonly now: () => number
  readonly onExchange: (exchange: Exchange) => void
  /** Waits for the window of the key under test; absent without `--wait`. */
  readonly window?: Middleware
}

export interface Clients {
  readonly main: Client
  /** Looks at a target, and spends the exhaustible key: its thousand requests must not delay others. */
  readonly plain: Client
  /** Restores changes, also after an interruption and with a spent allowance. */
  readonly restorer: Client
  readonly recovery: Recovery
  /** Asks how many requests a key has left: a single answer that it is spent may be wrong. */
  readonly askAgain: (key: 'main' | 'other') => Promise<void>
}

/** The clients of a run. They share the ids of their exchanges. */
export function createClients(target: Target, options: RunOptions, surroundings: Surroundings): Clients {
  const { ending, ledger, patience, onExchange } = surroundings
  const { signal } = ending
  const connect = connector(target, options, surroundings)
  // Sends at once, however many requests are queued. A failed look only shows that the service is down.
  const report = reporting((exchange) =>
    onExchange(isAnsweredByApi(exchange) ? exchange : { ...exchange, swallowed: true }),
  )
  const prober = connect([report], { signal, unlimited: true, concurrency: 1 })
  const recovery = new Recovery({
    patience,
    probe: ({ method, path, query }) => prober.send({ method, path, query }),
    onGone: (exchange) =>
      ending.end(`the target was lost in the middle of the run: ${lastWords(exchange)}`, 'connection'),
    rate: options.rate,
  })
  const askAgain = (key: 'main' | 'other'): Promise<void> =>
    ledger.askAgain(key, () => prober.send({ method: 'GET', path: '/me', key }))
  const resend = resending(recovery, onExchange)
  const always = [...present(surroundings.window), doubtingSpentKey(ledger, askAgain), resend]
  const noticing = [
    noticingRevokedKey(recovery, prober, ending),
    noticingForbiddenUse(prober),
    sparingHangingEndpoint(),
  ]
  return {
    main: connect([...noticing, ...always], { signal }),
    plain: connect(always, { signal }),
    restorer: connect([resend], { unlimited: true }),
    recovery,
    askAgain,
  }
}

type Connect = (
  middlewares: readonly Middleware[],
  own: Pick<ClientOptions, 'signal' | 'unlimited'> & { readonly concurrency?: number },
) => Client

/** What all clients of a run have in common. */
function connector(target: Target, options: RunOptions, { ledger, now }: Surroundings): Connect {
  const { baseUrl, transport, keys } = target
  const { concurrency } = options
  let lastId = 0
  const common = {
    baseUrl,
    transport,
    keys,
    ledger,
    match: operationAt,
    nextId: () => ++lastId,
    now,
    concurrency,
    furtherHeaders: furtherHeaders(target, options),
  }
  return (middlewares, own) => createClient({ ...common, middlewares, ...own })
}

function lastWords(exchange: Exchange): string {
  return exchange.failure?.message ?? `it answers every request with ${describeAnswer(exchange)}`
}

/**
 * Headers that the operator wants on each request, and headers that identify the request in logs. An
 * in-process service has neither logs nor a gateway.
 */
function furtherHeaders(
  { embedded }: Target,
  { header = [], trace = true, seed }: RunOptions,
): ClientOptions['furtherHeaders'] {
  if (embedded || (header.length === 0 && !trace)) return undefined
  const traced = trace ? tracing(runName(seed)) : undefined
  return (id, asker) => [...header, ...(traced?.(id, asker) ?? [])]
}

/** A name for the data and requests of a run, new for each run. */
export function runName(seed: number): string {
  return `cac-${seed.toString(36)}${Date.now().toString(36).slice(-5)}`
}
