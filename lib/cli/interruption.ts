import type { Host, ProcessEvent } from './host.ts'

/** One key press may arrive twice: from the terminal and through npm. */
const SAME_PRESS_MS = 300

/** How long the work may take to end after a fault: what is faulty may never end by itself. */
const GRACE_MS = 10_000

/** SIGUSR2 comes from programs that restart others, SIGXCPU from a limit of processor time. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGXCPU'] as const
const FAULTS = ['uncaughtException', 'unhandledRejection'] as const

type Listeners = readonly (readonly [ProcessEvent, (cause: unknown) => void])[]

/** Ends work in order after a signal or a fault of the program; without such work, a fault ends the process at once. */
export class Interruption {
  private readonly host: Host
  private readonly report: (fault: unknown) => Promise<void>
  /** The reason with which a signal aborts the work. */
  private readonly interrupted = new Error('interrupted')
  /** Aborts the guarded work; undefined while nothing is guarded. */
  private guarded: AbortController | undefined
  private interruptedAt: number | undefined
  private hasFault = false
  private reported: Promise<void> = Promise.resolve()
  private readonly listening = new Set<Listeners[number]>()
  private readonly ofSignals: Listeners = SIGNALS.map((signal) => [signal, () => this.onSignal(signal)])
  private readonly ofFaults: Listeners = FAULTS.map((fault) => [fault, (cause) => this.onFault(cause)])

  /** @param report - prints a fault */
  constructor(host: Host, report: (fault: unknown) => Promise<void>) {
    this.host = host
    this.report = report
    this.listen(this.ofFaults)
  }

  /**
   * Runs work that must end in order. Its signal is aborted by the first signal or fault; a second signal
   * ends the process at once. Without guarded work, the system ends the process at once, even during minutes
   * of computation in which no signal would be heard.
   */
  async guard<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.listen(this.ofSignals)
    this.guarded = new AbortController()
    try {
      return await work(this.guarded.signal)
    } finally {
      this.guarded = undefined
    }
  }

  /** Ends the work as a signal does. */
  interrupt(): void {
    this.onSignal('SIGINT')
  }

  /** Whether an error is the interruption itself, which needs no further message. */
  isOwn(error: unknown): boolean {
    return error === this.interrupted
  }

  /** Whether there was an unhandled exception or rejection. */
  faulty(): boolean {
    return this.hasFault
  }

  /** Stops listening; resolves when every fault has been reported. */
  async stop(): Promise<void> {
    for (const [event, listener] of this.listening) this.host.events.off(event, listener)
    this.listening.clear()
    await this.reported
  }

  private listen(listeners: Listeners): void {
    for (const one of listeners) {
      if (this.listening.has(one)) continue
      this.listening.add(one)
      this.host.events.on(...one)
    }
  }

  private onSignal(signal: (typeof SIGNALS)[number]): void {
    const { host, guarded, interruptedAt: before } = this
    // The system repeats SIGXCPU with each further second of processor time.
    if (before !== undefined && signal === 'SIGXCPU') return
    if (before !== undefined && host.now() - before < SAME_PRESS_MS) return
    this.interruptedAt = host.now()
    if (guarded !== undefined && before === undefined) {
      host.stderr.write('interrupted: ending in order; once more to end at once\n')
      return guarded.abort(this.interrupted)
    }
    host.stderr.write('interrupted: ended at once\n')
    host.exit(2)
  }

  private onFault(fault: unknown): void {
    const { host, guarded } = this
    this.hasFault = true
    this.reported = this.reported.then(() => this.report(fault)).catch(() => host.exit(2))
    if (guarded === undefined) return void this.reported.then(() => host.exit(2))
    guarded.abort(new Error('a fault of the tool'))
    setTimeout(() => host.exit(2), GRACE_MS).unref()
  }
}
