import { resolve } from 'node:path'
import { proxiesOf } from '../../http/proxy.ts'
import { completeOptions } from '../../run/complete.ts'
import type { RunOptions } from '../../run/options.ts'
import { ConfigurationError } from '../../util/errors.ts'
import { didYouMean } from '../../util/text.ts'
import type { Environment } from './environment.ts'
import { quote } from './kinds.ts'
import { knownFailuresOf } from './known-failures.ts'
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
 * The run options of a command; `completeOptions` adds the defaults. File names are relative to the working folder, and
 * headers may refer to variables. Throws a one-line {@link ConfigurationError}.
 */
export async function resolveRun(
  reading: Reading<RunValues>,
  { folder, environment }: { readonly folder: string; readonly environment: Environment },
): Promise<RunOptions> {
  const { values, origin, problem } = reading
  if (problem !== undefined) throw problem
  const { timeout, runTimeout, insecure, header, part, clientCert, clientKey, ...others } = values
  // What is left has the same name in both.
  const { case: cases, suite, knownFailures, webhookPort, webhookHost, webhookWait, ...sameNames } = others
  const absolute = (file: string | undefined): string | undefined => file && resolve(folder, file)
  const operations = (): Promise<Operations> => operationsOf(absolute(suite))
  refuseHalfCertificate(reading)
  return completeOptions(
    {
      ...sameNames,
      requestTimeoutMs: timeout,
      runTimeoutMs: runTimeout,
      verifyTls: insecure !== true,
      clientCert: absolute(clientCert),
      clientKey: absolute(clientKey),
      proxies: proxiesOf(environment),
      headers: header && headersOf(header, origin('header'), environment),
      webhook:
        webhookPort === undefined
          ? undefined
          : { port: webhookPort, host: webhookHost ?? '127.0.0.1', waitMs: webhookWait ?? 10_000 },
      only: await selectedIds(reading, operations),
      cases,
      parts: part,
      suite: absolute(suite),
      ...(knownFailures &&
        (await knownFailuresOf(knownFailures, origin('knownFailures'), folder, await operations()))),
    },
    (name) => (name in values ? origin(name as keyof RunValues) : name),
  )
}

/** The headers, with `$NAME` replaced by the variable of that name: secrets do not belong on a command line. */
function headersOf(
  headers: NonNullable<RunValues['header']>,
  origin: string,
  environment: Environment,
): RunOptions['headers'] {
  return headers.map(([name, value]) => {
    if (!value.startsWith('$')) return [name, value] as const
    const found = environment[value.slice(1)]
    if (found === undefined || found === '')
      throw new ConfigurationError(
        `${origin} wants ${value} for ${name}, which the environment does not have`,
      )
    return [name, found] as const
  })
}

function refuseHalfCertificate({ values: { clientCert, clientKey }, origin }: Reading<RunValues>): void {
  if ((clientCert === undefined) === (clientKey === undefined)) return
  const [given, missing] =
    clientCert === undefined
      ? (['clientKey', '--client-cert'] as const)
      : (['clientCert', '--client-key'] as const)
  throw new ConfigurationError(
    `${origin(given)} needs ${missing}, too: a certificate and its private key belong together`,
  )
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
