import { count, duration } from '../util/text.ts'

/** The progress of a run. */
export interface ProgressEvent {
  /** Cases that have ended. */
  readonly done: number
  readonly total: number
  /** Wire requests so far, where they are counted. */
  readonly requests?: number
  /** Requirements that are violated so far. */
  readonly failed?: number
  /** What has been running longest. */
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
  /** The noun of what is counted; default `cases`. */
  readonly noun?: string
}

export interface Progress {
  readonly update: (event: ProgressEvent) => void
  /** Clears the live line. Nothing is written after it. */
  readonly end: () => void
}

/** How events are written. */
interface Writer {
  readonly write: (event: ProgressEvent) => void
  /** Clears what is not to stay. */
  readonly clear: () => void
}

/** What is shown is renewed so often without an event: a case may wait long, and the line goes on. */
const TICK_MS = 500

/** Shows progress on long work; what it writes is meant for stderr. */
export function createProgress(options: ProgressOptions): Progress {
  const writer = options.interactive ? liveLine(options) : plainLines(options)
  let last: ProgressEvent | undefined
  let isOpen = true
  const ticking = setInterval(() => last !== undefined && writer.write(last), TICK_MS).unref()
  return {
    update(event): void {
      if (!isOpen) return
      last = event
      writer.write(event)
    },
    end(): void {
      clearInterval(ticking)
      if (isOpen) writer.clear()
      isOpen = false
    },
  }
}

/** A live line is drawn at most this often. */
const REDRAW_MS = 80
/** Without news for this time, the line says how long and for what it waits. */
const SILENT_MS = 1_000

function liveLine({ write, now, width = 80, noun }: ProgressOptions): Writer {
  let drawn = Number.NEGATIVE_INFINITY
  let done = -1
  let moved = now()
  return {
    write(event): void {
      const isLast = event.done >= event.total
      if (!isLast && now() - drawn < REDRAW_MS) return
      drawn = now()
      if (event.done !== done) [done, moved] = [event.done, drawn]
      const line = `${bar(event)} ${describe(event, noun)}${waiting(event, drawn - moved)}`
      write(`\r\u001B[2K${line.slice(0, Math.max(width - 1, 20))}`)
    },
    clear(): void {
      if (drawn !== Number.NEGATIVE_INFINITY) write('\r\u001B[2K')
    },
  }
}

/** A plain line is written when another quarter is done, or after this time. */
const PLAIN_MS = 15_000

function plainLines({ write, now, noun }: ProgressOptions): Writer {
  const started = now()
  let quarter = 0
  let written = started
  return {
    write(event): void {
      const reached = event.total === 0 ? 0 : Math.floor((event.done * 4) / event.total)
      if (reached <= quarter && now() - written < PLAIN_MS) return
      quarter = Math.max(quarter, reached)
      written = now()
      write(`${describe(event, noun)}, ${duration(written - started)}\n`)
    },
    clear: () => undefined,
  }
}

function waiting({ waitingFor }: ProgressEvent, silentMs: number): string {
  if (silentMs < SILENT_MS) return ''
  return ` · ${Math.floor(silentMs / 1000)} s${waitingFor === undefined ? '' : `: ${waitingFor}`}`
}

function describe({ done, total, requests, failed = 0 }: ProgressEvent, noun = 'cases'): string {
  const sent = requests === undefined ? '' : `, ${count(requests, 'request')}`
  const failures = failed === 0 ? '' : `, ${failed} failed`
  return `${done}/${total} ${noun}${sent}${failures}`
}

function bar({ done, total }: ProgressEvent): string {
  const filled = total === 0 ? 0 : Math.min(20, Math.round((done / total) * 20))
  return `${'█'.repeat(filled)}${'░'.repeat(20 - filled)}`
}
