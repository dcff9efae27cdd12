import { MUTANTS } from '../../fixtures/mutants/index.ts'
import { type ReferenceOptions, startReference } from '../../fixtures/reference/index.ts'
import type { Mutant } from '../../fixtures/mutants/mutant.ts'
import { VARIANTS } from '../../fixtures/variants/index.ts'
import type { Variant } from '../../fixtures/variants/variant.ts'
import { ConfigurationError } from './options.ts'

/** A running reference service, for people who write clients. */
export interface Sandbox {
  readonly baseUrl: string
  readonly keys: readonly { readonly key: string; readonly meaning: string }[]
  readonly close: () => Promise<void>
}

export interface SandboxOptions {
  /** 0: any free port. */
  readonly port: number
  /** Id of a mutant: the service with one seeded fault. */
  readonly mutant?: string
  /** Id of a variant: the service with one freedom used. */
  readonly variant?: string
}

/** Starts the reference service on loopback, as it is or with one fault or freedom. */
export async function startSandbox({ port, mutant, variant }: SandboxOptions): Promise<Sandbox> {
  const service = await startReference({ ...alteration(mutant, variant), port })
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

/** Every seeded fault and every freedom that the sandbox can be started with. */
export function listAlterations(): {
  mutants: readonly Pick<Mutant, 'id' | 'breaks' | 'how'>[]
  variants: readonly Pick<Variant, 'id' | 'part' | 'why'>[]
} {
  return { mutants: MUTANTS, variants: VARIANTS }
}

function alteration(mutant: string | undefined, variant: string | undefined): ReferenceOptions {
  if (mutant !== undefined) {
    const found = MUTANTS.find(({ id }) => id === mutant)
    if (found === undefined)
      throw new ConfigurationError(`there is no mutant "${mutant}"; \`serve --list\` lists them all`)
    return { seams: found.seams() }
  }
  if (variant !== undefined) {
    const found = VARIANTS.find(({ id }) => id === variant)
    if (found === undefined)
      throw new ConfigurationError(`there is no variant "${variant}"; \`serve --list\` lists them all`)
    return { ...found.options?.(), seams: found.seams() }
  }
  return {}
}
