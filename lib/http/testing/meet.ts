import { TransportError } from '../transport.ts'
import type { WireRequest, WireResponse } from '../transport.ts'
import { createTransport } from '../undici-transport.ts'
import { startHostile } from './hostile-server.ts'
import type { HostileBehaviour } from './hostile-server.ts'

/** The result of one request to a hostile server. */
export interface Meeting {
  readonly response?: WireResponse
  readonly error?: TransportError
  readonly bytesWritten: number
}

/** Sends one request to a server with this behaviour, with a short deadline if it is to time out. */
export async function meet(
  behaviour: HostileBehaviour,
  maxBodyBytes: number,
  request: Partial<WireRequest> = {},
): Promise<Meeting> {
  const server = await startHostile(behaviour)
  const timeoutMs = behaviour.outcome === 'timeout' ? 150 : 20_000
  // Expiry and host of a certificate are checked only if its issuer is trusted.
  const ca = behaviour.tls === 'untrusted' ? undefined : server.ca
  const transport = createTransport({
    timeoutMs,
    verifyTls: true,
    maxBodyBytes,
    ...(ca === undefined ? {} : { ca }),
  })
  try {
    const response = await transport.send({ method: 'GET', url: `${server.url}/me`, headers: [], ...request })
    return { response, bytesWritten: server.bytesWritten() }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return { error, bytesWritten: server.bytesWritten() }
  } finally {
    await transport.close()
    await server.close()
  }
}
