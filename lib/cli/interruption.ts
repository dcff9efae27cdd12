import type { Host, ProcessEvent } from './host.ts'

/** One key press may arrive twice: from the terminal and through npm. */
const SAME_PRESS_MS = 300

/** The time for guarded work to end in order after a fault. */
const GRACE_MS = 10_000

/** The signals that end a process in order. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
const FAULTS = ['uncaughtException', 'unhandledRejection'] as const

/** Work that must end in order. */
interface Guarded {
  readonly controller: AbortController
  /** Printed on a signal. */
  readonly notice: string | undefined
}

/** Ends work in order after a signal or a fault of the program. Listens from the beginning. */
export class Interruption {
  private readonly host: Host
  private readonly report: (fault: unknown) => Promise<void>
  private readonly own = new Error('interrupted')
  /** `starting`: signals wait. `free`: they end the process. Otherwise they end the guarded work. */
  private state: 'starting' | 'free' | Guarded = 'starting'
  private interruptedAt: number | undefined
  private hasFault = false
  private reported: Promise<void> = Promise.resolve()
  private readonly listeners: readonly (readonly [ProcessEvent, (cause: unknown) => void])[] = [
    ...SIGNALS.map((signal) => [signal, () => this.onSignal()] as const),
    ...FAULTS.map((fault) => [fault, (cause: unknown) => this.onFault(cause)] as const),
  ]

  /** @param report - prints a fault */
  constructor(host: Host, report: (fault: unknown) => Promise<void>) {
    this.host = host
    this.report = report
    for (const [event, listener] of this.listeners) host.events.on(event, listener)
  }

  /** Called once it is known what the process does. With `guards`, signals wait on until work is guarded. */
  begin(guards: boolean): void {
    if (!guards) this.enter('free')
  }

  /**
   * Runs work that must end in order. Its signal is aborted by the first SIGINT, SIGTERM, SIGHUP, SIGQUIT or fault; a
   * second signal ends the process at once. `notice` is printed on a signal.
   */
  async guard<T>(work: (signal: AbortSignal) => Promise<T>, notice?: string): Promise<T> {
    const controller = new AbortController()
    this.enter({ controller, notice })
    try {
      return await work(controller.signal)
    } finally {
      this.state = 'free'
    }
  }

  /** Whether an error is the interruption itself, which needs no further message. */
  isOwn(error: unknown): boolean {
    return error === this.own
  }

  /** Whether there was an unhandled exception or rejection. */
  faulty(): boolean {
    return this.hasFault
  }

  /** Stops listening; resolves when every fault has been reported. */
  async stop(): Promise<void> {
    for (const [event, listener] of this.listeners) this.host.events.off(event, listener)
    await this.reported
  }

  private enter(state: 'free' | Guarded): void {
    const hasWaited = this.state === 'starting' && this.interruptedAt !== undefined
    this.state = state
    if (hasWaited) this.end()
  }

  private onSignal(): void {
    const { host, interruptedAt: before } = this
    if (before !== undefined && host.now() - before < SAME_PRESS_MS) return
    this.interruptedAt = host.now()
    if (before !== undefined) {
      host.stderr.write('interrupted again: ended at once\n')
      return host.exit(2)
    }
    this.end()
  }

  private end(): void {
    const { host, state } = this
    if (state === 'starting') return
    if (state === 'free') {
      host.stderr.write('interrupted\n')
      return host.exit(2)
    }
    if (state.notice !== undefined) host.stderr.write(`${state.notice}\n`)
    state.controller.abort(this.own)
  }

  private onFault(fault: unknown): void {
    const { host, state } = this
    const isFirst = !this.hasFault
    this.hasFault = true
    this.reported = Promise.all([this.reported, this.report(fault)]).then(
      () => undefined,
      () => host.exit(2),
    )
    if (typeof state === 'string') return void this.reported.then(() => host.exit(2))
    state.controller.abort(new Error('a fault of the tool'))
    if (isFirst) setTimeout(() => host.exit(2), GRACE_MS).unref()
  }
}
