import { relative } from 'node:path'
import { PROGRAM } from '../../app/report/view/commands.ts'
import { proxiesOf } from '../../engine/http/proxy.ts'
import { completeOptions, type RunOptions } from '../../app/run/options.ts'
import { refuseUnknown } from '../../app/run/selection.ts'
import { few } from '../../engine/util/bounds.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { isObject } from '../../engine/util/values.ts'
import type { Environment } from './environment.ts'
import { readKnownFailures } from './known-failures.ts'
import { EMBEDDED, RUN_SETTINGS, SOURCES } from './options.ts'
import { path } from './parsers.ts'
import type { Setting, ValuesOf } from './setting.ts'
import type { Reading } from './settle.ts'

/** The values that make a run. */
export type RunValues = ValuesOf<typeof RUN_SETTINGS>

interface Calling {
  /** Called without arguments: the embedded service is meant, whatever the environment says. */
  readonly isDemonstration?: boolean
  /** The command by which the program was called. */
  readonly program?: string
}

/**
 * The run options of a command; `completeOptions` adds the defaults. Headers may refer to variables. Throws a one-line
 * {@link ConfigurationError}.
 */
export async function resolveRun(
  reading: Reading<RunValues>,
  environment: Environment,
  { isDemonstration = false, program }: Calling = {},
): Promise<RunOptions> {
  const { origin } = reading
  if (!isDemonstration) refuseNoTarget(reading, environment)
  const values = withoutEmbedded(reading.values)
  const { header, knownFailures: file } = values
  const { catalogue, cases } = (await import('../../app/run/scope.ts')).SCOPE
  refuseUnknown(catalogue.rows, cases, values)
  return completeOptions({
    ...values,
    header: header?.map(([name, value]) => [name, referred(name, value, origin('header'), environment)]),
    knownFailures: file === undefined ? undefined : await readKnownFailures(file, catalogue.rows),
    knownFailuresFile: file,
    targetVersion: values.targetVersion ?? (values.baseUrl === undefined ? undefined : commitOf(environment)),
    proxies: proxiesOf(environment),
    repeat: repeating(reading),
    program: program === PROGRAM ? undefined : program,
  })
}

/** If CI does not pass a variable to the job, the result must not be a green run of the embedded service. */
function refuseNoTarget({ values, targets }: Reading<RunValues>, { CI = '' }: Environment): void {
  const { baseUrl, apiKey, otherApiKey, exhaustibleApiKey } = values
  // A key without an address is refused by itself.
  if ((baseUrl ?? apiKey ?? otherApiKey ?? exhaustibleApiKey) !== undefined) return
  const ways = `to verify the embedded service, say --base-url ${EMBEDDED}`
  if (!['', '0', 'false'].includes(CI.toLowerCase()))
    throw new ConfigurationError(
      `no base URL, and CI is set: does CONFORMANCE_BASE_URL exist, and may this job read it? (${ways})`,
    )
  if (targets !== undefined)
    throw new ConfigurationError(
      targets.chosen === undefined
        ? `no base URL: ${targets.file} names ${few(targets.names)}; choose one with --env (${ways})`
        : `no base URL: ${targets.file} gives ${targets.chosen} none (${ways})`,
    )
}

/** An operator who names the embedded service means it, whatever keys are set. */
function withoutEmbedded(values: RunValues): RunValues {
  if (values.baseUrl !== EMBEDDED) return values
  const { baseUrl: _address, apiKey: _key, otherApiKey: _other, exhaustibleApiKey: _third, ...more } = values
  return more
}

/**
 * The value of a header; `$NAME` is replaced by the value of a variable: secrets do not belong on a command
 * line.
 */
function referred(name: string, value: string, origin: string, environment: Environment): string {
  if (!value.startsWith('$')) return value
  const found = environment[value.slice(1)]
  if (found !== undefined && found !== '') return found
  throw new ConfigurationError(`${origin} wants ${value} for ${name}, which the environment does not have`)
}

/** The variables in which CI systems pass the commit: GitHub, GitLab, Jenkins, Azure, Bitbucket, CircleCI. */
const COMMITS = [
  'GITHUB_SHA',
  'CI_COMMIT_SHA',
  'GIT_COMMIT',
  'BUILD_SOURCEVERSION',
  'BITBUCKET_COMMIT',
  'CIRCLE_SHA1',
]

function commitOf(environment: Environment): string | undefined {
  return COMMITS.map((name) => environment[name]).find((commit) => commit !== undefined && commit !== '')
}

/** Settings of one run only. A printed command that needs one adds it. */
const OF_ONE_RUN: ReadonlySet<string> = new Set([
  'profile',
  'only',
  'endpoint',
  'part',
  'case',
  'seed',
  'targetVersion',
])

/**
 * Arguments with which a printed command reaches the same target in the same way: the flags of this call, and
 * flags in place of variables, which may not be set later. `.env` and the settings file are read again.
 */
function repeating({ values, origin }: Reading<RunValues>): readonly string[] {
  const given: Readonly<Record<string, unknown>> = values
  return Object.entries<Setting>({ ...RUN_SETTINGS, ...SOURCES }).flatMap(([name, setting]) => {
    const value = given[name]
    if (value === undefined || setting.hidden || OF_ONE_RUN.has(name)) return []
    const from = origin(name)
    if (!from.startsWith('--') && from !== setting.variable) return []
    return wordsOf(setting, value)
  })
}

function wordsOf(setting: Setting, value: unknown): readonly string[] {
  const { long = '', negated = long, parse } = setting
  if (typeof value === 'boolean') return [value ? long : negated]
  if (parse === path) return [long, relative(process.cwd(), String(value)) || '.']
  if (!Array.isArray(value)) return [long, String(value)]
  return [long, ...value.map((one: unknown) => itemOf(one))]
}

/**
 * An item of a list as the command line takes it: an entry of `skip` by its id, a header as `NAME:VALUE`. A
 * literal value may be a secret: a variable named after the header replaces it.
 */
function itemOf(item: unknown): string {
  if (isObject(item)) return String(item['id'])
  if (!Array.isArray(item)) return String(item)
  const [name = '', value = ''] = item.map(String)
  return `${name}:${value.startsWith('$') ? value : `$${name.toUpperCase().replaceAll(/\W/g, '_')}`}`
}
