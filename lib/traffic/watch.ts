import type { RunOutcome } from '../run/index.ts'
import { type Forwarder, type ForwardOptions, startForwarder } from './forward.ts'
import { startJudging } from './judging.ts'
import type { Judged } from './record.ts'
import { clientScrubber } from './traffic.ts'

export interface WatchOptions extends Omit<ForwardOptions, 'onPassed'> {
  /** Whose violations make the exit code. */
  readonly judged: Judged
}

/** A proxy that judges what passes. */
export interface Watching extends Pick<Forwarder, 'baseUrl'> {
  /** Milliseconds since the last exchange ended, or since the start. */
  readonly idleMs: () => number
  /** Ends every connection, judges what has passed, and makes the record. */
  stop(): Promise<RunOutcome>
}

/** Starts a proxy that judges each exchange beside the traffic. */
export async function watchTraffic(options: WatchOptions): Promise<Watching> {
  const { target, judged } = options
  let lastAt = performance.now()
  let onPassed: ForwardOptions['onPassed'] = () => {}
  const forwarder = await startForwarder({
    ...options,
    onPassed: (passed) => {
      lastAt = performance.now()
      onPassed(passed)
    },
  })
  const judging = startJudging({ baseUrl: target.href.replace(/\/+$/, ''), judged, startedAt: Date.now() })
  onPassed = (passed) => judging.push(passed)
  return {
    baseUrl: forwarder.baseUrl,
    idleMs: () => performance.now() - lastAt,
    async stop() {
      await forwarder.close()
      const { record, exchanges, keys } = await judging.end()
      return { record, exchanges, scrub: clientScrubber(keys) }
    },
  }
}
