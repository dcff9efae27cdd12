import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()

process.once('exit', endAll)

/** Remembers a child until it has ended, so that none outlives this program. */
export function adopt(child: ChildProcess): void {
  running.add(child)
  child.once('exit', () => running.delete(child))
}

/** Resolves with the child's exit code; null where a signal ended it. A child that has not ended after `deadlineMs` is ended. */
export function ended(child: ChildProcess, deadlineMs: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
    child.once('error', reject)
    child.once('exit', (code) => {
      clearTimeout(deadline)
      resolve(code)
    })
  })
}

/** Ends every child that still runs, by its process id. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL')
}
