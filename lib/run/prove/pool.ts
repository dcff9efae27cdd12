import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { shareOut } from './shares.ts'
import type { ProofSettings } from './subjects.ts'
import type { Outcome, Task } from './tasks.ts'
import { perform } from './tasks.ts'

/** What a thread is told, and what it answers. */
export interface Assignment {
  readonly task: Task
  readonly settings: ProofSettings
}
export type Reply = { readonly outcome: Outcome } | { readonly fault: string }

/** Only what was built can be loaded by a thread of its own; sources are run by the one that has them. */
const BUILT = import.meta.url.endsWith('.js')

/** A run leaves some megabytes that are of no use after it: with room for several of them little is looked through in vain. */
const YOUNG_GENERATION_MB = 96

/** Does all tasks, on every core where that is possible, and gives their outcomes in the order of the tasks. */
export async function performAll(
  tasks: readonly Task[],
  settings: ProofSettings,
  onDone: () => void,
  signal?: AbortSignal,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const threads = BUILT ? Math.max(1, Math.min(availableParallelism(), Math.ceil(tasks.length / 20))) : 1
  const drain = async (next: Next, work: (task: Task) => Promise<Outcome>): Promise<void> => {
    for (let index = next(); index !== undefined; index = next()) {
      signal?.throwIfAborted()
      const task = tasks[index]
      if (task !== undefined) outcomes[index] = await work(task)
      onDone()
    }
  }
  const here = (next: Next): Promise<void> => drain(next, (task) => perform(task, settings))
  const inThread = (next: Next): Promise<void> => withThread(settings, (work) => drain(next, work))
  await Promise.all(shareOut(tasks.length, threads).map(threads === 1 ? here : inThread))
  return outcomes
}

type Next = () => number | undefined

async function withThread(
  settings: ProofSettings,
  drain: (work: (task: Task) => Promise<Outcome>) => Promise<void>,
): Promise<void> {
  const thread = new Worker(new URL('./worker.js', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  })
  try {
    await drain((task) => ask(thread, { task, settings }))
  } finally {
    await thread.terminate()
  }
}

function ask(thread: Worker, assignment: Assignment): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const answered = (reply: Reply): void => {
      thread.off('error', failed)
      if ('outcome' in reply) resolve(reply.outcome)
      else reject(new Error(reply.fault))
    }
    const failed = (error: Error): void => {
      thread.off('message', answered)
      reject(error)
    }
    thread.once('message', answered)
    thread.once('error', failed)
    thread.postMessage(assignment)
  })
}
