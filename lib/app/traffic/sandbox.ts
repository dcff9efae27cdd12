import { type Sandbox, type SandboxOptions, startSandbox } from '../run/sandbox.ts'
import { startProxy } from './proxy.ts'

/** The sandbox, with a proxy before it that judges the requests of clients. */
export async function startJudgedSandbox(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox({ ...options, port: 0 })
  try {
    const proxy = await startProxy({
      target: new URL(sandbox.baseUrl),
      host: '127.0.0.1',
      port: options.port,
      judged: 'client',
      verifyTls: true,
    })
    return {
      ...sandbox,
      baseUrl: proxy.baseUrl,
      close: async () => {
        const { record } = await proxy.stop()
        await sandbox.close()
        return record
      },
    }
  } catch (error) {
    await sandbox.close()
    throw error
  }
}
