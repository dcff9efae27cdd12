import { basename, relative } from 'node:path'
import type { RequirementResult, RunRecord } from '../../report/record.ts'
import { present } from '../../../engine/util/collections.ts'
import { few } from '../../../engine/util/bounds.ts'
import { count } from '../../../engine/util/text.ts'
import type { Conducted } from '../conduct.ts'
import { type RunOptions, USUAL_SEED } from '../options.ts'
import type { Selection } from '../selection.ts'
import { warningsOf } from './warnings.ts'
import type { Target } from '../target.ts'

/** The inputs of the run, without its keys, and the warnings for readers of its results. */
export function settingsOf(
  conducted: Conducted,
  target: Target,
  options: RunOptions,
  { named }: Selection,
  requirements: readonly RequirementResult[],
): RunRecord['settings'] {
  const { knownFailures, knownFailuresFile: file } = options
  return {
    writes: options.writes,
    otherKey: target.keys.other !== undefined,
    exhaustibleKey: target.keys.exhaustible !== undefined,
    apexUrl: target.apexUrl,
    webhooks: target.webhooks,
    insecure: options.insecure ? true : undefined,
    clientCertificate: certificateFiles(options),
    budget: options.budget,
    fuzzRuns: options.fuzzRuns,
    strict: options.strict,
    rules: options.rules,
    failOn: options.failOn === 'must' ? options.failOn : undefined,
    selection: named,
    skip: options.skip,
    repeat: options.repeat,
    program: options.program,
    // The file by its name, without its path.
    knownFailures: knownFailures && { ...knownFailures, file: file && basename(file) },
    warnings: [
      ...(options.insecure ? ['TLS certificates were not verified (--insecure)'] : []),
      ...warningsOf(conducted),
      ...otherInputs(options, requirements),
      ...undecided(options, requirements),
    ],
  }
}

/** With another seed than usual, a new violation need not be new on the target. */
function otherInputs({ seed }: RunOptions, requirements: readonly RequirementResult[]): string[] {
  const isNew = ({ verdict, known }: RequirementResult): boolean =>
    verdict === 'failed' && (known === undefined || known.unexcused !== undefined)
  if (seed === USUAL_SEED || !requirements.some(isNew)) return []
  return [
    `the inputs are not the usual ones: what is new here may be an old fault; --seed ${seed} repeats it`,
  ]
}

/** Known failures about whose end the run cannot decide. */
function undecided({ knownFailures }: RunOptions, requirements: readonly RequirementResult[]): string[] {
  const listed = requirements.filter(({ known }) => known !== undefined)
  const notTried = listed.filter(({ known }) => known?.notTried === true).map(({ id }) => id)
  const passed = listed
    .filter(({ verdict, known }) => verdict === 'passed' && !known?.notTried && !known?.unexpectedPass)
    .map(({ id }) => id)
  return present(
    notTried.length > 0 && `${count(notTried.length, 'known failure')} not tried: ${few(notTried)}`,
    passed.length > 0 &&
      `${count(passed.length, 'known failure')} passed here: ${few(passed)}; a run of everything with --profile ${knownFailures?.profile}, and no --seed, says whether to remove ${passed.length === 1 ? 'it' : 'them'}`,
  )
}

function certificateFiles({ clientCert, clientKey }: RunOptions): RunRecord['settings']['clientCertificate'] {
  if (clientCert === undefined || clientKey === undefined) return undefined
  const named = (file: string): string => relative(process.cwd(), file)
  return { cert: named(clientCert), key: named(clientKey) }
}
