import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Host } from './host.ts'

/** What `--watch` runs next: what failed, everything, or nothing more. */
export type Turn = 'failed' | 'all' | 'end'

const TURNS: Readonly<Record<string, Turn>> = { '': 'failed', f: 'failed', a: 'all', q: 'end' }

/** The interval of connection attempts: a server takes longer to restart. */
const LOOK_MS = 100
const CONNECT_MS = 1000

/** Whether a connection can be opened. Nothing is sent, so it costs no request. */
export type Reachable = (url: string) => Promise<boolean>

/**
 * Waits for a line from the keyboard, or for a target that was down and accepts connections again.
 * @param url - the target's address; undefined: only the keyboard counts
 * @param signal - ends the wait with the turn `end`
 */
export async function nextTurn(
  keyboard: NonNullable<Host['keyboard']>,
  url: string | undefined,
  signal: AbortSignal,
  reachable: Reachable = canConnect,
  lookMs = LOOK_MS,
): Promise<Turn> {
  const done = new AbortController()
  const ends = AbortSignal.any([signal, done.signal])
  try {
    return await new Promise<Turn>((resolve) => {
      const stop = keyboard.listen((line) => {
        const turn = line === undefined ? 'end' : TURNS[line.trim().toLowerCase()]
        if (turn !== undefined) resolve(turn)
      })
      ends.addEventListener('abort', () => {
        stop()
        resolve('end')
      })
      if (url !== undefined)
        void restarted(url, ends, reachable, lookMs).then((is) => is && resolve('failed'))
    })
  } finally {
    done.abort()
  }
}

/** Resolves with true when the target was down and is up again, with false when the wait is ended. */
async function restarted(
  url: string,
  ends: AbortSignal,
  reachable: Reachable,
  lookMs: number,
): Promise<boolean> {
  let wasAway = false
  while (!ends.aborted) {
    const isThere = await reachable(url)
    if (isThere && wasAway) return !ends.aborted
    wasAway = !isThere
    await wait(lookMs, undefined, { signal: ends }).catch(() => undefined)
  }
  return false
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

function canConnect(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url)
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (DEFAULT_PORTS[protocol] ?? 80) : Number(port),
  })
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.setTimeout(CONNECT_MS, () => resolve(false))
  }).finally(() => socket.destroy())
}
