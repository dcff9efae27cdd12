import type { Api } from '../lib/harness/api.ts'
import { header } from '../lib/http/exchange.ts'
import { Answer } from '../lib/harness/answer.ts'
import { mayPass } from './lists/may-pass.ts'
import { contextOf } from '../lib/harness/context.ts'
import { CATALOGUE } from './catalogue.ts'
import { CONTRACT } from '../lib/spec/api.ts'
import { discover, type Discovery } from '../lib/harness/discovery.ts'
import { isForeign } from '../lib/judge/foreign-answers.ts'
import { settleFootprint } from '../lib/harness/settle-footprint.ts'
import {
  isSameWorkspace,
  meet,
  needInWords,
  ofSecondWorkspace,
  supply,
  updateTargets,
} from '../lib/harness/needs.ts'
import { judge } from './oracles/index.ts'
import { identity, isolation } from './isolation/listed.ts'
import { describedAnswers } from './versioning/described-answers.ts'
import { readOfItem } from '../lib/judge/oracle.ts'
import { observations } from './oracles/observations.ts'
import { earlyRefusal } from './rate-limit/headers.ts'
import { RATE_HEADERS, RATE_LIMIT } from '../lib/judge/rate-headers.ts'
import { RECORDINGS } from './isolation/recordings.ts'
import { severityOf, TOPICS } from './topics.ts'

/** Reads that show whether a target is this API and accepts a key, the cheapest first. */
const PROOFS = ['/me', '/chatbots', '/conversations'] as const

/** What a 403 on every request may mean. */
const FORBIDDEN_EVERYWHERE =
  'is the workspace of that key on the plan tier Scale or above (specification part 1), and may the key be used from here?'

/** The Workspace Chat-Agent REST API, as the engine takes it. */
export const API: Api = {
  title: 'Workspace Chat-Agent REST API',
  parts: [
    'Service and conventions',
    'Resources and fields',
    'States and transitions',
    'Endpoints',
    'Authentication',
    'Events',
    'Errors',
    'Limits',
    'Versioning',
  ],
  contract: CONTRACT,
  catalogue: CATALOGUE,
  topics: TOPICS,
  severityOf,
  judge: (exchange, baseUrl) => judge(exchange, { baseUrl, contract: CONTRACT }),
  overall: [
    (exchanges) => ({ held: [], findings: identity(exchanges) }),
    (exchanges) => {
      const { held, findings } = earlyRefusal(exchanges)
      return { held: [held], findings }
    },
    (exchanges) => {
      const { held, findings } = describedAnswers(exchanges)
      return { held: [held], findings }
    },
    (exchanges, { alone }) => {
      if (alone) return { held: [], findings: [] }
      const { held, findings } = isolation(exchanges)
      return { held: [held], findings }
    },
  ],
  mayPass,
  recordings: RECORDINGS,
  readOfItem,
  observe: observations,
  isForeign,
  answer: (exchange) => new Answer(exchange),
  proofPaths: PROOFS,
  forbiddenEverywhere: FORBIDDEN_EVERYWHERE,
  isOwn: (exchange) => header(exchange, 'X-RateLimit-Limit') !== undefined,
  rateHeaders: RATE_HEADERS,
  hourlyLimit: RATE_LIMIT,
  discover,
  meet,
  needInWords,
  ofSecondWorkspace,
  supply,
  isSameWorkspace,
  laneWidth: (lane, discovery: Discovery) => (lane === 'conversation' ? updateTargets(discovery).length : 1),
  context: contextOf,
  settleFootprint,
}
