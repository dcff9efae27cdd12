import type { RunOutcome } from '../run/index.ts'
import { observed } from './exchange.ts'
import { type Forwarder, type ForwardOptions, startForwarder } from './forward.ts'
import { type Judged, recordOf } from './record.ts'
import { clientScrubber, Traffic } from './traffic.ts'

export interface WatchOptions extends Omit<ForwardOptions, 'onPassed'> {
  /** Whose violations make the exit code. */
  readonly judged: Judged
}

/** A proxy that judges what passes. */
export interface Watching extends Pick<Forwarder, 'baseUrl'> {
  /** Milliseconds since the last exchange ended, or since the start. */
  readonly idleMs: () => number
  /** Ends every connection, and makes the record of what has passed. */
  stop(): Promise<RunOutcome>
}

/** Starts a proxy that judges each exchange once its answer has been passed on. */
export async function watchTraffic(options: WatchOptions): Promise<Watching> {
  const { target, judged } = options
  const baseUrl = target.href.replace(/\/+$/, '')
  const traffic = new Traffic(baseUrl)
  const startedAt = Date.now()
  let lastAt = performance.now()
  let lastId = 0
  // One after the other, in the order in which they ended.
  let judging = Promise.resolve()
  const forwarder = await startForwarder({
    ...options,
    onPassed: (passed) => {
      lastAt = performance.now()
      judging = judging.then(async () => traffic.add(await observed(passed, target, ++lastId)))
      // Whoever stops it learns of a fault.
      judging.catch(() => {})
    },
  })
  return {
    baseUrl: forwarder.baseUrl,
    idleMs: () => performance.now() - lastAt,
    async stop() {
      await forwarder.close()
      await judging
      return {
        record: recordOf(traffic, { baseUrl, judged, startedAt, endedAt: Date.now() }),
        exchanges: traffic.kept(),
        scrub: clientScrubber(traffic.keys),
      }
    },
  }
}
