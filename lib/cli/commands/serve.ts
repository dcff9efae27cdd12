import { once } from 'node:events'
import { ConfigurationError, errorCode } from '../../util/errors.ts'
import type { listAlterations, Sandbox } from '../../run/sandbox.ts'
import { renderTable } from '../../util/text.ts'
import { type Invocation, readFlags } from '../command.ts'

/** Starts the reference service, prints its base URL and keys, and serves until SIGINT or SIGTERM. */
export async function serve(invocation: Invocation): Promise<number> {
  const { host, interruption, dependencies } = invocation
  if (readFlags(invocation).values.list === true) {
    const { listAlterations } = await import('../../run/sandbox.ts')
    host.stdout.write(renderAlterations(await listAlterations((await dependencies.setup()).embedded)))
    return 0
  }
  return interruption.guard(async (signal) => {
    const sandbox = await started(invocation)
    try {
      const { api } = await dependencies.setup()
      host.stdout.write(renderSandbox(sandbox, api.proofPaths[0]))
      if (!signal.aborted) await once(signal, 'abort')
    } finally {
      await sandbox.close()
    }
    return 0
  }, 'stopping')
}

function renderAlterations({ mutants, variants }: Awaited<ReturnType<typeof listAlterations>>): string {
  return [
    `Seeded faults (--mutant ID…)\n${renderTable(
      ['id', 'breaks', 'the mistake'],
      mutants.map(({ id, breaks, how }) => [id, breaks, how]),
    )}`,
    `Freedoms (--variant ID…)\n${renderTable(
      ['id', 'part', 'the freedom'],
      variants.map(({ id, part, why }) => [id, part, why]),
    )}`,
  ].join('\n')
}

async function started(invocation: Invocation): Promise<Sandbox> {
  const { port = 0, allowance, mutant: mutants, variant: variants } = readFlags(invocation).values
  const { startSandbox } = await invocation.dependencies.engine()
  try {
    return await startSandbox({ port, allowance, mutants, variants })
  } catch (error) {
    const code = errorCode(error)
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    throw new ConfigurationError(`port ${port} cannot be listened on (${code}); choose another with --port`)
  }
}

/** How to call the sandbox, ready to paste. */
function renderSandbox({ baseUrl, keys }: Sandbox, path: string): string {
  const width = Math.max(0, ...keys.map(({ key }) => key.length))
  const lines = keys.map(({ key, meaning }) => `  ${key.padEnd(width)}  ${meaning}\n`).join('')
  const [first] = keys
  const example =
    first === undefined ? '' : `\nTry: curl -H 'Authorization: Bearer ${first.key}' ${baseUrl}${path}\n`
  return `Reference service at ${baseUrl}\n\nKeys:\n${lines}${example}\nCtrl-C ends it.\n`
}
