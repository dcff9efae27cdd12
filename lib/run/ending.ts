import { setMaxListeners } from 'node:events'
import type { ReasonKind } from '../judge/reason.ts'

/** What a case may take to end after the run was ended: all its requests are cut off at once. */
const GRACE_MS = 2_000

/** Why and when a run ends before its time: interrupted, out of time, or with nothing left to talk to. */
export class Ending {
  /** Absent while the run goes on. */
  reason: string | undefined
  /** What kind of reason that is. What a refused key shows after `key-rejected` says nothing about the target. */
  kind: ReasonKind | undefined
  private readonly controller = new AbortController()
  private readonly timer: NodeJS.Timeout
  private readonly outer: AbortSignal | undefined
  private graceTimer: NodeJS.Timeout | undefined
  /** Resolves a while after the run was ended: whatever still goes on then is given up. */
  readonly overdue: Promise<void>
  private giveUp: () => void = () => {}
  private readonly interrupt = (): void => {
    const reason: unknown = this.outer?.reason
    this.end(typeof reason === 'string' ? reason : 'interrupted')
  }

  /** @param outer - ends the run; a text as its reason is what the record says */
  constructor(outer: AbortSignal | undefined, timeoutMs: number) {
    this.outer = outer
    this.overdue = new Promise((resolve) => {
      this.giveUp = resolve
    })
    // Every request under way listens.
    setMaxListeners(0, this.controller.signal)
    this.timer = setTimeout(() => this.end('the run took longer than --run-timeout allows'), timeoutMs)
    this.timer.unref()
    outer?.addEventListener('abort', this.interrupt, { once: true })
    if (outer?.aborted === true) this.interrupt()
  }

  /** Aborted as soon as there is a reason. */
  get signal(): AbortSignal {
    return this.controller.signal
  }

  /** The first reason stands. */
  end(reason: string, kind: ReasonKind = 'interrupted'): void {
    if (this.reason !== undefined) return
    this.reason = reason
    this.kind = kind
    this.graceTimer = setTimeout(this.giveUp, GRACE_MS)
    this.controller.abort()
  }

  /** From here on nothing ends the run. */
  disarm(): void {
    clearTimeout(this.timer)
    this.outer?.removeEventListener('abort', this.interrupt)
  }

  /** Lets go of everything that would keep the process. */
  close(): void {
    this.disarm()
    clearTimeout(this.graceTimer)
  }
}
