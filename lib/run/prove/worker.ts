/** A thread that does tasks of a proof, one after the other, as it is told to. */
import { parentPort } from 'node:worker_threads'
import type { Assignment, Reply } from './pool.ts'
import { perform } from './tasks.ts'

parentPort?.on('message', ({ task, settings }: Assignment) => {
  const answer = (reply: Reply): void => parentPort?.postMessage(reply)
  perform(task, settings).then(
    (outcome) => answer({ outcome }),
    (error: unknown) =>
      answer({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
