import { count, duration } from '../../engine/util/text.ts'

/** The progress of a run. */
export interface ProgressEvent {
  /** Cases that have ended. */
  readonly done: number
  readonly total: number
  /** Requests sent so far, if they are counted. */
  readonly requests?: number
  /** Requirements that are violated so far. */
  readonly failed?: number
  /** The case that has been running longest. */
  readonly waitingFor?: string
}

export interface ProgressOptions {
  /** True on a terminal: one live line that is overwritten. False: plain lines, a few in all. */
  readonly interactive: boolean
  readonly write: (text: string) => void
  /** The clock, in milliseconds. */
  readonly now: () => number
  /** Columns of the terminal. */
  readonly width?: number
  /** The noun for the counted items; default `cases`. */
  readonly noun?: string
}

export interface Progress {
  readonly update: (event: ProgressEvent) => void
  /** Clears the live line. */
  readonly end: () => void
}

/** The display is renewed this often without an event: a case may wait long, and the line must show life. */
const TICK_MS = 500

/** Shows progress on long work; its output is meant for stderr. */
export function createProgress(options: ProgressOptions): Progress {
  const show = options.interactive ? liveLine(options) : plainLines(options)
  let last: ProgressEvent | undefined
  const ticking = setInterval(() => last !== undefined && show(last), TICK_MS).unref()
  return {
    update(event): void {
      last = event
      show(event)
    },
    end(): void {
      clearInterval(ticking)
      if (options.interactive && last !== undefined) options.write(CLEARED)
    },
  }
}

const CLEARED = '\r\u001B[2K'

/** Without news for this time, the line says how long the run has been waiting, and for what. */
const SILENT_MS = 1_000

function liveLine({ write, now, width = 80, noun }: ProgressOptions): (event: ProgressEvent) => void {
  let done = -1
  let moved = now()
  return (event) => {
    if (event.done !== done) [done, moved] = [event.done, now()]
    const silentMs = now() - moved
    const waiting = silentMs < SILENT_MS ? '' : ` · ${duration(silentMs)}: ${event.waitingFor ?? ''}`
    const filled = Math.min(20, Math.round((event.done / Math.max(event.total, 1)) * 20))
    const words = `${described(event, noun)}${waiting}`
    const line = `${'█'.repeat(filled).padEnd(20, '░')} ${words}`
    // The reason for the wait is more informative than the bar.
    write(CLEARED + (line.length < width ? line : words).slice(0, Math.max(width - 1, 20)))
  }
}

/** A plain line is written after each quarter, or after this time; then it names the reason for the wait. */
const PLAIN_MS = 15_000

function plainLines({ write, now, noun }: ProgressOptions): (event: ProgressEvent) => void {
  const started = now()
  let quarter = 0
  let written = started
  let said = ''
  return (event) => {
    const reached = Math.floor((event.done * 4) / Math.max(event.total, 1))
    if (reached <= quarter && now() - written < PLAIN_MS) return
    quarter = reached
    written = now()
    const figures = described(event, noun)
    const isSame = figures === said
    said = figures
    const elapsed = duration(written - started)
    // Repeated figures are no news; the reason for the wait is.
    if (!isSame) write(`${figures}, ${elapsed}\n`)
    else if (event.waitingFor !== undefined) write(`${elapsed}: ${event.waitingFor}\n`)
  }
}

function described({ done, total, requests, failed = 0 }: ProgressEvent, noun = 'cases'): string {
  const sent = requests === undefined ? '' : `, ${count(requests, 'request')}`
  const failures = failed === 0 ? '' : `, ${failed} failed`
  return `${done}/${total} ${noun}${sent}${failures}`
}
