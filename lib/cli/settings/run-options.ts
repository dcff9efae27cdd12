import { resolve } from 'node:path'
import { proxiesOf } from '../../http/proxy.ts'
import { completeOptions } from '../../run/complete.ts'
import type { RunOptions } from '../../run/options.ts'
import { ConfigurationError } from '../../util/errors.ts'
import { didYouMean } from '../../util/text.ts'
import type { Environment } from './environment.ts'
import { quote } from './kinds.ts'
import { parseKnownFailures, readKnownFailures } from './known-failures.ts'
import type { OUTPUT, RUN_SETTINGS } from './options.ts'
import type { ValuesOf } from './setting.ts'
import type { Reading } from './settle.ts'

/** The values that make a run. */
export type RunValues = ValuesOf<typeof RUN_SETTINGS>

/** The operation of each requirement by id, `*` for all: what a selection is checked against. */
export type Operations = ReadonlyMap<string, string>

/** The operations of all requirements, those of an own suite included. */
export async function operationsOf(suite?: string): Promise<Operations> {
  const { scopeOf } = await import('../../run/scope.ts')
  return new Map((await scopeOf({ suite })).catalogue.rows.map(({ id, endpoint }) => [id, endpoint]))
}

/**
 * The run options of a command. File names are relative to the working folder, and headers may refer to variables.
 * Throws a one-line {@link ConfigurationError}.
 */
export async function resolveRun(
  reading: Reading<RunValues>,
  context: { readonly folder: string; readonly environment: Environment },
): Promise<RunOptions> {
  const { values, origin } = reading
  const { webhookPort: port, webhookHost: host = '127.0.0.1', webhookWait: waitMs = 10_000 } = values
  const suite = values.suite === undefined ? undefined : resolve(context.folder, values.suite)
  const operations = (): Promise<Operations> => operationsOf(suite)
  const { baseUrl, apiKey, otherApiKey, exhaustibleApiKey, apexUrl } = values
  const { profile, budget, floor, wait, seed, fuzzRuns, concurrency, rate, strict, trace, failOn } = values
  return completeOptions(
    {
      baseUrl,
      apiKey,
      otherApiKey,
      exhaustibleApiKey,
      apexUrl,
      writes: values.writes,
      profile,
      budget,
      floor,
      wait,
      seed,
      fuzzRuns,
      concurrency,
      rate,
      strict,
      trace,
      failOn,
      webhook: port === undefined ? undefined : { host, port, waitMs },
      requestTimeoutMs: values.timeout,
      runTimeoutMs: values.runTimeout,
      verifyTls: values.insecure !== true,
      ...certificateOf(reading, context.folder),
      proxies: proxiesOf(context.environment),
      headers: headersOf(reading, context.environment),
      only: await selectedIds(reading, operations),
      cases: values.case,
      parts: values.part,
      suite,
      ...(await knownFailuresOf(reading, context.folder, operations)),
    },
    (name) => (name in values ? origin(name as keyof RunValues) : name),
  )
}

/** The headers, with `$NAME` replaced by the variable of that name: secrets do not belong on a command line. */
function headersOf({ values, origin }: Reading<RunValues>, environment: Environment): RunOptions['headers'] {
  return values.header?.map(([name, value]) => {
    if (!value.startsWith('$')) return [name, value] as const
    const found = environment[value.slice(1)]
    if (found === undefined || found === '')
      throw new ConfigurationError(
        `${origin('header')} wants ${value} for ${name}, which the environment does not have`,
      )
    return [name, found] as const
  })
}

/** The files of the certificate; one without the other is a mistake. */
function certificateOf(
  { values: { clientCert, clientKey }, origin }: Reading<RunValues>,
  folder: string,
): Pick<RunOptions, 'clientCert' | 'clientKey'> {
  if (clientCert === undefined && clientKey === undefined) return {}
  if (clientCert === undefined || clientKey === undefined)
    throw new ConfigurationError(
      `${origin(clientCert === undefined ? 'clientKey' : 'clientCert')} needs ${clientCert === undefined ? '--client-cert' : '--client-key'}, too: a certificate and its private key belong together`,
    )
  return { clientCert: resolve(folder, clientCert), clientKey: resolve(folder, clientKey) }
}

/** The settings that select requirements. */
export type SelectionValues = Pick<RunValues, 'only' | 'endpoint'>

/**
 * The ids of `--only` and of the operations of `--endpoint`; both together: what is in both. Throws a {@link
 * ConfigurationError} for an id or an operation that there is not.
 */
export async function selectedIds(
  { values: { only, endpoint }, origin }: Reading<SelectionValues>,
  operations: () => Promise<Operations>,
): Promise<readonly string[] | undefined> {
  if (only === undefined && endpoint === undefined) return undefined
  const known = await operations()
  const unknown = only?.find((id) => !known.has(id))
  if (unknown !== undefined)
    throw new ConfigurationError(
      `${origin('only')} names an unknown requirement id, ${quote(unknown)}${didYouMean(unknown, known.keys())}`,
    )
  if (endpoint === undefined) return only
  const idle = endpoint.find((wanted) => ![...known.values()].some((one) => isOf(one, wanted)))
  if (idle !== undefined)
    throw new ConfigurationError(
      `${origin('endpoint')} names no operation of this API, ${quote(idle)}${didYouMean(idle, new Set(known.values()))}`,
    )
  const ids = [...known].flatMap(([id, one]) => (endpoint.some((wanted) => isOf(one, wanted)) ? [id] : []))
  const both = only === undefined ? ids : ids.filter((id) => only.includes(id))
  if (both.length > 0) return both
  throw new ConfigurationError(`no requirement is in both ${origin('only')} and ${origin('endpoint')}`)
}

/** Whether an operation, `POST /leads`, is the wanted one, or has its method or its path. */
function isOf(operation: string, wanted: string): boolean {
  const [method = '', path = ''] = operation.split(' ')
  const words = wanted.split(/ +/)
  return words.every((word) => (word.startsWith('/') ? word === path : word.toUpperCase() === method))
}

async function knownFailuresOf(
  { values: { knownFailures }, knownFailures: inline }: Reading<RunValues>,
  folder: string,
  operations: () => Promise<Operations>,
): Promise<Pick<RunOptions, 'knownFailures' | 'knownFailuresFile'>> {
  if (inline !== undefined) {
    const { entries, name } = inline
    return {
      knownFailures: parseKnownFailures(JSON.stringify(entries), name, await operations()),
      knownFailuresFile: name,
    }
  }
  if (knownFailures === undefined) return {}
  const file = resolve(folder, knownFailures)
  return { knownFailures: await readKnownFailures(file, await operations()), knownFailuresFile: file }
}

/** The style of the output, and the reports folder. */
export interface OutputSettings {
  /** Absolute path. */
  readonly reports: string
  readonly quiet: boolean
  readonly verbose: boolean
  readonly color: boolean
  readonly annotations: boolean
  /** One line of JSON for each event, and no other output on standard output. */
  readonly json: boolean
}

/** The output settings with their defaults. */
export function resolveOutput(
  values: ValuesOf<typeof OUTPUT> & { readonly json?: boolean },
  {
    folder,
    environment,
    stdout,
  }: {
    readonly folder: string
    readonly environment: Environment
    readonly stdout: { readonly isTTY: boolean }
  },
): OutputSettings {
  const { quiet = false, verbose = false, json = false } = values
  return {
    reports: resolve(folder, values.reports ?? 'reports'),
    quiet,
    verbose: verbose && !quiet,
    color: values.color ?? isColourful(environment, stdout.isTTY),
    annotations: !json && (values.annotations ?? environment['GITHUB_ACTIONS'] === 'true'),
    json,
  }
}

/** By convention any value of `NO_COLOR` switches colours off, and any of `FORCE_COLOR` but `0` and `false` on. */
function isColourful({ NO_COLOR = '', FORCE_COLOR = '' }: Environment, isTerminal: boolean): boolean {
  return NO_COLOR === '' && (isTerminal || !['', '0', 'false'].includes(FORCE_COLOR))
}
