import type { Suite } from '../lib/harness/case.ts'
import analytics from './analytics.ts'
import authentication, { unauthorisedWrites } from './authentication.ts'
import conversationKinds from './conversation-kinds.ts'
import createLeadRefusals from './create-lead-refusals.ts'
import createLead from './create-lead.ts'
import details from './details.ts'
import errors from './errors.ts'
import filters from './filters.ts'
import generated from './generated.ts'
import isolationReads from './isolation-reads.ts'
import isolationWrites from './isolation-writes.ts'
import knowledge from './knowledge.ts'
import leadDedup from './lead-dedup.ts'
import lists from './lists.ts'
import me from './me.ts'
import notes from './notes.ts'
import oddInput from './odd-input.ts'
import openPoints from './open-points.ts'
import patchConversationRefusals from './patch-conversation-refusals.ts'
import patchConversation from './patch-conversation.ts'
import rateLimit from './rate-limit.ts'
import reservations from './reservations.ts'
import service from './service.ts'
import webhooks from './webhooks.ts'

/** Every suite, in the order of the specification. */
export const SUITES: readonly Suite[] = [
  me,
  lists,
  filters,
  reservations,
  details,
  knowledge,
  analytics,
  patchConversation,
  patchConversationRefusals,
  notes,
  conversationKinds,
  createLead,
  createLeadRefusals,
  leadDedup,
  authentication,
  unauthorisedWrites,
  isolationReads,
  isolationWrites,
  generated,
  oddInput,
  openPoints,
  webhooks,
  errors,
  rateLimit,
  service,
].flat()

/** Every case, in the order of the suites. */
export const CASES = SUITES.flatMap(({ cases }) => cases)
