import type { Setup } from '../run/setup.ts'
import type { Assignment, Reply } from './pool.ts'
import { perform } from './tasks.ts'

/** Makes this process do tasks of a proof, one after the other, as it is asked to. It ends with the one that tells it. */
export function work(setup: Setup): void {
  process.on('message', ({ task, settings }: Assignment) => {
    const answer = (reply: Reply): boolean | undefined => process.send?.(reply)
    perform(setup, task, settings).then(
      (outcome) => answer({ outcome }),
      (error: unknown) =>
        answer({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
  // A terminal interrupts all processes of a command: what becomes of this one is decided by the one that tells it what to do.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
}
