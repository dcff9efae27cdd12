import type { Host, ProcessEvent } from './host.ts'

/** One key press may arrive twice: from the terminal and through npm. */
const SAME_PRESS_MS = 300

/** The time for guarded work to end in order after a fault. */
const GRACE_MS = 10_000

/** Ends work in order after a signal or a fault of the program. */
export interface Interruption {
  /**
   * Called once it is known what the process does; signals before that wait. With `guards` they wait until work is
   * guarded, which then ends in order; otherwise they end the process.
   */
  readonly begin: (guards: boolean) => void
  /**
   * Runs work that must end in order. Its signal is aborted by the first SIGINT, SIGTERM or fault; a second SIGINT or
   * SIGTERM ends the process at once. `notice` is printed on a signal.
   */
  readonly guard: <T>(work: (signal: AbortSignal) => Promise<T>, notice?: string) => Promise<T>
  /** Whether an error is the interruption itself, which needs no further message. */
  readonly isOwn: (error: unknown) => boolean
  /** Whether there was an unhandled exception or rejection. */
  readonly faulty: () => boolean
  /** Stops listening; resolves when every fault has been reported. */
  readonly stop: () => Promise<void>
}

/** Listens to signals and unhandled faults. `report` prints a fault. */
export function watchInterruption(host: Host, report: (fault: unknown) => Promise<void>): Interruption {
  let guarded: { readonly controller: AbortController; readonly notice: string | undefined } | undefined
  const own = new Error('interrupted')
  let interruptedAt: number | undefined
  let stage: 'starting' | 'guards-soon' | 'open' = 'starting'
  let faulty = false
  let reported = Promise.resolve()

  const onSignal = (): void => {
    const again = interruptedAt !== undefined
    if (again && host.now() - (interruptedAt ?? 0) < SAME_PRESS_MS) return
    interruptedAt = host.now()
    if (again) {
      host.stderr.write('interrupted again: ended at once\n')
      return host.exit(2)
    }
    if (stage === 'open') act()
  }
  const act = (): void => {
    if (guarded === undefined) {
      host.stderr.write('interrupted\n')
      return host.exit(2)
    }
    if (guarded.notice !== undefined) host.stderr.write(`${guarded.notice}\n`)
    guarded.controller.abort(own)
  }
  const open = (): void => {
    if (stage === 'open') return
    stage = 'open'
    if (interruptedAt !== undefined) act()
  }
  const onFault = (fault: unknown): void => {
    const first = !faulty
    faulty = true
    reported = Promise.all([reported, report(fault)]).then(
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
  if (host.wasInterrupted?.() === true) onSignal()

  return {
    begin: (guards) => {
      if (guards) stage = 'guards-soon'
      else open()
    },
    guard: async (work, notice) => {
      const controller = new AbortController()
      guarded = { controller, notice }
      open()
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
