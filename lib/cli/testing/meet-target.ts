import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startHostile } from '../../http/testing/hostile-server.ts'
import type { Transport } from '../../http/transport.ts'
import { inProcessTarget } from '../../run/in-process.ts'
import { runProgram } from '../program.ts'
import { BATTERY_KEY, type Encounter } from './faulty-services.ts'
import type { FakeHost } from './fake-host.ts'

/** What a run against a hostile target left behind. */
export interface End {
  readonly exitCode: number
  readonly out: string
  readonly err: string
  /** Reports by name; undefined where one is missing. */
  readonly files: Readonly<Record<string, string | undefined>>
  readonly ms: number
}

const REPORTS = ['run.json', 'junit.xml', 'summary.md', 'index.html'] as const

/** Runs the command line against a hostile target, with the reports in a folder of the host. */
export async function meetTarget(encounter: Encounter, host: FakeHost): Promise<End> {
  const { target, argv = [], byPlainAddress } = encounter
  const server = typeof target === 'function' ? await serveThrough(target) : await startHostile(target)
  const started = performance.now()
  try {
    const further = argv.includes('--timeout') ? argv : ['--timeout', '1', ...argv]
    const url = byPlainAddress ? server.url.replace('https:', 'http:') : server.url
    const exitCode = await runProgram(
      ['run', '--base-url', url, '--profile', 'smoke', '--reports', 'out', ...further],
      host,
    )
    const files = await Promise.all(
      REPORTS.map(async (name) => [
        name,
        await readFile(join(host.folder, 'out', name), 'utf8').catch(() => undefined),
      ]),
    )
    return {
      exitCode,
      out: host.out(),
      err: host.err(),
      files: Object.fromEntries(files),
      ms: performance.now() - started,
    }
  } finally {
    await server.close()
  }
}

/** The reference service on a port of its own, behind something that alters what it says. */
async function serveThrough(
  alter: (reference: Transport) => Transport,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const target = inProcessTarget({})
  const handle = alter(target.transport)
  const key = target.keys.main ?? ''
  // What the service shows of its key has to be of the key that the run has.
  const shown = key.slice(0, 13)
  const { origin, pathname } = new URL(target.baseUrl)
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = (await request.toArray()).join('')
    const headers = Object.entries(request.headers).map(
      ([name, value]) => [name, String(value).replace(BATTERY_KEY, key)] as const,
    )
    try {
      const answer = await handle({
        method: request.method ?? 'GET',
        url: `${origin}${request.url}`,
        headers,
        body: body === '' ? undefined : body,
      })
      response.sendDate = false
      for (const [name, value] of answer.headers) response.appendHeader(name, value)
      const bytes = Buffer.from(answer.body)
      const own = bytes.includes(shown)
        ? bytes.toString().replaceAll(shown, BATTERY_KEY.slice(0, shown.length))
        : bytes
      response.writeHead(answer.status).end(own)
    } catch {
      request.socket.destroy()
    }
  }
  const server = createServer((request, response) => void respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has such an address
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${pathname}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await target.close()
    },
  }
}
