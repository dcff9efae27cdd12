import type { Suite } from '../lib/engine/case/suite.ts'
import type { Requirement } from '../lib/engine/judge/requirement.ts'
import type { Exchange } from '../lib/engine/http/exchange.ts'
import { type Judgement, Judgements } from '../lib/engine/judge/judgements.ts'
import type { Facts, Oracle } from '../lib/engine/judge/oracle.ts'
import type { OpenPoint, Watcher } from './support/observed.ts'
import * as analytics from './analytics.ts'
import * as authentication from './authentication.ts'
import * as bookings from './bookings.ts'
import * as chatbots from './chatbots.ts'
import * as conversations from './conversations.ts'
import * as createLead from './create-lead.ts'
import * as deduplication from './deduplication.ts'
import * as errors from './errors.ts'
import * as fields from './fields.ts'
import * as input from './input.ts'
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

/** What the file of a subject exports. */
interface Subject {
  /** The rules that no case of it verifies first: those of its oracles, and open points. */
  readonly rows?: readonly Requirement[]
  readonly default: Suite | readonly Suite[]
  /** What judges each single exchange of a run, whoever sent it. */
  readonly oracles?: readonly Oracle[]
  /** What observes open points in the exchanges of a run. */
  readonly watchers?: readonly Watcher[]
}

/** Every subject, in the order of the specification; then what holds for many operations. */
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
  input,
  oddInput,
]

/** Every suite, in the order of the subjects. */
export const SUITES: readonly Suite[] = SUBJECTS.flatMap((subject) => subject.default)

/** Every case, in the order of the suites. */
export const CASES = SUITES.flatMap(({ cases }) => cases)

/** The requirements of every subject. */
export const ROWS: readonly Requirement[] = SUBJECTS.flatMap(({ rows = [], default: suites }) => [
  ...rows,
  ...[suites].flat().flatMap(({ rules }) => rules),
])

const ORACLES = SUBJECTS.flatMap(({ oracles = [] }) => oracles)
const WATCHERS = SUBJECTS.flatMap(({ watchers = [] }) => watchers)

/** Judges one exchange by every oracle. Pure: a live exchange and its recording give the same findings. */
export function judge(exchange: Exchange, facts: Facts): Judgement {
  if (exchange.response === undefined) return { held: [], findings: [] }
  const judgements = new Judgements(exchange)
  for (const oracle of ORACLES) oracle(exchange, judgements, facts)
  return { held: [judgements.held], findings: judgements.findings, doubts: judgements.doubts }
}

/** Observations on open points in the traffic of a run. */
export function observations(exchanges: readonly Exchange[]): OpenPoint[] {
  const answered = exchanges.filter((exchange) => exchange.response !== undefined)
  return WATCHERS.flatMap((watch) => watch(answered))
}
