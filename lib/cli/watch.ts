import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { ConfigurationError } from '../engine/util/errors.ts'
import type { CommandContext } from './command.ts'
import { reportFault } from './faults.ts'
import type { Host } from './host.ts'

/** The selection of a run: what failed in the last whole run, or everything. */
export type What = 'failed' | 'all'

type Turn = What | 'end'

/** How a run ended. */
export interface WatchedRun {
  readonly exitCode: number
  readonly wasInterrupted: boolean
}

interface WatchedCall extends Pick<CommandContext, 'host' | 'interruption'> {
  readonly values: { readonly baseUrl?: string; readonly verbose?: boolean }
  /** Whether something failed in the last whole run. */
  readonly hasFailed: () => Promise<boolean>
}

const KEYS =
  'Watching. Enter: run what failed, or all once that passes · a: run all · q: quit (q also ends a run)\n'

/**
 * Runs repeatedly until the operator ends it; resolves with the exit code of the last run. An error before a verdict is
 * printed and does not end the loop: the target may be starting.
 */
export async function watched(
  verify: (what: What) => Promise<WatchedRun>,
  first: What,
  call: WatchedCall,
): Promise<number> {
  const { host, interruption, hasFailed } = call
  if (host.keyboard === undefined)
    throw new ConfigurationError('--watch waits for a key, and there is no terminal: leave it out')
  const keys = new Keys(host.keyboard, interruption)
  try {
    for (let what = first, isBack = false; ;) {
      host.stderr.write(
        `${isBack ? 'The target is back: running' : 'Running'} ${what === 'failed' ? 'what failed' : 'everything'}\n`,
      )
      const { exitCode, wasInterrupted } = await endOf(verify(what), call)
      if (wasInterrupted) return exitCode
      host.stderr.write(KEYS)
      const next = await interruption.guard((signal) => nextTurn(keys, call.values.baseUrl, signal))
      if (next === 'end') return exitCode
      isBack = next === 'back'
      // The failed requirements pass now, or none had failed: only a run of everything says more.
      what = next === 'all' || exitCode === 0 || !(await hasFailed()) ? 'all' : 'failed'
    }
  } finally {
    keys.stop()
  }
}

/** How a run ended. An error before its verdict is printed. */
async function endOf(
  run: Promise<WatchedRun>,
  { host, interruption, values }: WatchedCall,
): Promise<WatchedRun> {
  try {
    return await run
  } catch (error) {
    if (interruption.isOwn(error)) throw error
    await reportFault(error, host, values.verbose === true ? ['--verbose'] : [])
    return { exitCode: 2, wasInterrupted: false }
  }
}

/** What happens first while nothing runs: a key is typed, or the target is back from a restart. */
async function nextTurn(
  keys: Keys,
  baseUrl: string | undefined,
  signal: AbortSignal,
): Promise<Turn | 'back'> {
  const done = new AbortController()
  const ends = AbortSignal.any([signal, done.signal])
  const typed = keys.next(ends)
  const back = baseUrl === undefined ? [] : [restarted(baseUrl, ends).then(() => 'back' as const)]
  try {
    return await Promise.race([typed, ...back])
  } finally {
    done.abort()
  }
}

/** The keys that the operator types. */
class Keys {
  /** Stops listening. */
  readonly stop: () => void
  /** Takes a key while nothing runs; absent during a run. */
  private take: ((turn: Turn) => void) | undefined

  constructor(keyboard: NonNullable<Host['keyboard']>, interruption: WatchedCall['interruption']) {
    this.stop = keyboard.listen((key) => {
      const typed = key === undefined ? 'end' : TURNS[key]
      // The run ends in order: if it went on without a viewer, it could use up the whole allowance.
      if (this.take === undefined && typed === 'end') interruption.interrupt()
      else if (typed !== undefined) this.take?.(typed)
    })
  }

  /** The next key that means something; `end` if the wait for it is ended. */
  next(ends: AbortSignal): Promise<Turn> {
    return new Promise((resolve) => {
      this.take = resolve
      ends.addEventListener('abort', () => {
        this.take = undefined
        resolve('end')
      })
    })
  }
}

/**
 * The action of each key; the last two are Ctrl-C and Ctrl-D, which are plain keys while single keys are
 * read.
 */
const TURNS: Readonly<Record<string, Turn>> = {
  '\r': 'failed',
  '\n': 'failed',
  f: 'failed',
  a: 'all',
  q: 'end',
  '\u0003': 'end',
  '\u0004': 'end',
}

/** The interval of connection attempts: a server takes longer to restart. */
const LOOK_MS = 100
const CONNECT_MS = 1000

/**
 * Resolves when a target was down and accepts connections again, or when the wait is ended. Nothing is sent, so it costs
 * no request.
 * @param isUp - whether a connection can be opened
 */
export async function restarted(
  url: string,
  ends: AbortSignal,
  isUp: (url: string) => Promise<boolean> = canConnect,
  lookMs = LOOK_MS,
): Promise<void> {
  let wasDown = false
  while (!ends.aborted) {
    const isThere = await isUp(url)
    if (isThere && wasDown) return
    wasDown = !isThere
    await wait(lookMs, undefined, { signal: ends }).catch(() => undefined)
  }
}

function canConnect(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url)
  const usual = protocol === 'https:' ? 443 : 80
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || usual })
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.setTimeout(CONNECT_MS, () => resolve(false))
  }).finally(() => socket.destroy())
}
