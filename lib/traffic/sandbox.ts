import { type Sandbox, type SandboxOptions, startSandbox } from '../run/sandbox.ts'
import { watchTraffic } from './watch.ts'

/** The sandbox, with a proxy before it that judges the requests of clients. */
export async function startJudgedSandbox(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox({ ...options, port: 0 })
  try {
    const watching = await watchTraffic({
      target: new URL(sandbox.baseUrl),
      host: '127.0.0.1',
      port: options.port,
      judged: 'client',
      verifyTls: true,
    })
    return {
      ...sandbox,
      baseUrl: watching.baseUrl,
      close: async () => {
        const { record } = await watching.stop()
        await sandbox.close()
        return record
      },
    }
  } catch (error) {
    await sandbox.close()
    throw error
  }
}
