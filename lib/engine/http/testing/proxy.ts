import { createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

export interface TestProxy {
  readonly url: string
  /** `CONNECT host:port` or `GET http://host/path`, with the credentials if there were some, in order. */
  readonly seen: readonly string[]
  readonly close: () => Promise<void>
}

/**
 * A proxy on loopback that hands everything on to one port of this machine, whatever host is named.
 * @param wanted - the value of `Proxy-Authorization` without which it answers 407
 */
export async function startProxy(port: number, wanted?: string): Promise<TestProxy> {
  const seen: string[] = []
  const sockets = new Set<Socket>()
  const note = (method = '', url = '', authorization?: string): boolean => {
    seen.push([method, url, ...(authorization === undefined ? [] : [authorization])].join(' '))
    return wanted === undefined || authorization === wanted
  }
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request
    if (!note(method, url, headers['proxy-authorization'])) {
      response.writeHead(407).end('<h1>Proxy Authentication Required</h1>')
      return
    }
    const { pathname, search } = new URL(url)
    const { 'proxy-authorization': _, ...rest } = headers
    const onward = httpRequest(
      { port, host: '127.0.0.1', method, path: pathname + search, headers: rest },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.once('error', () => response.destroy())
    request.pipe(onward)
  })
  server.on('connect', ({ method, url, headers }, socket) => {
    if (!note(method, url, headers['proxy-authorization'])) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    sockets.add(onward)
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    seen,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
