import { proxiesOf } from '../../engine/http/proxy.ts'
import { completeOptions } from '../../app/run/complete.ts'
import type { RunOptions } from '../../app/run/options.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import type { Environment } from './environment.ts'
import { readKnownFailures } from './known-failures.ts'
import type { RUN_SETTINGS } from './options.ts'
import { checkSelection, operationsOf } from './selection.ts'
import type { ValuesOf } from './setting.ts'
import type { Reading } from './settle.ts'

/** The values that make a run. */
export type RunValues = ValuesOf<typeof RUN_SETTINGS>

/**
 * The run options of a command; `completeOptions` adds the defaults. Headers may refer to variables. Throws a one-line
 * {@link ConfigurationError}.
 */
export async function resolveRun(reading: Reading<RunValues>, environment: Environment): Promise<RunOptions> {
  const { values, origin } = reading
  const {
    timeout,
    runTimeout,
    insecure,
    header,
    part,
    endpoint,
    case: cases,
    knownFailures,
    ...others
  } = values
  await checkSelection(reading, operationsOf)
  const { webhookPort, webhookHost = '127.0.0.1', webhookWait = 10, ...sameNames } = others
  return completeOptions(
    {
      ...sameNames,
      requestTimeoutMs: milliseconds(timeout),
      runTimeoutMs: milliseconds(runTimeout),
      verifyTls: insecure !== true,
      proxies: proxiesOf(environment),
      headers: header?.map(([name, value]) => [name, referred(name, value, origin('header'), environment)]),
      webhook:
        webhookPort === undefined
          ? undefined
          : { port: webhookPort, host: webhookHost, waitMs: webhookWait * 1000 },
      endpoints: endpoint,
      cases,
      parts: part,
      knownFailures:
        knownFailures === undefined
          ? undefined
          : await readKnownFailures(knownFailures, await operationsOf()),
      knownFailuresFile: knownFailures,
    },
    (name) => origin(name as keyof RunValues),
  )
}

function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.round(seconds * 1000)
}

/** The value of a header; `$NAME` is that of a variable: secrets do not belong on a command line. */
function referred(name: string, value: string, origin: string, environment: Environment): string {
  if (!value.startsWith('$')) return value
  const found = environment[value.slice(1)]
  if (found !== undefined && found !== '') return found
  throw new ConfigurationError(`${origin} wants ${value} for ${name}, which the environment does not have`)
}
