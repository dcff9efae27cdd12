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
  /** Ids of mutants: the service with these seeded faults. */
  readonly mutants?: readonly string[]
  /** Ids of variants: the service with these freedoms used. */
  readonly variants?: readonly string[]
}

/** Starts the reference service on loopback, as it is or with some faults and freedoms. */
export async function startSandbox(
  embedded: Embedded,
  { port, allowance, mutants = [], variants = [] }: SandboxOptions,
): Promise<Sandbox> {
  const service = await embedded.start({
    ...(await alteration(embedded, mutants, variants)),
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

/** Freedoms first: if a fault and a freedom replace the same step, the fault wins. */
async function alteration(
  embedded: Embedded,
  mutants: readonly string[],
  variants: readonly string[],
): Promise<Change> {
  const freedoms = named('variant', await embedded.variants(), variants)
  const faults = named('mutant', await embedded.mutants(), mutants)
  const all = [...freedoms, ...faults]
  return all.length === 0 ? {} : embedded.combine(all)
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
