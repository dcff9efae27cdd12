import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReferenceOptions, Served } from '../../../fixtures/reference/index.ts'
import type { ReferenceService } from '../../../fixtures/reference/options.ts'
import type { Variant } from '../../../fixtures/variants/variant.ts'
import type { Varied } from '../../../fixtures/variants/vary.ts'
import { alteration } from './alterations.ts'

/** A running reference service, for people who write clients. */
export interface Sandbox {
  readonly baseUrl: string
  /** Its keys and its apex host, by the variables from which a run reads them. */
  readonly variables: readonly { readonly name: string; readonly value: string; readonly meaning: string }[]
  /** A `POST` to it resets data and allowances. */
  readonly resetUrl: string
  /** Freedoms that it uses as long as it runs, drawn with `vary`. */
  readonly lasting: readonly Variant[]
  readonly close: () => Promise<void>
}

export interface SandboxOptions {
  /** 0: any free port. */
  readonly port: number
  /** The port of the bare apex host; default: any free one. */
  readonly apexPort?: number
  /** The network address; default: 127.0.0.1. */
  readonly host?: string
  /** Requests per hour that each key may send; default: 1,000. */
  readonly allowance?: number
  /** Ids of mutants: the service with these seeded faults. */
  readonly mutants?: readonly string[]
  /** Ids of variants: the service with these freedoms used. */
  readonly variants?: readonly string[]
  /** A seed: freedoms are drawn with it, some for all requests, and one more for each. */
  readonly vary?: number
  /** Called with one line for each request whose answer uses a drawn freedom. */
  readonly log?: (line: string) => void
  /** Called with each exchange once it is answered. */
  readonly onServed?: (served: Served) => void
  /** Called with the protocol of a client that speaks TLS or HTTP/2. */
  readonly onForeign?: (protocol: string) => void
}

/** Starts the reference service, unchanged or with some faults and freedoms; browser pages may call it. */
export async function startSandbox({
  mutants = [],
  variants = [],
  vary,
  log = () => {},
  ...own
}: SandboxOptions): Promise<Sandbox> {
  const { startReference } = await import('../../../fixtures/reference/index.ts')
  const drawn = vary === undefined ? undefined : await draw(vary, log)
  const change = drawn?.options ?? (await alteration(mutants, variants))
  const options = (): ReferenceOptions => ({ ...change(), ...own, cors: true })
  const service = await startReference(options(), options)
  const control = await listenForReset(() => service.reset())
  return {
    baseUrl: service.baseUrl,
    resetUrl: control.url,
    lasting: drawn?.lasting ?? [],
    variables: variablesOf(service),
    close: async () => {
      await Promise.all([service.close(), control.close()])
    },
  }
}

function variablesOf({ keys, apexUrl }: ReferenceService): Sandbox['variables'] {
  return [
    { name: 'CONFORMANCE_API_KEY', value: keys.main, meaning: 'key of a workspace with rich data' },
    { name: 'CONFORMANCE_OTHER_API_KEY', value: keys.other, meaning: 'key of a second workspace' },
    {
      name: 'CONFORMANCE_EXHAUSTIBLE_API_KEY',
      value: keys.exhaustible,
      meaning: 'another key of the first workspace, whose allowance may be spent',
    },
    { name: 'CONFORMANCE_APEX_URL', value: apexUrl, meaning: 'the bare apex host, which answers 308' },
  ]
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
