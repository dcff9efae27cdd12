import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import type { Setup } from '../run/setup.ts'
import type { ProofSettings } from './subjects.ts'
import type { Outcome, Task } from './tasks.ts'
import { perform } from './tasks.ts'

/** The tasks of a worker, and its results. */
export interface Assignment {
  readonly task: Task
  readonly settings: ProofSettings
}
export type Reply = { readonly outcome: Outcome } | { readonly fault: string }

/** Only what was built can be loaded by a process of its own; sources are run by the one that has them. */
const BUILT = import.meta.url.endsWith('.js')

/** A run leaves some megabytes that are of no use after it: with room for several of them little is looked through in vain. */
export const ROOM_FOR_LITTER = '--max-semi-space-size=64'

/** There is a worker for each core: helpers of V8 beside it would take their time from the other ones. */
const V8_OPTIONS = ['--single-threaded', ROOM_FOR_LITTER]

/** Does all tasks, on every core where that is possible, and gives their outcomes in the order of the tasks. */
export async function performAll(
  setup: Setup,
  tasks: readonly Task[],
  settings: ProofSettings,
  onDone: () => void,
  signal?: AbortSignal,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const workers = BUILT ? Math.max(1, Math.min(availableParallelism(), Math.ceil(tasks.length / 20))) : 1
  let next = 0
  const drain = async (work: (task: Task) => Promise<Outcome>): Promise<void> => {
    for (let index = next++; index < tasks.length; index = next++) {
      signal?.throwIfAborted()
      const task = tasks[index]
      // oxlint-disable-next-line no-await-in-loop -- each worker does one task after the other
      if (task !== undefined) outcomes[index] = await work(task)
      onDone()
    }
  }
  if (workers === 1) await drain((task) => perform(setup, task, settings))
  else await Promise.all(Array.from({ length: workers }, () => withWorker(setup, settings, drain)))
  return outcomes
}

async function withWorker(
  { proofWorker }: Setup,
  settings: ProofSettings,
  drain: (work: (task: Task) => Promise<Outcome>) => Promise<void>,
): Promise<void> {
  const worker = fork(proofWorker, { execArgv: V8_OPTIONS })
  try {
    await drain((task) => ask(worker, { task, settings }))
  } finally {
    await end(worker)
  }
}

async function end(worker: ChildProcess): Promise<void> {
  if (worker.pid === undefined || worker.exitCode !== null || worker.signalCode !== null) return
  const ended = once(worker, 'exit')
  worker.kill('SIGKILL')
  await ended
}

function ask(worker: ChildProcess, assignment: Assignment): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      worker.off('message', answered).off('error', failed).off('exit', ended)
      end()
    }
    const answered = (message: unknown): void =>
      settle(() => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker sends nothing else
        const reply = message as Reply
        if ('outcome' in reply) resolve(reply.outcome)
        else reject(new Error(reply.fault))
      })
    const failed = (error: Error): void => settle(() => reject(error))
    const ended = (code: number | null, signal: string | null): void =>
      failed(new Error(`a worker of the proof ended before its time (${signal ?? `exit code ${code}`})`))
    worker.on('message', answered).on('error', failed).on('exit', ended)
    worker.send(assignment)
  })
}
