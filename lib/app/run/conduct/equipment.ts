import { setTimeout as delay } from 'node:timers/promises'
import { type Client, type ClientOptions, createClient } from '../../../engine/http/client.ts'
import { describeAnswer, type Exchange } from '../../../engine/http/exchange.ts'
import { Ledger } from '../../../engine/http/ledger.ts'
import { isForeign } from '../../../engine/judge/foreign-answers.ts'
import { CONTRACT } from '../../../engine/spec/api.ts'
import type { Pause } from '../../../engine/http/pace.ts'
import { tracing } from '../../../engine/http/request.ts'
import { createRetries, isAnswered, ONCE_MORE, type Retries } from '../../../engine/http/retries.ts'
import { Ending } from './ending.ts'
import type { News } from '../events.ts'
import { Journal } from '../journal.ts'
import type { RunOptions } from '../options.ts'
import { windowOpener } from '../quota.ts'
import { Tally } from './tally.ts'
import type { Target } from '../target.ts'

type ClientTerms = Partial<
  Pick<ClientOptions, 'signal' | 'openWindow' | 'unlimited' | 'retries' | 'onExchange'>
>

/** What a run works with: its target, its accounts, and clients that share them. */
export interface Equipment {
  readonly target: Target
  readonly options: RunOptions
  readonly onNotice?: News['onNotice']
  readonly ending: Ending
  readonly ledger: Ledger
  readonly tally: Tally
  readonly pause: Pause
  /** Absent: nothing is written down for the run after one that is killed. */
  readonly journal?: Journal
  readonly retries: Retries
  /** For clients that stop when the run is ended. */
  readonly running: ClientTerms
  readonly clientFor: (concurrency: number, terms: ClientTerms) => Client
}

/** The equipment of one run. Its `ending` has to be closed. */
export function equip(
  target: Target,
  options: RunOptions,
  { signal, onWait, onNotice }: News & { readonly signal?: AbortSignal },
): Equipment {
  const ending = new Ending(signal, options.runTimeoutMs)
  ending.signal.addEventListener('abort', () => target.mailbox.stopWaiting(), { once: true })
  const ledger = new Ledger({ budget: options.budget, floor: options.floor })
  const tally = new Tally(target.baseUrl)
  const pause = target.pause ?? ((ms: number) => sleep(ms, ending.signal))
  const retries = createRetries({
    pause,
    probe: ({ method, path, query }) => prober.send({ method, path, query }),
    onAway: () => onNotice?.('no answer from the target any more: waiting for it, some seconds at most'),
    onGone: (exchange) =>
      ending.end(`the target was lost in the middle of the run: ${lastWords(exchange)}`, 'connection'),
    rate: options.rate,
  })
  const onExchange = (exchange: Exchange): void => tally.add(exchange)
  const clientFor = clientMaker(target, options, { ledger, retries, onExchange })
  // A failed probe only shows that the service is down; it is not judged.
  const prober = clientFor(1, {
    signal: ending.signal,
    unlimited: true,
    retries: ONCE_MORE,
    onExchange: (exchange) => onExchange(isAnswered(exchange) ? exchange : { ...exchange, momentary: true }),
  })
  const open = windowOpener(ledger, { signal: ending.signal, pause, onWait })
  const running = { signal: ending.signal, openWindow: options.wait ? open : undefined }
  const journal = options.journal === undefined ? undefined : new Journal(options.journal, target.baseUrl)
  return {
    target,
    options,
    onNotice,
    ending,
    ledger,
    tally,
    pause,
    journal,
    retries,
    clientFor,
    running,
  }
}

/** Makes clients that share the ids of their exchanges, the ledger, the retries and what they report to. */
function clientMaker(
  target: Target,
  options: RunOptions,
  shared: Pick<ClientOptions, 'ledger' | 'retries' | 'onExchange'>,
): Equipment['clientFor'] {
  const further = furtherHeaders(target, options)
  let lastId = 0
  return (concurrency, terms) =>
    createClient({
      baseUrl: target.baseUrl,
      transport: target.transport,
      keys: target.keys,
      match: (method, path) => CONTRACT.match(method, path)?.operation,
      isForeign,
      nextId: () => ++lastId,
      concurrency,
      furtherHeaders: further,
      ...shared,
      ...terms,
    })
}

/** How the last request to a lost target ended. */
function lastWords(exchange: Exchange): string {
  return exchange.failure?.message ?? `it answers every request with ${describeAnswer(exchange)}`
}

/** Waits some milliseconds, or until the run is ended. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {})
}

/**
 * Headers that the operator wants on each request, and those that identify it in logs. An in-process service has
 * neither logs nor a gateway.
 */
function furtherHeaders(
  { embedded }: Target,
  { headers = [], trace = true, seed }: RunOptions,
): ClientOptions['furtherHeaders'] {
  if (embedded || (headers.length === 0 && !trace)) return undefined
  const traced = trace ? tracing(runName(seed)) : undefined
  return (id, asker) => [...headers, ...(traced?.(id, asker) ?? [])]
}

/** A name for what a run writes and sends, new for each run. */
export function runName(seed: number): string {
  return `cac-${seed.toString(36)}${Date.now().toString(36).slice(-5)}`
}
