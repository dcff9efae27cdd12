import type { Host, ProcessEvent } from './host.ts'

/** One key press may arrive twice: from the terminal, and passed on by npm. */
const SAME_PRESS_MS = 300

/** How long guarded work may take to end in order after a fault. */
const GRACE_MS = 10_000

/** Ends work in order when the process is asked to end, or when the program itself is at fault. */
export interface Interruption {
  /**
   * Does work that must not simply be cut off. Its signal is aborted once, by the first SIGINT, SIGTERM or fault; a
   * second SIGINT or SIGTERM ends the process at once. `notice` is printed when a signal comes.
   */
  readonly guard: <T>(work: (signal: AbortSignal) => Promise<T>, notice?: string) => Promise<T>
  /** Whether an error is nothing but the interruption itself, of which the notice reported. */
  readonly isOwn: (error: unknown) => boolean
  /** Whether an exception or a rejection that nobody handled was seen. */
  readonly faulty: () => boolean
  /** Stops listening; resolves when every fault has been reported. */
  readonly stop: () => Promise<void>
}

/** Listens to signals and unhandled faults. `tell` prints a fault. */
export function watchInterruption(host: Host, tell: (fault: unknown) => Promise<void>): Interruption {
  let guarded: { readonly controller: AbortController; readonly notice: string | undefined } | undefined
  const own = new Error('interrupted')
  let interruptedAt: number | undefined
  let faulty = false
  let reported = Promise.resolve()

  const onSignal = (): void => {
    const again = interruptedAt !== undefined
    if (again && host.now() - (interruptedAt ?? 0) < SAME_PRESS_MS) return
    interruptedAt = host.now()
    if (guarded === undefined || again) {
      host.stderr.write(again ? 'interrupted again: ended at once\n' : 'interrupted\n')
      return host.exit(2)
    }
    if (guarded.notice !== undefined) host.stderr.write(`${guarded.notice}\n`)
    guarded.controller.abort(own)
  }
  const onFault = (fault: unknown): void => {
    const first = !faulty
    faulty = true
    reported = Promise.all([reported, tell(fault)]).then(
      () => undefined,
      () => host.exit(2),
    )
    if (guarded === undefined) return void reported.then(() => host.exit(2))
    guarded.controller.abort(new Error('a fault of the tool'))
    if (first) setTimeout(() => host.exit(2), GRACE_MS).unref()
  }
  const listeners: readonly (readonly [ProcessEvent, (cause: unknown) => void])[] = [
    ['SIGINT', onSignal],
    ['SIGTERM', onSignal],
    ['uncaughtException', onFault],
    ['unhandledRejection', onFault],
  ]
  for (const [event, listener] of listeners) host.events.on(event, listener)

  return {
    guard: async (work, notice) => {
      const controller = new AbortController()
      guarded = { controller, notice }
      try {
        return await work(controller.signal)
      } finally {
        guarded = undefined
      }
    },
    isOwn: (error) => error === own,
    faulty: () => faulty,
    stop: async () => {
      for (const [event, listener] of listeners) host.events.off(event, listener)
      await reported
    },
  }
}
