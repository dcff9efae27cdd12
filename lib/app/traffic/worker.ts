/** Judges traffic in a thread of its own, so that it never waits for a judgement. */
import { parentPort, workerData } from 'node:worker_threads'
import { type FromThread, type JudgingTerms, JudgingQueue, type ToThread } from './judging.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the other side gives
const queue = new JudgingQueue(workerData as JudgingTerms, judged)
let unreported = 0

/** Reports bytes that were judged, once for all that are judged in one turn of the event loop. */
function judged(bytes: number): void {
  if (unreported === 0)
    setImmediate(() => {
      parentPort?.postMessage({ judgedBytes: unreported } satisfies FromThread)
      unreported = 0
    })
  unreported += bytes
}

parentPort?.on('message', (told: ToThread) => {
  if ('passed' in told) for (const passed of told.passed) queue.push(passed)
  else
    void queue.end(told.unjudged).then((traffic) => parentPort?.postMessage({ traffic } satisfies FromThread))
})
