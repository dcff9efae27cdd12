import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** The interval of connection attempts: a server takes longer to restart. */
const LOOK_MS = 100
const CONNECT_MS = 1000

/**
 * Resolves with true when a target was down and accepts connections again, with false when the wait is ended. Nothing is
 * sent, so it costs no request.
 * @param isUp - whether a connection can be opened
 */
export async function restarted(
  url: string,
  ends: AbortSignal,
  isUp: (url: string) => Promise<boolean> = canConnect,
  lookMs = LOOK_MS,
): Promise<boolean> {
  let wasDown = false
  while (!ends.aborted) {
    const isThere = await isUp(url)
    if (isThere && wasDown) return !ends.aborted
    wasDown = !isThere
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
