import { setMaxListeners } from 'node:events'
import type { Ended } from '../../../engine/case/session.ts'
import type { ReasonKind } from '../../../engine/judge/verdict.ts'

/** The time that cases have to end after the run. */
const GRACE_MS = 2000

/** Stops a run as its operator asked; the message goes into the record. */
export class Stop extends Error {}

/** Why and when a run ends early: interrupted, timed out, or without a target. */
export class Ending {
  /**
   * Absent while the run goes on. After `key-rejected`, answers to the rejected key say nothing about the
   * target.
   */
  ended: Ended | undefined
  private isDisarmed = false
  private readonly controller = new AbortController()
  private readonly timer: NodeJS.Timeout
  private readonly outer: AbortSignal | undefined
  private graceTimer: NodeJS.Timeout | undefined
  /** Resolves a moment after the run was ended: cases that still run are abandoned. */
  readonly overdue: Promise<void>
  private giveUp: () => void = () => {}
  private readonly interrupt = (): void => {
    const reason: unknown = this.outer?.reason
    if (reason instanceof Stop) this.end(reason.message, 'stopped')
    else this.end('interrupted')
  }

  /** @param outer - ends the run; a {@link Stop} as its reason goes into the record */
  constructor(outer: AbortSignal | undefined, timeoutMs: number) {
    this.outer = outer
    this.overdue = new Promise((resolve) => {
      this.giveUp = resolve
    })
    // Every pending request listens.
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

  /** The first reason is kept. */
  end(reason: string, kind: ReasonKind = 'interrupted'): void {
    if (this.ended !== undefined || this.isDisarmed) return
    this.ended = { reason, kind }
    this.graceTimer = setTimeout(this.giveUp, GRACE_MS)
    this.controller.abort()
  }

  /** After this call, nothing ends the run. */
  disarm(): void {
    this.isDisarmed = true
    clearTimeout(this.timer)
    this.outer?.removeEventListener('abort', this.interrupt)
  }

  /** Releases everything that would keep the process alive. */
  close(): void {
    this.disarm()
    clearTimeout(this.graceTimer)
  }
}
