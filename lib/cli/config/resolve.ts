import { resolve } from 'node:path'
import { proxiesOf } from '../../http/proxy.ts'
import type { RunOptions } from '../../run/options.ts'
import { ConfigurationError } from '../../util/errors.ts'
import { completeSpending, refuseConflicts, type Spending } from './complete.ts'
import { readKnownFailures } from './known-failures.ts'
import { didYouMean } from '../../util/text.ts'
import type { Environment, Reading } from './reading.ts'
import type { OptionValues } from './options.ts'
import { quote } from './option.ts'

/** The run options of a command. */
export type RunSettings = RunOptions

/** What resolving needs beside the values. */
export interface ResolveContext {
  /** The working folder: file names are relative to it. */
  readonly folder: string
  /** Ids of the catalogue, loaded only if an id is given. */
  readonly requirementIds: (suite?: string) => Promise<ReadonlySet<string>>
  /** Variables that headers may refer to. */
  readonly environment?: Environment
}

/**
 * Completes the options with defaults and checks whether they fit together. Throws a one-line {@link
 * ConfigurationError}.
 */
export async function resolveRun(reading: Reading, context: ResolveContext): Promise<RunSettings> {
  const { values } = reading
  refuseConflicts(values, reading.origin)
  const suite = values.suite === undefined ? undefined : resolve(context.folder, values.suite)
  const requirementIds = (): Promise<ReadonlySet<string>> => context.requirementIds(suite)
  await refuseUnknownIds(reading, requirementIds)
  return {
    ...targetOf(values),
    ...certificateOf(reading, context.folder),
    proxies: proxiesOf(context.environment ?? {}),
    ...spendingOf(values),
    only: values.only,
    cases: values.case,
    parts: values.part,
    suite,
    strict: values.strict ?? false,
    headers: headersOf(reading, context.environment ?? {}),
    trace: values.trace,
    failOn: values.failOn ?? 'derived',
    ...(await knownFailuresOf(values, { folder: context.folder, requirementIds })),
  }
}

/** The headers, with `$NAME` replaced by the variable of that name: secrets do not belong on a command line. */
function headersOf({ values, origin }: Reading, environment: Environment): RunOptions['headers'] {
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
  { values: { clientCert, clientKey }, origin }: Reading,
  folder: string,
): Pick<RunOptions, 'clientCert' | 'clientKey'> {
  if (clientCert === undefined && clientKey === undefined) return {}
  if (clientCert === undefined || clientKey === undefined)
    throw new ConfigurationError(
      `${origin(clientCert === undefined ? 'clientKey' : 'clientCert')} needs ${clientCert === undefined ? '--client-cert' : '--client-key'}, too: a certificate and its private key belong together`,
    )
  return { clientCert: resolve(folder, clientCert), clientKey: resolve(folder, clientKey) }
}

type Target = Pick<
  RunOptions,
  'baseUrl' | 'apiKey' | 'otherApiKey' | 'exhaustibleApiKey' | 'apexUrl' | 'webhook' | 'writes' | 'verifyTls'
>

function targetOf(values: OptionValues): Target {
  const { baseUrl, apiKey, otherApiKey, exhaustibleApiKey, apexUrl, webhookPort: port } = values
  const host = values.webhookHost ?? '127.0.0.1'
  return {
    baseUrl,
    apiKey,
    otherApiKey,
    exhaustibleApiKey,
    apexUrl,
    webhook: port === undefined ? undefined : { host, port, waitMs: values.webhookWait ?? 10_000 },
    writes: values.writes ?? baseUrl === undefined,
    verifyTls: values.insecure !== true,
  }
}

function spendingOf(values: OptionValues): Spending {
  return completeSpending({
    ...values,
    requestTimeoutMs: values.timeout,
    runTimeoutMs: values.runTimeout,
  })
}

/** Throws a {@link ConfigurationError} if the selection names an id that the catalogue does not have. */
export async function refuseUnknownIds(
  { values, origin }: Reading,
  requirementIds: ResolveContext['requirementIds'],
): Promise<void> {
  if (values.only === undefined) return
  const ids = await requirementIds()
  const unknown = values.only.find((id) => !ids.has(id))
  if (unknown === undefined) return
  throw new ConfigurationError(
    `${origin('only')} names an unknown requirement id, ${quote(unknown)}${didYouMean(unknown, ids)}`,
  )
}

async function knownFailuresOf(
  { knownFailures }: OptionValues,
  { folder, requirementIds }: Pick<ResolveContext, 'folder' | 'requirementIds'>,
): Promise<Pick<RunSettings, 'knownFailures' | 'knownFailuresFile'>> {
  if (knownFailures === undefined) return { knownFailures: undefined, knownFailuresFile: undefined }
  const file = resolve(folder, knownFailures)
  return { knownFailures: await readKnownFailures(file, await requirementIds()), knownFailuresFile: file }
}

/** The style of the output, and the reports folder. */
export interface OutputSettings {
  /** Absolute path. */
  readonly reports: string
  readonly quiet: boolean
  readonly verbose: boolean
  readonly color: boolean
  readonly annotations: boolean
}

/** What the defaults of output options depend on. */
export interface OutputContext {
  readonly folder: string
  readonly environment: Environment
  /** Whether standard output is a terminal. */
  readonly terminal: boolean
}

/** Completes the output options with defaults. Throws a {@link ConfigurationError} if two exclude each other. */
export function resolveOutput({ values, origin }: Reading, context: OutputContext): OutputSettings {
  const { quiet = false, verbose = false } = values
  if (quiet && verbose) {
    throw new ConfigurationError(`${origin('quiet')} and ${origin('verbose')} exclude each other`)
  }
  return {
    reports: resolve(context.folder, values.reports ?? 'reports'),
    quiet,
    verbose,
    color: values.noColor !== true && (context.terminal || forced(context.environment['FORCE_COLOR'])),
    annotations: values.annotations ?? context.environment['GITHUB_ACTIONS'] === 'true',
  }
}

/** By the convention of `FORCE_COLOR`, any value except `0` and `false` enables colours without a terminal. */
function forced(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value)
}
