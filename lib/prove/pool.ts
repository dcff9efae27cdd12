import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import type { Setup } from '../run/setup.ts'
import type { ProofSettings } from './subjects.ts'
import { informed, type Outcome, perform, type Task } from './tasks.ts'

/** The tasks of a worker, and its results. */
export interface Assignment {
  readonly task: Task
  readonly settings: ProofSettings
}
export type Reply = { readonly outcome: Outcome } | { readonly fault: string }

/** A process of its own can load only the build; TypeScript sources run in the process that loaded them. */
const BUILT = import.meta.url.endsWith('.js')

/**
 * Each trial leaves some megabytes of garbage: with a young generation that holds several trials, V8 copies less of it.
 * There is one worker per core, so V8's helper threads would only slow down the other workers.
 */
const V8_OPTIONS = ['--single-threaded', '--max-semi-space-size=64']

/** Performs all tasks, on every core if possible, and resolves with their outcomes in the order of the tasks. */
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
      if (task !== undefined) outcomes[index] = await work(informed(task, outcomes))
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
      failed(new Error(`a worker of the proof ended early (${signal ?? `exit code ${code}`})`))
    worker.on('message', answered).on('error', failed).on('exit', ended)
    worker.send(assignment)
  })
}

/** Makes this process perform the tasks that its parent sends, one after the other. It ends with its parent. */
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
  // A terminal interrupts all processes of a command: the parent decides when this one ends.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
}
