import { Worker } from 'node:worker_threads'
import type { Exchange } from '../../engine/http/exchange.ts'
import type { RunRecord } from '../report/record.ts'
import { observed } from './exchange.ts'
import type { Passed } from './passage.ts'
import { recordOf, type Watched } from './record.ts'
import { Traffic } from './traffic.ts'

/** What is judged, and how. */
export type JudgingTerms = Omit<Watched, 'endedAt'>

/** What the traffic showed; plain data, because it may come from a thread. */
export interface JudgedTraffic {
  readonly record: RunRecord
  readonly exchanges: readonly Exchange[]
  /** The keys that clients sent, which have to be masked. */
  readonly keys: readonly string[]
}

/** Judges what passed, beside the traffic. */
export interface Judging {
  push(passed: Passed): void
  /** Judges what still waits, and ends. */
  end(): Promise<JudgedTraffic>
}

/** Exchanges wait to be judged while others are forwarded; beyond this many bytes they are only counted. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024

/** A thread can load only the build; TypeScript sources run in the thread that loaded them. */
const BUILT = import.meta.url.endsWith('.js')

/** Judges in a thread of its own, where there is a build. */
export function startJudging(terms: JudgingTerms): Judging {
  return BUILT ? new JudgingThread(terms) : new JudgingQueue(terms)
}

/** What a thread is told: exchanges, or how many were not sent to it and that no more come. */
export type ToThread = { readonly passed: readonly Passed[] } | { readonly unjudged: number }
/** What it answers: how many bytes it has judged, or the end. */
export type FromThread = { readonly judgedBytes: number } | { readonly traffic: JudgedTraffic }

class JudgingThread implements Judging {
  private readonly worker: Worker
  private readonly traffic: Promise<JudgedTraffic>
  /** What passed in this turn of the event loop: a message costs more than what it holds. */
  private passed: Passed[] = []
  private waitingBytes = 0
  private unjudged = 0

  constructor(terms: JudgingTerms) {
    this.worker = new Worker(new URL('worker.js', import.meta.url), { workerData: terms })
    this.traffic = new Promise((resolve, reject) => {
      this.worker.on('message', (answer: FromThread) => {
        if ('traffic' in answer) resolve(answer.traffic)
        else this.waitingBytes -= answer.judgedBytes
      })
      this.worker.once('error', reject)
    })
    // Whoever ends it learns of a fault.
    this.traffic.catch(() => {})
  }

  push(passed: Passed): void {
    const size = sizeOf(passed)
    if (this.waitingBytes + size > MOST_WAITING_BYTES) {
      this.unjudged += 1
      return
    }
    this.waitingBytes += size
    if (this.passed.push(passed) === 1) setImmediate(() => this.hand())
  }

  private hand(): void {
    if (this.passed.length === 0) return
    this.worker.postMessage({ passed: this.passed } satisfies ToThread)
    this.passed = []
  }

  async end(): Promise<JudgedTraffic> {
    this.hand()
    this.worker.postMessage({ unjudged: this.unjudged } satisfies ToThread)
    const traffic = await this.traffic
    await this.worker.terminate()
    return traffic
  }
}

/** Judges exchanges one after the other, in the order in which they ended. */
export class JudgingQueue implements Judging {
  private readonly terms: JudgingTerms
  private readonly traffic: Traffic
  private readonly onJudged: (bytes: number) => void
  private lastId = 0
  private work: Promise<void> = Promise.resolve()

  /** @param onJudged - called after each exchange, with its bytes */
  constructor(terms: JudgingTerms, onJudged: (bytes: number) => void = () => {}) {
    this.terms = terms
    this.traffic = new Traffic(terms.baseUrl)
    this.onJudged = onJudged
  }

  push(passed: Passed): void {
    this.work = this.work.then(async () => {
      this.traffic.add(await observed(passed, this.terms.baseUrl, ++this.lastId))
      this.onJudged(sizeOf(passed))
    })
  }

  /** @param unjudged - how many more exchanges there were */
  async end(unjudged = 0): Promise<JudgedTraffic> {
    await this.work
    this.traffic.exchanges += unjudged
    this.traffic.without.judgement += unjudged
    const { baseUrl, judged, startedAt } = this.terms
    return {
      record: recordOf(this.traffic, { baseUrl, judged, startedAt, endedAt: Date.now() }),
      exchanges: this.traffic.kept(),
      keys: this.traffic.keys,
    }
  }
}

function sizeOf({ requestBody, response }: Passed): number {
  return 1024 + requestBody.bytes.length + (response?.body.bytes.length ?? 0)
}
