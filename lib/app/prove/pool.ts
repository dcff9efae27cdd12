import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { MUTANTS } from '../../../fixtures/mutants/index.ts'
import { VARIANTS } from '../../../fixtures/variants/index.ts'
import type { Scope } from '../run/scope.ts'
import type { MutantResult, VariantResult } from './matrix.ts'
import { type ProofSettings, tryMutant, tryVariants } from './subjects.ts'

/** One task of a proof, as plain data: another process may perform it. */
export type Task =
  | { readonly kind: 'mutant'; readonly id: string; readonly thorough: boolean }
  | { readonly kind: 'variants'; readonly ids: readonly string[] }

/** The outcome of a task, as plain data. */
type Outcome =
  | { readonly kind: 'mutant'; readonly result: MutantResult }
  | { readonly kind: 'variants'; readonly results: readonly VariantResult[] }

/** The tasks of a worker, and its results. */
interface Assignment {
  readonly task: Task
  readonly settings: ProofSettings
}
type Reply = { readonly outcome: Outcome } | { readonly fault: string }

/** A process of its own can load only the build; TypeScript sources run in the process that loaded them. */
const BUILT = import.meta.url.endsWith('.js')

/**
 * Each trial leaves some megabytes of garbage: with a young generation that holds several trials, V8 copies less of it.
 * There is one worker per core, so V8's helper threads would only slow down the other workers.
 */
const V8_OPTIONS = ['--single-threaded', '--max-semi-space-size=64']

/** Performs all tasks, on every core if possible, and resolves with their outcomes in the order of the tasks. */
export async function performAll(
  scope: Scope,
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
      if (task !== undefined) outcomes[index] = await work(task)
      onDone()
    }
  }
  if (workers === 1) await drain((task) => perform(scope, task, settings))
  else await Promise.all(Array.from({ length: workers }, () => withWorker(settings, drain)))
  return outcomes
}

async function withWorker(
  settings: ProofSettings,
  drain: (work: (task: Task) => Promise<Outcome>) => Promise<void>,
): Promise<void> {
  const worker = fork(new URL('worker.js', import.meta.url), { execArgv: V8_OPTIONS })
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

async function ask(worker: ChildProcess, assignment: Assignment): Promise<Outcome> {
  const asked = new AbortController()
  const { signal } = asked
  worker.send(assignment)
  try {
    const [reply]: readonly Reply[] = await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit', { signal }).then(([code, killedBy]) => {
        throw new Error(`a worker of the proof ended early (${killedBy ?? `exit code ${code}`})`)
      }),
    ])
    if (reply === undefined || 'fault' in reply) throw new Error(reply?.fault)
    return reply.outcome
  } finally {
    asked.abort()
  }
}

/** Performs one task of a proof. */
async function perform(scope: Scope, task: Task, settings: ProofSettings): Promise<Outcome> {
  switch (task.kind) {
    case 'mutant': {
      const mutant = named(MUTANTS, task.id)
      return { kind: 'mutant', result: await tryMutant(scope, mutant, task.thorough, settings) }
    }
    default: {
      const variants = task.ids.map((id) => named(VARIANTS, id))
      return { kind: 'variants', results: await tryVariants(scope, variants, settings) }
    }
  }
}

function named<T extends { readonly id: string }>(items: readonly T[], id: string): T {
  const found = items.find((item) => item.id === id)
  if (found === undefined) throw new Error(`there is no ${id}`)
  return found
}

/** Makes this process perform the tasks that its parent sends, one after the other. It ends with its parent. */
export function work(scope: Scope): void {
  process.on('message', ({ task, settings }: Assignment) => {
    const answer = (reply: Reply): boolean | undefined => process.send?.(reply)
    perform(scope, task, settings).then(
      (outcome) => answer({ outcome }),
      (error: unknown) =>
        answer({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
  // A terminal interrupts all processes of a command: the parent decides when this one ends.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
}
