import { type HostileServer, hostile, startHostile } from '../http/testing/hostile-server.ts'

/** A program: one hostile server after the other, named by messages, until whoever started it lets go of it. */
let server: HostileServer | undefined

process.on('message', (id: string) => {
  void next(id).then((address) => process.send?.(address))
})
process.once('disconnect', () => process.exit())

/** Ends the server that runs, and starts the one with this behaviour. */
async function next(id: string): Promise<Pick<HostileServer, 'url' | 'ca'>> {
  await server?.close()
  server = await startHostile(hostile(id))
  return { url: server.url, ca: server.ca }
}
