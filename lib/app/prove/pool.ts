import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { MUTANTS } from '../../../fixtures/mutants/index.ts'
import { VARIANTS } from '../../../fixtures/variants/index.ts'
import type { Scope } from '../run/scope.ts'
import type { MutantResult, VariantResult } from './matrix.ts'
import { tryMutant, tryVariants } from './subjects.ts'

/** One task of a proof, by ids, so that another process may perform it: a mutant, or variants that share a trial. */
export type Task = { readonly mutant: string } | { readonly variants: readonly string[] }

/** What came of a task, as plain data. */
interface Outcome {
  readonly mutants: readonly MutantResult[]
  readonly variants: readonly VariantResult[]
}

/** What a worker is asked, and what it answers. */
interface Assignment {
  readonly task: Task
  readonly seed: number
}
type Reply = Outcome | { readonly fault: string }

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
  seed: number,
  onDone: () => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const workers = BUILT ? Math.max(1, Math.min(availableParallelism(), Math.ceil(tasks.length / 20))) : 1
  let next = 0
  const drain = async (work: (assignment: Assignment) => Promise<Outcome>): Promise<void> => {
    for (let index = next++; index < tasks.length; index = next++) {
      const task = tasks[index]
      if (task !== undefined) outcomes[index] = await work({ task, seed })
      onDone()
    }
  }
  if (workers === 1) await drain((assignment) => perform(scope, assignment))
  else await Promise.all(Array.from({ length: workers }, () => withWorker(drain)))
  return outcomes
}

async function withWorker(
  drain: (work: (assignment: Assignment) => Promise<Outcome>) => Promise<void>,
): Promise<void> {
  const worker = fork(new URL('worker.js', import.meta.url), { execArgv: V8_OPTIONS })
  try {
    await drain((assignment) => ask(worker, assignment))
  } finally {
    worker.disconnect()
  }
}

async function ask(worker: ChildProcess, assignment: Assignment): Promise<Outcome> {
  const answered = new AbortController()
  const { signal } = answered
  worker.send(assignment)
  try {
    const [reply]: readonly Reply[] = await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit', { signal }).then(([code, killedBy]) => {
        throw new Error(`a worker of the proof ended early (${killedBy ?? `exit code ${code}`})`)
      }),
    ])
    if (reply === undefined || 'fault' in reply) throw new Error(reply?.fault)
    return reply
  } finally {
    answered.abort()
  }
}

/** Performs one task of a proof. */
async function perform(scope: Scope, { task, seed }: Assignment): Promise<Outcome> {
  if ('mutant' in task)
    return { mutants: [await tryMutant(scope, named(MUTANTS, task.mutant), seed)], variants: [] }
  const variants = task.variants.map((id) => named(VARIANTS, id))
  return { mutants: [], variants: await tryVariants(scope, variants, seed) }
}

function named<T extends { readonly id: string }>(items: readonly T[], id: string): T {
  const found = items.find((item) => item.id === id)
  if (found === undefined) throw new Error(`there is no ${id}`)
  return found
}

/** Makes this process perform the tasks that its parent sends, one after the other. It ends with its parent. */
export function work(scope: Scope): void {
  process.on('message', (assignment: Assignment) => {
    perform(scope, assignment).then(
      (outcome) => process.send?.(outcome),
      (error: unknown) => process.send?.({ fault: error instanceof Error ? error.stack : String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
}
