import { resolve } from 'node:path'
import { proxiesOf } from '../../http/proxy.ts'
import { completeOptions } from '../../run/complete.ts'
import type { RunOptions } from '../../run/options.ts'
import { ConfigurationError } from '../../util/errors.ts'
import type { Environment } from './environment.ts'
import { knownFailuresOf } from './known-failures.ts'
import type { RUN_SETTINGS } from './options.ts'
import { type Operations, operationsOf, selectedIds } from './selection.ts'
import type { ValuesOf } from './setting.ts'
import type { Reading } from './settle.ts'

/** The values that make a run. */
export type RunValues = ValuesOf<typeof RUN_SETTINGS>

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
