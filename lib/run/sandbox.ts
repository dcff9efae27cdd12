import { ConfigurationError } from '../util/errors.ts'
import type { Change, Embedded, Mutant, Variant } from './setup.ts'

/** A running reference service, for people who write clients. */
export interface Sandbox {
  readonly baseUrl: string
  readonly keys: readonly { readonly key: string; readonly meaning: string }[]
  readonly close: () => Promise<void>
}

export interface SandboxOptions {
  /** 0: any free port. */
  readonly port: number
  /** Requests per hour that each key may send; 1,000 unless given. */
  readonly allowance?: number
  /** Id of a mutant: the service with one seeded fault. */
  readonly mutant?: string
  /** Id of a variant: the service with one freedom used. */
  readonly variant?: string
}

/** Starts the reference service on loopback, as it is or with one fault or freedom. */
export async function startSandbox(
  embedded: Embedded,
  { port, allowance, mutant, variant }: SandboxOptions,
): Promise<Sandbox> {
  const service = await embedded.start({
    ...(await alteration(embedded, mutant, variant)),
    port,
    ...(allowance === undefined ? {} : { allowance }),
  })
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

/** Every seeded fault and freedom that the sandbox can be started with. */
export async function listAlterations({ mutants, variants }: Embedded): Promise<{
  mutants: readonly Pick<Mutant, 'id' | 'breaks' | 'how'>[]
  variants: readonly Pick<Variant, 'id' | 'part' | 'why'>[]
}> {
  return { mutants: await mutants(), variants: await variants() }
}

async function alteration(
  { mutants, variants }: Embedded,
  mutant: string | undefined,
  variant: string | undefined,
): Promise<Change> {
  if (mutant !== undefined) {
    const found = (await mutants()).find(({ id }) => id === mutant)
    if (found === undefined)
      throw new ConfigurationError(`there is no mutant "${mutant}"; \`serve --list\` lists them all`)
    return { seams: found.seams() }
  }
  if (variant !== undefined) {
    const found = (await variants()).find(({ id }) => id === variant)
    if (found === undefined)
      throw new ConfigurationError(`there is no variant "${variant}"; \`serve --list\` lists them all`)
    return { ...found.options?.(), seams: found.seams() }
  }
  return {}
}
