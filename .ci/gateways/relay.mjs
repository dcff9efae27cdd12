// Small fronts of the reference service that behave as processes of a deployment do: they are away for a while, or drop connections.
import { createServer, request } from 'node:http'

/** Passes everything on to a port, except for requests that `before` has dealt with. */
function relay(target, before) {
  const server = createServer((incoming, outgoing) => {
    if (before(incoming)) return
    const passed = request(
      {
        host: '127.0.0.1',
        port: target,
        method: incoming.method,
        path: incoming.url,
        headers: incoming.headers,
        agent: false,
      },
      (answer) => {
        const headers = { ...answer.headers }
        delete headers['connection']
        outgoing.writeHead(answer.statusCode, headers)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  return server
}

function listening(server, port = 0) {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server.address().port))
  })
}

function closing(server) {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
}

const AWAY_MS = 5000
const REQUESTS_BEFORE = 150

/** A process that is away for some seconds after so many requests: it refuses connections, and what is under way is lost. */
async function restarting(target, requestsBefore = REQUESTS_BEFORE, awayMs = AWAY_MS) {
  let count = 0
  let server
  let port = 0
  let ended = false
  const start = async () => {
    server = relay(target, (incoming) => {
      if (++count !== requestsBefore) return false
      incoming.socket.destroy()
      void closing(server)
      setTimeout(() => void (ended || start()), awayMs).unref()
      return true
    })
    port = await listening(server, port)
  }
  await start()
  return {
    ports: [port],
    close: () => {
      ended = true
      return server.listening ? closing(server) : Promise.resolve()
    },
  }
}

const REQUESTS_A_DROP = 12

/** A process that closes the connection of each twelfth request, before it has read it. */
async function dropping(target) {
  let count = 0
  const server = relay(target, ({ socket }) => {
    count += 1
    if (count % REQUESTS_A_DROP !== 0) return false
    socket.destroy()
    return true
  })
  const port = await listening(server)
  return { ports: [port], close: () => closing(server) }
}

/** What stands behind the gateway. */
export async function serviceBehind(kind, target) {
  switch (kind) {
    case 'one':
      return { ports: [target], close: async () => {} }
    case 'restart':
      return restarting(target)
    case 'rolling restart': {
      const both = [await restarting(target, 100, 2000), await restarting(target, 200, 2000)]
      return {
        ports: both.flatMap(({ ports }) => ports),
        close: () => Promise.all(both.map(({ close }) => close())),
      }
    }
    case 'drops':
      return dropping(target)
    default:
      throw new Error(`no such service: ${kind}`)
  }
}
