import type { Exchange } from '../../http/exchange.ts'
import { createScrubber } from '../../http/scrub.ts'
import type { ReasonKind } from '../../judge/reason.ts'
import type { CaseResult, RequirementResult, RunRecord } from '../../report/record.ts'
import type { CaseDefinition } from '../../harness/case.ts'
import type { Setup } from '../setup.ts'
import { violationsIn } from '../../report/answer.ts'
import { conclude } from './conclusion.ts'
import type { RunOutcome } from '../run-outcome.ts'
import { evidenceOfShards } from './evidence.ts'
import { renumbered } from './merge-numbering.ts'
import { refuseStrangers } from './merge-check.ts'
import { requirementResults } from './results.ts'

/**
 * Joins the records of all shards of a run into one: the same verdicts as one run over all cases gives.
 * Exchanges are numbered anew, shard by shard. Only those that the records hold are there: the rest is in the shards' own traffic.har.
 * @throws ConfigurationError where the records are not the shards of one run
 */
export function mergeRecords(
  { api, cases }: Pick<Setup, 'api' | 'cases'>,
  records: readonly RunRecord[],
): RunOutcome {
  refuseStrangers(records)
  const shards = renumbered(records.toSorted((a, b) => shardIndex(a) - shardIndex(b)))
  const first = shards[0]!
  const requirements = withMutants(
    requirementResults(api, evidenceOfShards(shards), {
      profile: first.profile,
      ...first.settings.selection,
      ...(first.settings.failOn && { failOn: first.settings.failOn }),
      ...(first.settings.knownFailures && { knownFailures: first.settings.knownFailures.entries }),
    }),
    shards,
  )
  const startedAt = shards.map((shard) => shard.startedAt).sort()[0] ?? first.startedAt
  const finishedAt =
    shards
      .map((shard) => shard.finishedAt)
      .sort()
      .at(-1) ?? first.finishedAt
  const { problem, problemKind } = shards.find((shard) => shard.problem !== undefined) ?? {}
  const record: RunRecord = {
    ...first,
    startedAt,
    finishedAt,
    durationMs: Date.parse(finishedAt) - Date.parse(startedAt),
    settings: settingsOf(shards),
    ...concluded(
      shards,
      requirements,
      startedAt,
      problem === undefined ? undefined : (problemKind ?? 'interrupted'),
    ),
    ...(problem === undefined ? {} : { problem }),
    ...(problemKind === undefined ? {} : { problemKind }),
    requests: {
      total: sum(shards, (shard) => shard.requests.total),
      byKey: byKey(shards),
      ...(shards.some(({ requests }) => requests.unanswered !== undefined) && {
        unanswered: sum(shards, ({ requests }) => requests.unanswered ?? 0),
      }),
    },
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

/** Names the seeded faults that the shards named. */
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

/** What one shard's evidence would catch says nothing of all of them together. */
function withoutSensitivity({ sensitivity: _sensitivity, ...record }: RunRecord): RunRecord {
  return record
}

/** A recorded exchange for traffic.har; its text is as it stands in the record, cut after 16 KiB. */
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
