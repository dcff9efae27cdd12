import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { ConfigurationError } from '../engine/util/errors.ts'
import type { CommandContext } from './command.ts'
import { reportFault } from './faults.ts'

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
  { host, interruption, values: { baseUrl, verbose }, hasFailed }: WatchedCall,
): Promise<number> {
  const { keyboard } = host
  if (keyboard === undefined)
    throw new ConfigurationError('--watch waits for a key, and there is no terminal: leave it out')
  let exitCode = 2
  let turn: Turn = first
  let isBack = false
  /** Takes a key while nothing runs. */
  let onTurn: ((turn: Turn) => void) | undefined
  const stop = keyboard.listen((key) => {
    const typed = key === undefined ? 'end' : TURNS[key]
    // The run ends in order: if it went on without a viewer, it could use up the whole allowance.
    if (onTurn === undefined && typed === 'end') interruption.interrupt()
    else if (typed !== undefined) onTurn?.(typed)
  })
  const nextTurn = async (signal: AbortSignal): Promise<Turn | 'back'> => {
    const done = new AbortController()
    const ends = AbortSignal.any([signal, done.signal])
    const typed = new Promise<Turn>((resolve) => {
      onTurn = resolve
      ends.addEventListener('abort', () => resolve('end'))
    })
    const back = baseUrl === undefined ? [] : [restarted(baseUrl, ends).then(() => 'back' as const)]
    try {
      return await Promise.race([typed, ...back])
    } finally {
      onTurn = undefined
      done.abort()
    }
  }
  try {
    while (turn !== 'end') {
      const what = turn === 'failed' ? 'what failed' : 'everything'
      host.stderr.write(`${isBack ? 'The target is back: running' : 'Running'} ${what}\n`)
      try {
        const ended = await verify(turn)
        exitCode = ended.exitCode
        if (ended.wasInterrupted) return exitCode
      } catch (error) {
        if (interruption.isOwn(error)) throw error
        exitCode = 2
        await reportFault(error, host, verbose === true ? ['--verbose'] : [])
      }
      host.stderr.write(KEYS)
      const next = await interruption.guard(nextTurn)
      isBack = next === 'back'
      turn = next === 'back' ? 'failed' : next
      // The failed requirements pass now, or none had failed: only a run of everything says more.
      if (turn === 'failed' && (exitCode === 0 || !(await hasFailed()))) turn = 'all'
    }
    return exitCode
  } finally {
    stop()
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
