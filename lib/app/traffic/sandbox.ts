import type { RunRecord } from '../report/record.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../run/sandbox.ts'
import { once } from '../../engine/util/memo.ts'
import { observedServed } from './exchange.ts'
import { recordOf } from './record.ts'
import { Traffic } from './traffic.ts'

/** A sandbox that judges the requests of its clients. */
export interface JudgedSandbox extends Sandbox {
  /** What the requests so far showed, without keys. */
  readonly judged: () => RunRecord
}

/** Starts the sandbox, and judges each request once it is answered. */
export async function startJudgedSandbox(options: SandboxOptions): Promise<JudgedSandbox> {
  const startedAt = Date.now()
  let lastId = 0
  // Its address is known once it has started, before the first request.
  const traffic = once(() => new Traffic(sandbox.baseUrl))
  const sandbox = await startSandbox({
    ...options,
    onServed: (served) => traffic().add(observedServed(sandbox.baseUrl, served, ++lastId)),
  })
  const { baseUrl } = sandbox
  return {
    ...sandbox,
    judged: () => recordOf(traffic(), { baseUrl, judged: 'client', startedAt, endedAt: Date.now() }),
  }
}
