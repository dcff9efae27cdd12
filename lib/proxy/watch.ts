import type { RunRecord } from '../report/record.ts'
import type { Scrubber } from '../http/scrub.ts'
import type { Exchange } from '../http/exchange.ts'
import { observed } from './exchange.ts'
import { type Forwarder, type ForwardOptions, type Passed, startForwarder } from './forward.ts'
import { type Judged, recordOf } from './record.ts'
import { Traffic } from './traffic.ts'

export interface WatchOptions extends Omit<ForwardOptions, 'onPassed'> {
  /** Whose violations make the exit code. */
  readonly judged: Judged
}

/** A proxy that judges what passes. */
export interface Watching extends Pick<Forwarder, 'baseUrl'> {
  /** Milliseconds since the last exchange ended, or since the start. */
  readonly idleMs: () => number
  /** Ends every connection, judges what has passed, and makes the record. */
  stop(): Promise<{
    readonly record: RunRecord
    readonly exchanges: readonly Exchange[]
    readonly scrub: Scrubber
  }>
}

/** Exchanges wait to be judged while others are forwarded; beyond this many bytes they are only counted. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024

/** Starts a proxy that judges each exchange beside the traffic. */
export async function watchTraffic(options: WatchOptions): Promise<Watching> {
  const { target, judged } = options
  const baseUrl = target.href.replace(/\/+$/, '')
  const startedAt = new Date()
  const traffic = new Traffic(baseUrl)
  const queue = new Queue(target, traffic)
  let lastAt = performance.now()
  const forwarder = await startForwarder({
    ...options,
    onPassed: (passed) => {
      lastAt = performance.now()
      queue.push(passed)
    },
  })
  return {
    baseUrl: forwarder.baseUrl,
    idleMs: () => performance.now() - lastAt,
    async stop() {
      await forwarder.close()
      await queue.emptied()
      const record = recordOf(traffic, baseUrl, startedAt, judged)
      return { record, exchanges: traffic.kept(), scrub: traffic.scrubber() }
    },
  }
}

/** What passed and is still to be judged, in the order in which it ended. */
class Queue {
  private readonly target: URL
  private readonly traffic: Traffic
  private readonly waiting: Passed[] = []
  private bytes = 0
  private lastId = 0
  private working: Promise<void> | undefined

  constructor(target: URL, traffic: Traffic) {
    this.target = target
    this.traffic = traffic
  }

  push(passed: Passed): void {
    const size = sizeOf(passed)
    if (this.bytes + size > MOST_WAITING_BYTES) {
      this.traffic.exchanges += 1
      this.traffic.without.judgement += 1
      return
    }
    this.waiting.push(passed)
    this.bytes += size
    this.working ??= this.work()
  }

  async emptied(): Promise<void> {
    await this.working
  }

  /** One exchange at a time, and what the network brings goes first. */
  private async work(): Promise<void> {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as they came
      await new Promise(setImmediate)
      const passed = this.waiting.shift()
      if (passed === undefined) break
      this.bytes -= sizeOf(passed)
      // oxlint-disable-next-line no-await-in-loop
      this.traffic.add(await observed(passed, this.target, ++this.lastId))
    }
    this.working = undefined
  }
}

function sizeOf({ requestBody, response }: Passed): number {
  return 1024 + requestBody.bytes.length + (response?.body.bytes.length ?? 0)
}
