import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { ConfigurationError } from '../run/options.ts'
import type { KnownFailure, RunOptions } from '../run/options.ts'
import { PROFILE_DEFAULTS, WAITING_RUN_TIMEOUT_MS } from './defaults.ts'
import { readKnownFailures } from './known-failures.ts'
import { didYouMean } from './nearest.ts'
import { LARGEST_SEED } from './options/generated.ts'
import type { OptionValues } from './options.ts'
import { quote } from './parse/quote.ts'
import type { Shard } from './parse/shard.ts'
import type { Reading } from './reading.ts'

/** Run options, and what chooses among the cases. */
export interface RunSettings extends RunOptions {
  /** Absolute path of a file with further cases. */
  readonly suite?: string
  readonly shard?: Shard
}

/** What resolving needs to know besides the values. */
export interface ResolveContext {
  /** The caller's folder; files are named relative to it. */
  readonly folder: string
  /** Ids of the catalogue; asked for only where an id is given. */
  readonly requirementIds: () => Promise<ReadonlySet<string>>
}

/**
 * Fills in defaults and checks what values mean together. Throws a {@link ConfigurationError} of one line.
 */
export async function resolveRun(reading: Reading, context: ResolveContext): Promise<RunSettings> {
  const { values } = reading
  refuseKeysThatDoNotFit(reading)
  await refuseUnknownIds(reading, context.requirementIds)
  return {
    ...targetOf(values),
    ...spendingOf(values),
    only: values.only,
    parts: values.part,
    suite: values.suite === undefined ? undefined : resolve(context.folder, values.suite),
    shard: values.shard,
    strict: values.strict ?? false,
    knownFailures: await knownFailuresOf(values, context),
  }
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

type Spending = Pick<
  RunOptions,
  | 'profile'
  | 'budget'
  | 'floor'
  | 'wait'
  | 'seed'
  | 'fuzzRuns'
  | 'concurrency'
  | 'requestTimeoutMs'
  | 'runTimeoutMs'
>

function spendingOf(values: OptionValues): Spending {
  const profile = values.profile ?? 'standard'
  const defaults = PROFILE_DEFAULTS[profile]
  const wait = values.wait ?? false
  return {
    profile,
    budget: values.budget ?? defaults.budget,
    floor: values.floor ?? 100,
    wait,
    seed: values.seed ?? randomInt(LARGEST_SEED + 1),
    fuzzRuns: values.fuzzRuns ?? defaults.fuzzRuns,
    concurrency: values.concurrency ?? 8,
    requestTimeoutMs: values.timeout ?? 10_000,
    runTimeoutMs: values.runTimeout ?? (wait ? WAITING_RUN_TIMEOUT_MS : defaults.runTimeoutMs),
  }
}

const KEYS = ['apiKey', 'otherApiKey', 'exhaustibleApiKey'] as const

const SAME_KEY = {
  apiKey: '',
  otherApiKey: 'isolation needs the key of a second workspace',
  exhaustibleApiKey: 'its whole allowance would be spent',
}

function refuseKeysThatDoNotFit({ values, origin }: Reading): void {
  const given = KEYS.filter((name) => values[name] !== undefined)
  if (values.baseUrl !== undefined && values.apiKey === undefined) {
    throw new ConfigurationError(
      'a base URL needs a key: set CONFORMANCE_API_KEY in the environment or in .env',
    )
  }
  const [first] = given
  // A mistyped or empty base URL must not end as a green run of the embedded service.
  if (values.baseUrl === undefined && first !== undefined) {
    throw new ConfigurationError(
      `${origin(first)} is set but no base URL: set CONFORMANCE_BASE_URL, or unset the key to verify the embedded service`,
    )
  }
  for (const [index, later] of given.entries()) {
    const twin = given.slice(0, index).find((earlier) => values[earlier] === values[later])
    if (twin === undefined) continue
    throw new ConfigurationError(`${origin(later)} is the same key as ${origin(twin)}: ${SAME_KEY[later]}`)
  }
}

/** Throws a {@link ConfigurationError} where the selection names an id that the catalogue does not have. */
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
  { folder, requirementIds }: ResolveContext,
): Promise<readonly KnownFailure[] | undefined> {
  if (knownFailures === undefined) return undefined
  return readKnownFailures(resolve(folder, knownFailures), await requirementIds())
}
