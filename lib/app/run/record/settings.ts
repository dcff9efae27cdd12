import { basename, relative } from 'node:path'
import type { RequirementResult, RunRecord } from '../../report/record.ts'
import { few } from '../../../engine/util/bounds.ts'
import { count } from '../../../engine/util/text.ts'
import type { Conducted } from '../conduct.ts'
import type { RunOptions } from '../options.ts'
import { isPart } from '../selection.ts'
import { warningsOf } from './warnings.ts'
import type { Target } from '../target.ts'

/** What the run was given, without its keys, and what a reader of its results has to know. */
export function settingsOf(
  conducted: Conducted,
  target: Target,
  options: RunOptions,
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
    selection: selectionOf(options),
    skip: options.skip,
    repeat: options.repeat,
    program: options.program,
    // The file by its name, without its path.
    knownFailures: knownFailures && { file: file && basename(file), entries: knownFailures },
    warnings: [...warningsOf(conducted, options), ...notTried(requirements)],
  }
}

/** The selection, by the options that the operator gave. */
function selectionOf(options: RunOptions): RunRecord['settings']['selection'] {
  if (options.lastFailed === true) return { lastFailed: true }
  const { only, endpoint: endpoints, part: parts, case: cases } = options
  return isPart(options) ? { only, endpoints, parts, cases } : undefined
}

/** Known failures that the run cannot speak of. */
function notTried(requirements: readonly RequirementResult[]): string[] {
  const ids = requirements.filter(({ known }) => known?.notTried === true).map(({ id }) => id)
  return ids.length === 0 ? [] : [`${count(ids.length, 'known failure')} not tried: ${few(ids)}`]
}

function certificateFiles({ clientCert, clientKey }: RunOptions): RunRecord['settings']['clientCertificate'] {
  if (clientCert === undefined || clientKey === undefined) return undefined
  const named = (file: string): string => relative(process.cwd(), file)
  return { cert: named(clientCert), key: named(clientKey) }
}
