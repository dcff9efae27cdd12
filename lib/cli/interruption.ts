import type { Host, ProcessEvent } from './host.ts'

/** One key press may arrive twice: from the terminal and through npm. */
const SAME_PRESS_MS = 300

/** The time for guarded work to end in order after a fault. */
const GRACE_MS = 10_000

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
const FAULTS = ['uncaughtException', 'unhandledRejection'] as const

/** Ends work in order after a signal or a fault of the program. Listens from the beginning. */
export class Interruption {
  private readonly host: Host
  private readonly report: (fault: unknown) => Promise<void>
  private readonly own = new Error('interrupted')
  /** The work that must end in order, while it runs. */
  private guarded: { readonly controller: AbortController; readonly notice: string | undefined } | undefined
  private interruptedAt: number | undefined
  /** Whether signals take effect; until then they are remembered. */
  private isOpen = false
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

  /**
   * Called once it is known what the process does; signals before that wait. With `guards` they wait until work is
   * guarded, which then ends in order; otherwise they end the process.
   */
  begin(guards: boolean): void {
    if (!guards) this.open()
  }

  /**
   * Runs work that must end in order. Its signal is aborted by the first SIGINT, SIGTERM, SIGHUP, SIGQUIT or fault; a
   * second signal ends the process at once. `notice` is printed on a signal.
   */
  async guard<T>(work: (signal: AbortSignal) => Promise<T>, notice?: string): Promise<T> {
    const controller = new AbortController()
    this.guarded = { controller, notice }
    this.open()
    try {
      return await work(controller.signal)
    } finally {
      this.guarded = undefined
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

  private onSignal(): void {
    const { host, interruptedAt: before } = this
    if (before !== undefined && host.now() - before < SAME_PRESS_MS) return
    this.interruptedAt = host.now()
    if (before !== undefined) {
      host.stderr.write('interrupted again: ended at once\n')
      return host.exit(2)
    }
    if (this.isOpen) this.end()
  }

  private open(): void {
    if (this.isOpen) return
    this.isOpen = true
    if (this.interruptedAt !== undefined) this.end()
  }

  private end(): void {
    const { host, guarded } = this
    if (guarded === undefined) {
      host.stderr.write('interrupted\n')
      return host.exit(2)
    }
    if (guarded.notice !== undefined) host.stderr.write(`${guarded.notice}\n`)
    guarded.controller.abort(this.own)
  }

  private onFault(fault: unknown): void {
    const { host } = this
    const isFirst = !this.hasFault
    this.hasFault = true
    this.reported = Promise.all([this.reported, this.report(fault)]).then(
      () => undefined,
      () => host.exit(2),
    )
    if (this.guarded === undefined) return void this.reported.then(() => host.exit(2))
    this.guarded.controller.abort(new Error('a fault of the tool'))
    if (isFirst) setTimeout(() => host.exit(2), GRACE_MS).unref()
  }
}
