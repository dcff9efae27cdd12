import { startReference } from '../../fixtures/reference/index.ts'

/** A running reference service, for people who write clients. */
export interface Sandbox {
  readonly baseUrl: string
  readonly keys: readonly { readonly key: string; readonly meaning: string }[]
  readonly close: () => Promise<void>
}

/** Starts the reference service on loopback. Port 0 takes any free one. */
export async function startSandbox({ port }: { readonly port: number }): Promise<Sandbox> {
  const service = await startReference({ port })
  return {
    baseUrl: service.baseUrl,
    keys: [
      { key: service.keys.main, meaning: 'CONFORMANCE_API_KEY: a workspace with rich data' },
      { key: service.keys.other, meaning: 'CONFORMANCE_OTHER_API_KEY: a second workspace' },
      {
        key: service.keys.exhaustible,
        meaning: 'CONFORMANCE_EXHAUSTIBLE_API_KEY: a third workspace, whose allowance may be spent',
      },
      { key: service.apexUrl, meaning: 'CONFORMANCE_APEX_URL: the bare apex host' },
    ],
    close: () => service.close(),
  }
}
