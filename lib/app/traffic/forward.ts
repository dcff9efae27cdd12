import { randomUUID } from 'node:crypto'
import { Agent as HttpAgent, createServer, type Server } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { ConfigurationError, errorCode } from '../../engine/util/errors.ts'
import { Passage, type Route } from './passage.ts'

export interface ForwardOptions extends Pick<Route, 'target' | 'onPassed'> {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** False disables the verification of the target's certificate. */
  readonly verifyTls: boolean
}

export interface Forwarder {
  /** What clients use as base address instead of the target's. */
  readonly baseUrl: string
  /** Ends every connection. */
  close(): Promise<void>
}

/**
 * Starts a reverse proxy: it forwards everything as it is, streams bodies of any size in both directions, and never waits for a judgement.
 * Where the target cannot be reached it answers 502 with the header `X-Conformance-Proxy`.
 * @throws ConfigurationError if the address cannot be listened on
 */
export async function startForwarder(options: ForwardOptions): Promise<Forwarder> {
  const { target, onPassed, verifyTls } = options
  const agent =
    target.protocol === 'https:'
      ? new HttpsAgent({ keepAlive: true, rejectUnauthorized: verifyTls })
      : new HttpAgent({ keepAlive: true })
  const route: Route = { target, agent, self: randomUUID(), onPassed }
  const server = createServer((incoming, outgoing) => new Passage(route, incoming, outgoing).begin())
  // How long a request may take is between the client and the target.
  server.requestTimeout = 0
  server.on('clientError', (_, socket) => socket.destroy())
  const { family, address, port } = await listening(server, options)
  const host = family === 'IPv6' ? `[${address}]` : address
  return {
    baseUrl: `http://${host}:${port}${target.pathname.replace(/\/+$/, '')}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      agent.destroy()
      await closed
    },
  }
}

/** Resolves with the address once the server listens on it. */
async function listening(
  server: Server,
  { port, host }: Pick<ForwardOptions, 'port' | 'host'>,
): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new ConfigurationError(
          `port ${port} of ${host} cannot be listened on (${errorCode(error)}); choose another with --port`,
          { cause: error },
        ),
      ),
    )
    server.listen(port, host, resolve)
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has such an address
  return server.address() as AddressInfo
}
