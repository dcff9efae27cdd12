import type { Suite } from '../lib/harness/case.ts'
import analytics from './analytics.ts'
import apex from './apex.ts'
import authentication, { unauthorisedWrites } from './authentication.ts'
import bookingsFilters from './bookings-filters.ts'
import conversationKinds from './conversation-kinds.ts'
import conversationsFilters from './conversations-filters.ts'
import createLeadBounds from './create-lead-bounds.ts'
import createLeadRefusals from './create-lead-refusals.ts'
import createLead from './create-lead.ts'
import description from './description.ts'
import details from './details.ts'
import errors from './errors.ts'
import generatedConversations from './generated-conversations.ts'
import generatedJson from './generated-json.ts'
import generatedLeads from './generated-leads.ts'
import generatedNotes from './generated-notes.ts'
import generatedReads from './generated-reads.ts'
import isolationReads from './isolation-reads.ts'
import isolationWrites from './isolation-writes.ts'
import knowledge from './knowledge.ts'
import leadDedup from './lead-dedup.ts'
import leadsAfterwards from './leads-afterwards.ts'
import leadsFilters from './leads-filters.ts'
import listTotals from './list-totals.ts'
import lists from './lists.ts'
import me from './me.ts'
import notes from './notes.ts'
import oddInput from './odd-input.ts'
import openPoints from './open-points.ts'
import patchConversationRefusals from './patch-conversation-refusals.ts'
import patchConversation from './patch-conversation.ts'
import rateLimit from './rate-limit.ts'
import reservationsFilters from './reservations-filters.ts'
import reservationsWindow from './reservations-window.ts'
import webhooks from './webhooks.ts'

/** Every suite, in the order in which a reader of the specification meets its subjects. */
export const SUITES: readonly Suite[] = [
  me,
  ...lists,
  ...listTotals,
  conversationsFilters,
  leadsFilters,
  bookingsFilters,
  reservationsFilters,
  reservationsWindow,
  ...details,
  knowledge,
  analytics,
  patchConversation,
  ...patchConversationRefusals,
  ...notes,
  conversationKinds,
  createLead,
  createLeadBounds,
  ...createLeadRefusals,
  leadDedup,
  leadsAfterwards,
  authentication,
  unauthorisedWrites,
  isolationReads,
  isolationWrites,
  ...[generatedReads, generatedConversations, generatedNotes, generatedLeads, generatedJson].flat(),
  ...oddInput,
  ...openPoints,
  ...webhooks,
  ...errors,
  ...rateLimit,
  description,
  apex,
]

/** Every case, in the order of the suites. */
export const CASES = SUITES.flatMap(({ cases }) => cases)
