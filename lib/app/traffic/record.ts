import { CATALOGUE } from '../../../suites/index.ts'
import { CLIENT_CATALOGUE } from '../../../suites/client.ts'
import type { Catalogue } from '../../engine/judge/requirement.ts'
import { withBlocks } from '../report/blocks.ts'
import { dayOf, violationsIn } from '../report/outcome.ts'
import type { RequirementResult, RunRecord } from '../report/record.ts'
import { scrubbedRecord } from '../report/scrub-record.ts'
import { emptyRecord, recordedExchange } from '../run/record/recorded.ts'
import { exitOf } from '../run/record/conclude.ts'
import { requirementResults, type RunEvidence } from '../run/record/results.ts'
import { SCOPE } from '../run/scope.ts'
import { selectionOf } from '../run/selection.ts'
import { scrubbedExchange } from '../../engine/http/scrub-exchange.ts'
import { few } from '../../engine/util/bounds.ts'
import { count } from '../../engine/util/text.ts'
import type { Span } from '../../engine/util/time.ts'
import { clientScrubber } from './secrets.ts'
import type { Traffic } from './traffic.ts'

/** Which violations decide the exit code. */
export type JudgedSide = 'target' | 'client' | 'both'

/** The watched traffic, and the way to judge it. */
export interface Watched {
  readonly baseUrl: string
  readonly judged: JudgedSide
  readonly span: Span
  /** Warnings in addition to the counts of {@link Traffic}. */
  readonly warnings?: readonly string[]
}

/** Traffic has no profile and no seed; a record has both. */
const NOTHING_DRAWN = { profile: 'standard', seed: 0 } as const

/** The record of traffic that was watched or recorded, scrubbed of the keys of clients. */
export function recordOf(traffic: Traffic, watched: Watched): RunRecord {
  const { baseUrl, judged, span, warnings = [] } = watched
  const requirements = resultsOf(CATALOGUE, traffic)
  const clients = resultsOf(CLIENT_CATALOGUE, traffic)
  const sides = { target: requirements, client: clients, both: [...requirements, ...clients] }
  const scrub = clientScrubber(traffic.keys)
  const empty = emptyRecord({ baseUrl, embedded: false }, span, NOTHING_DRAWN)
  const record: RunRecord = {
    ...empty,
    settings: { ...empty.settings, warnings: [...warnings, ...warningsOf(traffic)] },
    ...exitOf(sides[judged], { day: dayOf(empty), strict: false, faults: 0 }),
    ...(traffic.exchanges === 0 ? { problem: 'no request came', problemKind: 'not-seen' as const } : {}),
    requests: { total: traffic.exchanges, byKey: {}, unanswered: traffic.without.answer || undefined },
    requirements,
    clients,
    traffic: traffic.asked.operations,
    exchanges: traffic
      .kept()
      .map((exchange) => recordedExchange(scrubbedExchange(exchange, baseUrl, scrub.text))),
    judgements: [...requirements, ...clients].reduce((sum, { judgements }) => sum + judgements, 0),
  }
  return withBlocks(scrubbedRecord({ ...record, violations: violationsIn(record) }, scrub.text))
}

function resultsOf(catalogue: Catalogue, traffic: Traffic): readonly RequirementResult[] {
  const { operations } = traffic.asked
  const evidence: RunEvidence = {
    ...traffic.shown(),
    cases: [],
    observed: new Set(),
    exchanges: new Map(),
    traffic: operations,
    profile: NOTHING_DRAWN.profile,
  }
  const unasked = new Set(
    operations.filter(({ exchanges }) => exchanges === 0).map(({ operation }) => operation),
  )
  const everything = selectionOf(SCOPE, NOTHING_DRAWN)
  return requirementResults(catalogue, evidence, everything, NOTHING_DRAWN).map((result) =>
    result.verdict === 'inconclusive'
      ? {
          ...result,
          reason: unasked.has(result.endpoint)
            ? `nobody asked for ${result.endpoint}`
            : 'nothing in the traffic bears on it',
          reasonKind: 'not-seen',
          options: undefined,
        }
      : result,
  )
}

function warningsOf({ without, asked, noticed }: Traffic): string[] {
  const elsewhere = [...asked.others]
    .filter(([place]) => place !== 'GET /openapi.json')
    .map(([place, times]) => `${place} (${times})`)
  const lacking = [
    [without.answer, 'exchange', 'without an answer of the target'],
    [without.body, 'answer', 'without a whole body'],
    [without.headers, 'answer', 'without headers'],
  ] as const
  return [
    'the traffic of clients was judged: what they did not ask for is not judged',
    ...lacking.flatMap(([n, noun, what]) => (n === 0 ? [] : [`${count(n, noun)} ${what}`])),
    ...(elsewhere.length === 0
      ? []
      : [`requests to no endpoint, whose answers were not judged: ${few(elsewhere)}`]),
    ...noticed.sentences,
  ]
}
