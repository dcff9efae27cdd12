import { basename, relative } from 'node:path'
import type { CaseOutcome } from '../../harness/outcome.ts'
import type { RunRecord } from '../../report/record.ts'
import type { Conducted } from '../conduct.ts'
import type { RunOptions } from '../options.ts'
import { momentsOf } from './moments.ts'
import type { Target } from '../target.ts'

/** What the run was given, without its keys, and what a reader of its results has to know. */
export function settingsOf(conducted: Conducted, target: Target, options: RunOptions): RunRecord['settings'] {
  const { only, cases, parts } = options
  return {
    writes: options.writes,
    otherKey: target.keys.other !== undefined,
    exhaustibleKey: target.keys.exhaustible !== undefined,
    apexUrl: target.apexUrl,
    webhooks: target.webhooks,
    webhook: target.embedded
      ? undefined
      : options.webhook && { host: options.webhook.host, port: options.webhook.port },
    insecure: options.verifyTls ? undefined : true,
    clientCertificate: certificateFiles(options),
    proxy: target.proxy?.origin,
    suite: options.suite && relative(process.cwd(), options.suite),
    budget: options.budget,
    fuzzRuns: options.fuzzRuns,
    strict: options.strict,
    failOn: options.failOn === 'must' ? options.failOn : undefined,
    selection:
      only === undefined && cases === undefined && parts === undefined ? undefined : { only, cases, parts },
    knownFailures: knownFailuresOf(options),
    warnings: warningsOf(conducted, target, options),
  }
}

function certificateFiles({ clientCert, clientKey }: RunOptions): RunRecord['settings']['clientCertificate'] {
  if (clientCert === undefined || clientKey === undefined) return undefined
  const named = (file: string): string => relative(process.cwd(), file)
  return { cert: named(clientCert), key: named(clientKey) }
}

/** The known-failures file by its name, without its path. */
function knownFailuresOf({
  knownFailures: entries,
  knownFailuresFile: file,
}: RunOptions): RunRecord['settings']['knownFailures'] {
  return entries && { file: file && basename(file), entries }
}

/** What a reader of the results has to know, one line each. They are not violations. */
function warningsOf(conducted: Conducted, { proxy, baseUrl }: Target, { verifyTls }: RunOptions): string[] {
  return [
    ...(verifyTls ? [] : ['TLS certificates were not verified (--insecure)']),
    ...(proxy !== undefined && baseUrl.startsWith('http:')
      ? [
          `requests went through the proxy ${proxy.origin} (${proxy.variable}): what it answers counts as the target's`,
        ]
      : []),
    ...momentsOf(conducted.tally.exchanges, conducted.rate),
    ...leftOut(conducted.outcomes),
  ]
}

/** How much was left out for lack of allowance, and why. */
function leftOut(outcomes: readonly CaseOutcome[]): string[] {
  const left = outcomes.filter(({ reasonKind, requests }) => reasonKind === 'budget' && requests === 0)
  const [first] = left
  if (first?.reason === undefined) return []
  return [`${left.length} of ${outcomes.length} cases were ${first.reason}`]
}
