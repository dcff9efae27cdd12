import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReferenceOptions } from '../../../fixtures/reference/index.ts'
import type { Variant } from '../../../fixtures/variants/variant.ts'
import type { Varied } from '../../../fixtures/variants/vary.ts'
import type { RunRecord } from '../report/record.ts'
import { alteration } from './alterations.ts'

/** A running reference service, for people who write clients. */
export interface Sandbox {
  readonly baseUrl: string
  readonly keys: readonly { readonly key: string; readonly meaning: string }[]
  /** `POST` to it sets data and allowances back. */
  readonly resetUrl: string
  /** Freedoms that are used for as long as it runs, drawn with `vary`. */
  readonly lasting: readonly Variant[]
  /** Resolves with what the requests of clients showed, where they were judged. */
  readonly close: () => Promise<RunRecord | void>
}

export interface SandboxOptions {
  /** 0: any free port. */
  readonly port: number
  /** The port of the bare apex host; any free one unless given. */
  readonly apexPort?: number
  /** Requests per hour that each key may send; 1,000 unless given. */
  readonly allowance?: number
  /** Ids of mutants: the service with these seeded faults. */
  readonly mutants?: readonly string[]
  /** Ids of variants: the service with these freedoms used. */
  readonly variants?: readonly string[]
  /** A seed: freedoms are drawn with it, some for all requests, and one more for each. */
  readonly vary?: number
  /** Called with one line for each request whose answer uses a drawn freedom. */
  readonly log?: (line: string) => void
}

/** Starts the reference service on loopback, as it is or with some faults and freedoms. */
export async function startSandbox({
  port,
  apexPort,
  allowance,
  mutants = [],
  variants = [],
  vary,
  log = () => {},
}: SandboxOptions): Promise<Sandbox> {
  const { startReference } = await import('../../../fixtures/reference/index.ts')
  const drawn = vary === undefined ? undefined : await draw(vary, log)
  const change = drawn?.options ?? (await alteration(mutants, variants))
  const options = (): ReferenceOptions => ({ ...change(), port, apexPort, allowance })
  const service = await startReference(options(), options)
  const control = await listenForReset(() => service.reset())
  return {
    baseUrl: service.baseUrl,
    resetUrl: control.url,
    lasting: drawn?.lasting ?? [],
    keys: [
      { key: service.keys.main, meaning: 'CONFORMANCE_API_KEY: a workspace with rich data' },
      { key: service.keys.other, meaning: 'CONFORMANCE_OTHER_API_KEY: a second workspace' },
      {
        key: service.keys.exhaustible,
        meaning:
          'CONFORMANCE_EXHAUSTIBLE_API_KEY: another key of the first workspace, whose allowance may be spent',
      },
      { key: service.apexUrl, meaning: 'CONFORMANCE_APEX_URL: the bare apex host' },
    ],
    close: async () => {
      await Promise.all([service.close(), control.close()])
    },
  }
}

async function draw(seed: number, log: (line: string) => void): Promise<Varied> {
  const { varied } = await import('../../../fixtures/variants/vary.ts')
  return varied(seed, ({ method, url }, { id, why }) => {
    const { pathname, search } = new URL(url)
    log(`${method} ${pathname}${search}  ${id}: ${why}`)
  })
}

const RESET_PATH = '/__sandbox/reset'

/** Listens on a port of its own, so that the service itself has no path that the specification lacks. */
async function listenForReset(reset: () => void): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const isReset = request.method === 'POST' && request.url === RESET_PATH
    if (isReset) reset()
    response.writeHead(isReset ? 204 : 404).end()
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${RESET_PATH}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
