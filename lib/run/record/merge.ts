import type { CaseDefinition } from '../../harness/case.ts'
import type { Exchange } from '../../http/exchange.ts'
import { createScrubber } from '../../http/scrub.ts'
import type { ReasonKind } from '../../judge/verdict.ts'
import { violationsIn } from '../../report/summary.ts'
import type { CaseResult, RequirementResult, RunRecord } from '../../report/record.ts'
import { withRequirements } from '../cases.ts'
import { ConfigurationError } from '../../util/errors.ts'
import type { RunOutcome } from './assemble.ts'
import type { Setup } from '../setup.ts'
import { conclude, requirementResults } from './results.ts'
import { evidenceOfShards } from './evidence.ts'

/**
 * Joins the records of all shards into one, with the verdicts of a single run over all cases.
 * Exchanges are renumbered shard by shard. Only those in the records are included; the rest are in the shards' own
 * traffic.har.
 * @throws ConfigurationError unless these are the shards of one run
 */
export function mergeRecords(
  { api, cases }: Pick<Setup, 'api' | 'cases'>,
  records: readonly RunRecord[],
): RunOutcome {
  refuseOtherRuns(records)
  const shards = renumbered(records.toSorted((a, b) => shardIndex(a) - shardIndex(b)))
  const first = shards[0]!
  const requirements = requirementsOf(api, shards)
  const span = spanOf(shards)
  const { problem, problemKind } = shards.find((shard) => shard.problem !== undefined) ?? {}
  const ending = problem === undefined ? undefined : (problemKind ?? 'interrupted')
  const record: RunRecord = {
    ...first,
    ...span,
    settings: settingsOf(shards),
    ...concluded(shards, requirements, span.startedAt, ending),
    ...(problem === undefined ? {} : { problem }),
    ...(problemKind === undefined ? {} : { problemKind }),
    requests: requestsOf(shards),
    requirements,
    cases: inSuiteOrder(
      cases,
      shards.flatMap((shard) => shard.cases),
    ),
    observations: unique(shards.flatMap((shard) => shard.observations)),
    footprint: shards.flatMap((shard) => shard.footprint),
    exchanges: shards.flatMap((shard) => shard.exchanges),
    judgements: sum(shards, (shard) => shard.judgements),
  }
  return {
    record: withoutSensitivity({ ...record, violations: violationsIn(record) }),
    exchanges: record.exchanges.map(asExchange),
    scrub: createScrubber([]),
  }
}

/** The verdicts of all shards together, by the rules of one run. */
function requirementsOf(api: Setup['api'], shards: readonly RunRecord[]): readonly RequirementResult[] {
  const { profile, settings } = shards[0]!
  const known = withRequirements(
    api,
    shards.flatMap((shard) => shard.requirements),
  )
  const terms = {
    profile,
    ...settings.selection,
    ...(settings.failOn && { failOn: settings.failOn }),
    ...(settings.knownFailures && { knownFailures: settings.knownFailures.entries }),
  }
  return withMutants(requirementResults(known, evidenceOfShards(shards), terms), shards)
}

/** From the beginning of the first shard to the end of the last. */
function spanOf(shards: readonly RunRecord[]): Pick<RunRecord, 'startedAt' | 'finishedAt' | 'durationMs'> {
  const first = shards[0]!
  const startedAt = shards.map((shard) => shard.startedAt).sort()[0] ?? first.startedAt
  const ends = shards.map((shard) => shard.finishedAt).sort()
  const finishedAt = ends.at(-1) ?? first.finishedAt
  return { startedAt, finishedAt, durationMs: Date.parse(finishedAt) - Date.parse(startedAt) }
}

function requestsOf(shards: readonly RunRecord[]): RunRecord['requests'] {
  return {
    total: sum(shards, (shard) => shard.requests.total),
    byKey: byKey(shards),
    ...(shards.some(({ requests }) => requests.unanswered !== undefined) && {
      unanswered: sum(shards, ({ requests }) => requests.unanswered ?? 0),
    }),
  }
}

/** Adds the seeded faults that the shards named. */
function withMutants(
  requirements: readonly RequirementResult[],
  shards: readonly RunRecord[],
): RequirementResult[] {
  const named = shards.flatMap((shard) => shard.requirements)
  return requirements.map((row) => {
    const mutants = [...new Set(named.filter(({ id }) => id === row.id).flatMap((one) => one.mutants ?? []))]
    return row.verdict !== 'failed' || mutants.length === 0 ? row : { ...row, mutants }
  })
}

function shardIndex(record: RunRecord): number {
  return record.settings.shard?.index ?? 0
}

function concluded(
  shards: readonly RunRecord[],
  requirements: readonly RequirementResult[],
  startedAt: string,
  problem: ReasonKind | undefined,
): Pick<RunRecord, 'verdict' | 'exitCode'> {
  return conclude(requirements, {
    day: startedAt.slice(0, 10),
    strict: shards.some((shard) => shard.settings.strict),
    faults: shards.flatMap((shard) => shard.cases).filter(({ reasonKind }) => reasonKind === 'tool-fault')
      .length,
    ...(problem === undefined ? {} : { problem }),
  })
}

function settingsOf(shards: readonly RunRecord[]): RunRecord['settings'] {
  const all = shards.map(({ settings }) => settings)
  const { shard: _shard, ...first } = all[0]!
  return {
    ...first,
    otherKey: all.some(({ otherKey }) => otherKey),
    exhaustibleKey: all.some(({ exhaustibleKey }) => exhaustibleKey),
    webhooks: all.some(({ webhooks }) => webhooks),
    budget: all.reduce((total, { budget }) => total + budget, 0),
    warnings: [...new Set(all.flatMap(({ warnings }) => warnings))],
  }
}

function byKey(shards: readonly RunRecord[]): RunRecord['requests']['byKey'] {
  const labels = ['main', 'other', 'exhaustible', 'none', 'invalid'] as const
  return Object.fromEntries(
    labels
      .map((label) => [label, sum(shards, (shard) => shard.requests.byKey[label] ?? 0)] as const)
      .filter(([, requests]) => requests > 0),
  )
}

function sum(shards: readonly RunRecord[], pick: (shard: RunRecord) => number): number {
  return shards.reduce((total, shard) => total + pick(shard), 0)
}

function inSuiteOrder(cases: readonly CaseDefinition[], results: readonly CaseResult[]): CaseResult[] {
  const places = new Map(cases.map(({ id }, index) => [id, index]))
  const place = ({ id }: CaseResult): number => places.get(id) ?? cases.length
  return results.toSorted((a, b) => place(a) - place(b))
}

function unique(observations: RunRecord['observations']): RunRecord['observations'] {
  return [...new Map(observations.map((one) => [`${one.requirement} ${one.text}`, one])).values()]
}

/** The sensitivity of single shards does not add up to that of the run. */
function withoutSensitivity({ sensitivity: _sensitivity, ...record }: RunRecord): RunRecord {
  return record
}

/** A recorded exchange for traffic.har, with the text of the record, which is cut at 16 KiB. */
function asExchange(recorded: RunRecord['exchanges'][number]): Exchange {
  const { id, key, operation, request, response, failure, startedAt, durationMs } = recorded
  const at = request.url.indexOf('?')
  return {
    id,
    key,
    operation,
    request: {
      ...request,
      path: at < 0 ? request.url : request.url.slice(0, at),
      query: at < 0 ? [] : [...new URLSearchParams(request.url.slice(at + 1))],
    },
    ...(response === undefined
      ? {}
      : {
          response: {
            status: response.status,
            headers: response.headers,
            text: response.body,
            size: response.size,
            json: { ok: false, problem: 'not read again' },
          },
        }),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of the record names the same kinds
    ...(failure === undefined ? {} : { failure: failure as Exchange['failure'] }),
    startedAt: Date.parse(startedAt),
    durationMs,
  }
}

/** Throws a one-line {@link ConfigurationError} unless the records are all shards of one run, each once. */
function refuseOtherRuns(records: readonly RunRecord[]): void {
  const [first, ...rest] = records
  if (first === undefined) throw new ConfigurationError('merge needs the records of all shards')
  const count = first.settings.shard?.count
  if (count === undefined)
    throw new ConfigurationError('a record is of a whole run, not of a shard (--shard)')
  for (const record of rest) {
    for (const [what, of] of SAME) {
      if (of(record) === of(first)) continue
      throw new ConfigurationError(
        `the records are not shards of one run: ${what} ${of(first)} and ${of(record)}`,
      )
    }
  }
  const indices = records.map((record) => record.settings.shard?.index)
  for (let index = 1; index <= count; index++) {
    const times = indices.filter((one) => one === index).length
    if (times === 1) continue
    throw new ConfigurationError(`shard ${index}/${count} is ${times === 0 ? 'missing' : 'given twice'}`)
  }
}

/** What all shards of a run share. Each machine has its own embedded service. */
const SAME: readonly (readonly [what: string, of: (record: RunRecord) => string | number | undefined])[] = [
  ['number of shards', ({ settings }) => settings.shard?.count],
  ['target', ({ target }) => (target.embedded ? 'the embedded service' : target.baseUrl)],
  ['profile', ({ profile }) => profile],
  ['seed', ({ seed }) => seed],
  ['tool version', ({ tool }) => tool.version],
  ['selection', ({ settings }) => JSON.stringify(settings.selection) ?? 'of everything'],
  ['writes', ({ settings }) => (settings.writes ? 'allowed' : 'not allowed')],
]

/** Records with exchange ids that do not overlap: each continues after the previous one. */
function renumbered(records: readonly RunRecord[]): RunRecord[] {
  let used = 0
  return records.map((record) => {
    const offset = used
    used += highest(record)
    return offset === 0 ? record : shifted(record, offset)
  })
}

function shifted(record: RunRecord, offset: number): RunRecord {
  const move = (ids: readonly number[]): number[] => ids.map((id) => (id === 0 ? 0 : id + offset))
  return {
    ...record,
    requirements: record.requirements.map((row) => ({
      ...row,
      evidence: move(row.evidence),
      findings: row.findings.map((finding) => ({ ...finding, exchanges: move(finding.exchanges) })),
    })),
    cases: record.cases.map((result) => ({ ...result, exchanges: move(result.exchanges) })),
    observations: record.observations.map((one) => ({ ...one, exchanges: move(one.exchanges) })),
    exchanges: record.exchanges.map((one) => ({ ...one, id: one.id + offset })),
  }
}

function highest({ requests, exchanges, cases }: RunRecord): number {
  const ids = [...exchanges.map(({ id }) => id), ...cases.flatMap((result) => result.exchanges)]
  return ids.reduce((most, id) => Math.max(most, id), requests.total)
}
