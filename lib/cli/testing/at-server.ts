import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type SeamOverrides, startReference } from '../../../fixtures/reference/index.ts'
import { runProgram } from '../program.ts'
import { fakeHost, type FakeHost } from './fake-host.ts'

interface AtServer {
  readonly host: FakeHost
  readonly run: (...words: readonly string[]) => Promise<number>
  readonly said: () => string
  readonly read: (name: string) => Promise<string>
}

/** The reference service with some changed answers, and a folder whose environment names the service. */
export async function atServer(
  respond: NonNullable<SeamOverrides['respond']>,
  environment: Readonly<Record<string, string>> = {},
): Promise<AtServer> {
  const service = await startReference({ seams: { respond } })
  onTestFinished(() => service.close())
  const host = await fakeHost({
    CONFORMANCE_BASE_URL: service.baseUrl,
    CONFORMANCE_API_KEY: service.keys.main,
    ...environment,
  })
  let before = 0
  return {
    host,
    run: (...words) => {
      service.reset()
      before = host.out().length
      return runProgram(['run', '--quiet', ...words], host)
    },
    said: () => host.out().slice(before),
    read: (name) => readFile(join(host.folder, name), 'utf8'),
  }
}
