import type { Suite } from '../lib/engine/case/suite.ts'
import { type Catalogue, catalogueOf, type Requirement, type Theme } from '../lib/engine/judge/requirement.ts'
import type { Exchange } from '../lib/engine/http/exchange.ts'
import { type Judgement, Judgements } from '../lib/engine/judge/judgements.ts'
import type { Facts, Oracle, RunOracle } from '../lib/engine/judge/oracle.ts'
import type { OpenPoint, Watcher } from './support/observed.ts'
import * as analytics from './analytics.ts'
import * as authentication from './authentication.ts'
import * as bookings from './bookings.ts'
import * as chatbots from './chatbots.ts'
import * as conversations from './conversations.ts'
import * as createLead from './create-lead.ts'
import * as deduplication from './deduplication.ts'
import * as errors from './errors.ts'
import * as everydayHeaders from './everyday-headers.ts'
import * as fields from './fields.ts'
import * as isolation from './isolation.ts'
import * as knowledge from './knowledge.ts'
import * as leads from './leads.ts'
import * as lists from './lists.ts'
import * as me from './me.ts'
import * as notes from './notes.ts'
import * as oddInput from './odd-input.ts'
import * as rateLimit from './rate-limit.ts'
import * as reservations from './reservations.ts'
import * as updateConversation from './update-conversation.ts'
import * as versioning from './versioning.ts'
import * as webhooks from './webhooks.ts'
import * as writes from './writes.ts'

export { lateWrites } from './writes/stored.ts'

interface Subject {
  /** The place of its rules in reports, unless a rule has its own theme. */
  readonly theme: Theme
  /** The rules that none of its cases verifies first: those of its oracles, and open points. */
  readonly rows?: readonly Requirement[]
  readonly default: Suite | readonly Suite[]
  /** Oracles for each single exchange of a run, whichever case sent it. */
  readonly oracles?: readonly Oracle[]
  /** Oracles for all exchanges of a run together. */
  readonly runOracles?: readonly RunOracle[]
  /** Watchers of open points in the exchanges of a run. */
  readonly watchers?: readonly Watcher[]
}

/** Every subject, in the order of the specification; then the subjects that concern many operations. */
const SUBJECTS: readonly Subject[] = [
  me,
  chatbots,
  conversations,
  updateConversation,
  notes,
  leads,
  createLead,
  deduplication,
  bookings,
  reservations,
  knowledge,
  analytics,
  lists,
  fields,
  errors,
  authentication,
  isolation,
  rateLimit,
  webhooks,
  versioning,
  writes,
  everydayHeaders,
  oddInput,
]

/** Every suite, in the order of the subjects. */
export const SUITES: readonly Suite[] = SUBJECTS.flatMap((subject) => subject.default)

/** Every case, in the order of the suites. */
export const CASES = SUITES.flatMap(({ cases }) => cases)

/** The requirements of every subject, each with its theme: that of its subject, unless it has its own. */
const ROWS: readonly Requirement[] = SUBJECTS.flatMap(({ rows = [], default: suites, theme }) => {
  const rules = [suites].flat().flatMap((one) => one.rules)
  return [...rows, ...rules].map((row) => ({ ...row, theme: row.theme ?? theme }))
})

/** Every normative sentence of the specification, by part and then in the order of the subjects. */
export const CATALOGUE: Catalogue = catalogueOf(ROWS.toSorted((a, b) => a.part - b.part))

const ORACLES = SUBJECTS.flatMap(({ oracles = [] }) => oracles)

/** Every oracle over a whole run, in the order of the subjects. */
export const RUN_ORACLES: readonly RunOracle[] = SUBJECTS.flatMap(({ runOracles = [] }) => runOracles)

const WATCHERS = SUBJECTS.flatMap(({ watchers = [] }) => watchers)

/** Judges one exchange by every oracle. Pure: a live exchange and its recording give the same findings. */
export function judgeExchange(exchange: Exchange, facts: Facts): Judgement {
  const judgements = new Judgements(exchange)
  if (exchange.response === undefined) return judgements
  for (const oracle of ORACLES) oracle(exchange, judgements, facts)
  return judgements
}

/** Observations on open points in the traffic of a run. */
export function observations(exchanges: readonly Exchange[]): OpenPoint[] {
  const answered = exchanges.filter((exchange) => exchange.response !== undefined)
  return WATCHERS.flatMap((watch) => watch(answered))
}
