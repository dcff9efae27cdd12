import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, get, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../../dist/lib/cli/main.js', import.meta.url))
const SELF = fileURLToPath(import.meta.url)
const PATH = '/v1/me'
const HEADERS = { authorization: 'Bearer cak_live_for_this_measurement_only' }
/** How many requests are under way at a time, and how many are sent in all. */
const LOADS = [
  { atOnce: 1, requests: 2000 },
  { atOnce: 32, requests: 6000 },
]
/** The best of several rounds: whatever else the machine does only makes a round slower. */
const ROUNDS = 3

/**
 * What `proxy` adds to a request, beside the same service without it and behind a plain reverse proxy on `node:http`:
 * the median of a request in milliseconds, and requests per second. Each in a process of its own.
 */
export async function benchProxy() {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-bench-'))
  const children = []
  const started = async (child, port) => {
    children.push(child)
    return port(child)
  }
  try {
    const service = await started(fork(SELF, ['service']), portSent)
    const plain = await started(fork(SELF, ['plain', service]), portSent)
    const args = ['proxy', '--target', `http://127.0.0.1:${service}/v1`, '--reports', folder]
    const ours = await started(spawn(process.execPath, [COMMAND, ...args], { cwd: folder }), portPrinted)
    const rows = []
    for (const load of LOADS)
      for (const [way, port] of Object.entries({ direct: service, 'plain Node proxy': plain, proxy: ours }))
        rows.push({ way, 'at once': load.atOnce, ...(await best(port, load)) })
    return rows
  } finally {
    for (const child of children) child.kill()
    await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')))
    await rm(folder, { recursive: true, force: true })
  }
}

async function portSent(child) {
  const [port] = await once(child, 'message')
  return port
}

async function portPrinted(child) {
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += chunk
    const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1]
    if (port !== undefined) return port
  }
  throw new Error(`the proxy did not start: ${printed}`)
}

async function best(port, { atOnce, requests }) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    const times = []
    const start = performance.now()
    let left = requests
    const sender = async () => {
      while (left-- > 0) times.push(await timed(port, agent))
    }
    await Promise.all(Array.from({ length: atOnce }, sender))
    const seconds = (performance.now() - start) / 1000
    rounds.push({ median: times.sort((a, b) => a - b)[requests >> 1], rate: requests / seconds })
  }
  agent.destroy()
  return {
    'median, ms': Math.min(...rounds.map(({ median }) => median)).toFixed(2),
    'requests per second': Math.round(Math.max(...rounds.map(({ rate }) => rate))),
  }
}

async function timed(port, agent) {
  const start = performance.now()
  const [answer] = await once(get({ port, path: PATH, agent, headers: HEADERS }), 'response')
  answer.resume()
  await once(answer, 'end')
  return performance.now() - start
}

/** The processes that are measured against. */
const SERVERS = {
  service: () => {
    const body = JSON.stringify({ data: { team_id: 't', key_name: 'k', key_prefix: 'cak_live' } })
    const headers = {
      'Content-Type': 'application/json',
      'X-RateLimit-Limit': 1000,
      'X-RateLimit-Remaining': 900,
      'X-RateLimit-Reset': 60,
    }
    return createServer((incoming, outgoing) => {
      incoming.resume()
      outgoing.writeHead(200, headers).end(body)
    })
  },
  plain: (port) => {
    const agent = new Agent({ keepAlive: true })
    return createServer((incoming, outgoing) => {
      const { method, url: path, headers } = incoming
      const upstream = request({ port, method, path, headers, agent }, (answer) =>
        answer.pipe(outgoing.writeHead(answer.statusCode, answer.rawHeaders)),
      )
      incoming.pipe(upstream)
    })
  },
}

if (process.argv[1] === SELF) {
  const [, , name, port] = process.argv
  const server = SERVERS[name](port).listen(0, '127.0.0.1', () => process.send(server.address().port))
}
