import { ConfigurationError } from '../util/errors.ts'
import type { Mutant } from '../../fixtures/mutants/tools/mutant.ts'
import type { ReferenceOptions } from '../../fixtures/reference/index.ts'
import type { Variant } from '../../fixtures/variants/tools.ts'
import type { RunRecord } from '../report/record.ts'

/** A running reference service, for people who write clients. */
export interface Sandbox {
  readonly baseUrl: string
  readonly keys: readonly { readonly key: string; readonly meaning: string }[]
  /** Resolves with what the requests of clients showed, where they were judged. */
  readonly close: () => Promise<RunRecord | void>
}

export interface SandboxOptions {
  /** 0: any free port. */
  readonly port: number
  /** Requests per hour that each key may send; 1,000 unless given. */
  readonly allowance?: number
  /** Ids of mutants: the service with these seeded faults. */
  readonly mutants?: readonly string[]
  /** Ids of variants: the service with these freedoms used. */
  readonly variants?: readonly string[]
}

/** Starts the reference service on loopback, as it is or with some faults and freedoms. */
export async function startSandbox({
  port,
  allowance,
  mutants = [],
  variants = [],
}: SandboxOptions): Promise<Sandbox> {
  const { startReference } = await import('../../fixtures/reference/index.ts')
  const service = await startReference({ ...(await alteration(mutants, variants)), port, allowance })
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
export async function listAlterations(): Promise<{
  readonly mutants: readonly Mutant[]
  readonly variants: readonly Variant[]
}> {
  const [{ MUTANTS }, { VARIANTS }] = await Promise.all([
    import('../../fixtures/mutants/index.ts'),
    import('../../fixtures/variants/index.ts'),
  ])
  return { mutants: MUTANTS, variants: VARIANTS }
}

/** Freedoms first: if a fault and a freedom replace the same step, the fault wins. */
async function alteration(
  mutants: readonly string[],
  variants: readonly string[],
): Promise<ReferenceOptions> {
  if (mutants.length + variants.length === 0) return {}
  const known = await listAlterations()
  const { combine } = await import('../../fixtures/variants/combine.ts')
  return combine([...named('variant', known.variants, variants), ...named('mutant', known.mutants, mutants)])
}

function named<T extends { readonly id: string }>(
  what: string,
  known: readonly T[],
  ids: readonly string[],
): readonly T[] {
  return ids.map((id) => {
    const found = known.find((one) => one.id === id)
    if (found === undefined)
      throw new ConfigurationError(`there is no ${what} "${id}"; \`serve --list\` lists them all`)
    return found
  })
}
