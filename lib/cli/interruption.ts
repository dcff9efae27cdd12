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
   * Runs work that must end in order. Its signal is aborted by the first SIGINT, SIGTERM, SIGHUP,
   * SIGQUIT or fault; a second signal ends the process at once. `notice` is printed on a signal.
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
  return new Watch(host, report)
}

class Watch implements Interruption {
  private readonly host: Host
  private readonly report: (fault: unknown) => Promise<void>
  private readonly own = new Error('interrupted')
  /** The work that must end in order, while it runs. */
  private guarded: { readonly controller: AbortController; readonly notice: string | undefined } | undefined
  private interruptedAt: number | undefined
  private stage: 'starting' | 'guards-soon' | 'open' = 'starting'
  private hasFault = false
  private reported: Promise<void> = Promise.resolve()
  private readonly listeners: readonly (readonly [ProcessEvent, (cause: unknown) => void])[] = [
    ['SIGINT', () => this.onSignal()],
    ['SIGTERM', () => this.onSignal()],
    ['SIGHUP', () => this.onSignal()],
    ['SIGQUIT', () => this.onSignal()],
    ['uncaughtException', (fault) => this.onFault(fault)],
    ['unhandledRejection', (fault) => this.onFault(fault)],
  ]

  constructor(host: Host, report: (fault: unknown) => Promise<void>) {
    this.host = host
    this.report = report
    for (const [event, listener] of this.listeners) host.events.on(event, listener)
  }

  begin(guards: boolean): void {
    if (guards) this.stage = 'guards-soon'
    else this.open()
  }

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

  isOwn(error: unknown): boolean {
    return error === this.own
  }

  faulty(): boolean {
    return this.hasFault
  }

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
    if (this.stage === 'open') this.end()
  }

  /** From here on signals take effect, also those that came before. */
  private open(): void {
    if (this.stage === 'open') return
    this.stage = 'open'
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
