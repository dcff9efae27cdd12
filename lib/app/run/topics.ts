import type { Severity, Topic } from '../../engine/judge/requirement.ts'

/** Every topic, in the order in which one would build the API. Each requirement belongs to one. */
export const TOPICS: readonly Topic[] = [
  {
    id: 'json',
    title: 'Responses in JSON',
    covers: /^JSON-|^OPEN-0[12]$/,
    matters:
      'Clients unwrap `data` (and `pagination`) first. A response without the wrapper, or one that is not JSON, breaks every client.',
  },
  {
    id: 'keys',
    title: 'Keys',
    covers: /^AUTH-|^GET-ME-|^ME-|^KEYS-|^OPEN-21$/,
    matters:
      'Only the key protects a workspace. A request that succeeds without a valid key exposes somebody’s data, and may change it.',
  },
  {
    id: 'errors',
    title: 'Errors',
    covers: /^ERROR-|^OPEN-2[4-7]$|^OPEN-32$/,
    matters:
      'Clients branch on the status and on `code`, and show or log `error`. An error in another form causes an unhandled exception in the client.',
  },
  {
    id: 'statuses',
    title: 'Statuses and redirects',
    covers: /^STATUS-|^APEX-/,
    matters:
      'Clients check for the statuses that the specification names. They treat others as failures, and a redirect can lose the body and the key of a request.',
  },
  {
    id: 'timestamps',
    title: 'Timestamps',
    covers: /^TIME-/,
    matters:
      'Clients compare timestamps as text or parse them strictly, so all timestamps need the promised format.',
  },
  {
    id: 'ids',
    title: 'Ids',
    covers: /^ID-/,
    matters:
      'Clients use ids to find resources again. An id that is empty or belongs to two resources makes a client read or change the wrong one.',
  },
  {
    id: 'fields',
    title: 'Fields of resources',
    covers: /^(?:PAGINATION|CHATBOT|CONVERSATION|MESSAGE|LEAD|BOOKING|RESERVATION|SOURCE|ANALYTICS)-/,
    matters:
      'Typed clients are generated from these tables. If a field is missing, null or of another type, they fail to decode the whole response.',
  },
  {
    id: 'pages',
    title: 'Lists and pages',
    covers: /^LIST-(?!SOURCES)[A-Z]+-(?:0\d|1\d)$/,
    matters:
      'Imports and synchronisations read page by page. Wrong pagination silently loses or repeats rows, or never ends.',
  },
  {
    id: 'filters',
    title: 'Filters',
    covers: /^LIST-[A-Z]+-[23]\d$|^OPEN-(?:0[34789]|10)$/,
    matters:
      'A filter that does nothing, or something else, returns the wrong data: another chatbot, another day. The response alone does not show the mistake.',
  },
  {
    id: 'details',
    title: 'Single resources',
    covers: /^GET-(?!ME-|ANALYTICS-)[A-Z]+-|^OPEN-0[56]$/,
    matters:
      'If detail and list disagree, a client shows contradictory data. If an unknown id does not return 404, a client waits or crashes.',
  },
  {
    id: 'sources',
    title: 'Knowledge sources',
    covers: /^LIST-SOURCES-/,
    matters:
      'Teams check here what an agent knows. If an unknown chatbot looks like one without sources, they search for a training error that never happened.',
  },
  {
    id: 'rollup',
    title: 'The rollup',
    covers: /^GET-ANALYTICS-|^OPEN-1[123]$/,
    matters:
      'People trust the figures on a dashboard. A figure that counts another chatbot, or other days, silently leads to wrong decisions.',
  },
  {
    id: 'updates',
    title: 'Updating a conversation',
    covers: /^PATCH-|^OPEN-(?:1[4-6]|34)$/,
    matters:
      'Teams tag and resolve conversations through integrations. An update that loses tags, or is refused but partly applied, destroys their work.',
  },
  {
    id: 'notes',
    title: 'Adding a note',
    covers: /^ADD-NOTE-/,
    matters:
      'Notes are internal. A note with another role can reach the visitor or the AI, and a lost note is lost work.',
  },
  {
    id: 'leads',
    title: 'Creating a lead',
    covers: /^CREATE-LEAD-|^OPEN-(?:1[7-9]|20)$/,
    matters:
      'Leads are what customers pay for. A lead that is lost, duplicated or stored with wrong data surfaces in the customer’s CRM.',
  },
  {
    id: 'isolation',
    title: 'Isolation of workspaces',
    covers: /^ISOLATION-/,
    matters:
      'Access to another workspace’s data is a data breach. A response that differs between another workspace’s id and an unknown id reveals that the id exists.',
  },
  {
    id: 'input',
    title: 'Odd input',
    covers: /^INPUT-/,
    matters:
      'Odd input comes from real clients and from attackers. A 500 raises an alarm, and often points to a security hole.',
  },
  {
    id: 'rate-limit',
    title: 'The rate limit',
    covers: /^RATE-|^OPEN-(?:2[89]|30)$/,
    matters:
      'Clients pace themselves by the headers. If headers are missing or wrong, clients run into 429 or leave most of their limit unused.',
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    covers: /^EVENT-|^OPEN-2[23]$/,
    matters:
      'Automations start with these events. A missing event starts nothing, and an unexpected one can start a loop.',
  },
  {
    id: 'description',
    title: 'The served description',
    covers: /^VERSION-|^OPEN-3[13]$/,
    matters: 'Clients are generated from the description. Its mistakes become code in every client.',
  },
  {
    id: 'clients',
    title: 'Rules for clients, and facts that the API does not show',
    covers: /^(?:CLIENT|PLAN|SERVICES|STATES|CHATBOTS|TRANSCRIPT|LEADS|BOOKINGS|RESERVATIONS|SOURCES)-/,
    matters: 'The specification says this, too, but no response of the service can show it.',
  },
]

/** Families of ids with one severity, and single ids that differ from their family. */
const CRITICAL = [/^ISOLATION-/, /^AUTH-0[1-6]$/, /^GET-ME-02$/]
const MINOR = [/^APEX-/, /^VERSION-/, /^ERROR-0[13]$/, /^RATE-0[1-59]$/, /^INPUT-0[126]$/, /^AUTH-07$/]

/** The severity of a violation of the requirement with this id. */
export function severityOf(id: string): Severity {
  if (CRITICAL.some((family) => family.test(id))) return 'critical'
  return MINOR.some((family) => family.test(id)) ? 'minor' : 'major'
}
