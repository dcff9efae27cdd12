import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
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
  const { target, argv = [] } = encounter
  const server =
    typeof target === 'function' ? await serveThrough(target, encounter) : await startHostile(target)
  const started = performance.now()
  try {
    const isPlain = argv.includes('plain-address')
    const given = argv.filter((word) => word !== 'plain-address')
    const further = given.includes('--timeout') ? given : ['--timeout', '1', ...given]
    const url = isPlain ? server.url.replace('https:', 'http:') : server.url
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
  { send, host = '127.0.0.1', name = host }: Pick<Encounter, 'send' | 'host' | 'name'>,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const target = inProcessTarget({})
  const handle = alter(target.transport)
  // What the service shows of its key has to be of the key that the run has.
  const own = target.keys.main?.slice(0, 13) ?? ''
  const { origin, pathname } = new URL(target.baseUrl)
  let count = 0
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = Object.entries(request.headers).map(
      ([name, value]) => [name, String(value).replace(BATTERY_KEY, target.keys.main ?? '')] as const,
    )
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks).toString() }
    try {
      const answer = await handle({
        method: request.method ?? 'GET',
        url: `${origin}${request.url}`,
        headers,
        ...body,
      })
      response.sendDate = false
      for (const [name, value] of answer.headers) response.appendHeader(name, value)
      const text = Buffer.from(answer.body).toString()
      const shown = text.includes(own) ? text.replaceAll(own, BATTERY_KEY.slice(0, own.length)) : answer.body
      if (send === undefined) response.writeHead(answer.status).end(shown)
      else send(response, answer.status, Buffer.from(shown), ++count)
    } catch {
      request.socket.destroy()
    }
  }
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://${name.includes(':') ? `[${name}]` : name}:${port}${pathname}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await target.close()
    },
  }
}
