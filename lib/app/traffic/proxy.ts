import type { RunOutcome } from '../run/index.ts'
import { type Forwarder, type ForwardOptions, startForwarder } from './forward.ts'
import { startJudging } from './judging.ts'
import { once } from '../../engine/util/memo.ts'
import type { Judged } from './record.ts'
import { clientScrubber } from './secrets.ts'

export interface ProxyOptions extends Omit<ForwardOptions, 'onPassed'> {
  /** Whose violations make the exit code. */
  readonly judged: Judged
}

/** A proxy that judges what passes. */
export interface Proxy extends Pick<Forwarder, 'baseUrl'> {
  /** Milliseconds since the last exchange ended, or since the start. */
  readonly idleMs: () => number
  /** Ends every connection, judges what has passed, and makes the record. */
  stop(): Promise<RunOutcome>
}

/** Starts a proxy that judges each exchange beside the traffic. */
export async function startProxy({ judged, ...options }: ProxyOptions): Promise<Proxy> {
  const baseUrl = options.target.href.replace(/\/+$/, '')
  // Its thread is worth starting only where the proxy can listen.
  const judging = once(() => startJudging({ baseUrl, judged, startedAt: Date.now() }))
  let lastAt = performance.now()
  const forwarder = await startForwarder({
    ...options,
    onPassed: (passed) => {
      lastAt = performance.now()
      judging().push(passed)
    },
  })
  judging()
  return {
    baseUrl: forwarder.baseUrl,
    idleMs: () => performance.now() - lastAt,
    async stop() {
      await forwarder.close()
      const { record, exchanges, keys } = await judging().end()
      return { record, exchanges, scrub: clientScrubber(keys) }
    },
  }
}
