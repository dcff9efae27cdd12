import type { Severity, Topic } from '../lib/judge/requirement.ts'

/** Every topic, in the order in which one would build the API. Each requirement belongs to one. */
export const TOPICS: readonly Topic[] = [
  {
    id: 'json',
    title: 'Answers in JSON',
    covers: /^JSON-|^OPEN-0[12]$/,
    matters:
      'Clients unwrap `data` (and `pagination`) before they look at anything else. An answer without the wrapper, or one that is not JSON, fails for every client at once.',
    freedoms: ['http', 'unknown'],
  },
  {
    id: 'keys',
    title: 'Keys',
    covers: /^AUTH-|^GET-ME-|^ME-|^KEYS-|^OPEN-21$/,
    matters:
      'The key is the only thing that stands between a workspace and the rest of the world. A request that passes without a valid key reads, and may change, somebody’s data.',
    freedoms: ['errors', 'rate'],
  },
  {
    id: 'errors',
    title: 'Errors',
    covers: /^ERROR-|^OPEN-2[4-7]$|^OPEN-32$/,
    matters:
      'Clients branch on the status and on `code`, and show or log `error`. An error in another form is an unhandled exception on their side.',
    freedoms: ['errors', 'http'],
  },
  {
    id: 'statuses',
    title: 'Statuses and redirects',
    covers: /^STATUS-|^APEX-/,
    matters:
      'A client that follows the specification checks for the statuses that it names. Others are treated as failures, and a redirect can lose the body and the key of a request.',
    freedoms: ['http'],
  },
  {
    id: 'timestamps',
    title: 'Timestamps',
    covers: /^TIME-/,
    matters:
      'Clients parse and compare timestamps as text or with strict parsers; one form for all of them is promised.',
    freedoms: ['time'],
  },
  {
    id: 'ids',
    title: 'Ids',
    covers: /^ID-/,
    matters:
      'An id is how a client finds a resource again. One that is empty or stands for two rows makes it read or change the wrong one.',
    freedoms: ['ids'],
  },
  {
    id: 'fields',
    title: 'Fields of resources',
    covers: /^(?:PAGINATION|CHATBOT|CONVERSATION|MESSAGE|LEAD|BOOKING|RESERVATION|SOURCE|ANALYTICS)-/,
    matters:
      'Typed clients are generated from these tables. A field that is missing, null or of another type fails in their decoder, and takes the whole answer with it.',
    freedoms: ['optional', 'unknown', 'vocabulary'],
  },
  {
    id: 'pages',
    title: 'Lists and pages',
    covers: /^LIST-(?!SOURCES)[A-Z]+-(?:0\d|1\d)$/,
    matters:
      'Whoever imports or synchronises data walks the pages. Wrong arithmetic loses rows or repeats them without any error, or never ends.',
    freedoms: ['limits', 'order'],
  },
  {
    id: 'filters',
    title: 'Filters',
    covers: /^LIST-[A-Z]+-[23]\d$|^OPEN-(?:0[34789]|10)$/,
    matters:
      'A filter that does nothing, or not quite what it says, gives a client the data of others: the wrong chatbot, the wrong day. Nobody notices from the answer alone.',
    freedoms: ['filters', 'vocabulary'],
  },
  {
    id: 'details',
    title: 'Single resources',
    covers: /^GET-(?!ME-|ANALYTICS-)[A-Z]+-|^OPEN-0[56]$/,
    matters:
      'A detail that does not agree with its list makes a client show two truths, and an unknown id that does not return 404 makes it wait or crash.',
    freedoms: ['optional', 'errors'],
  },
  {
    id: 'sources',
    title: 'Knowledge sources',
    covers: /^LIST-SOURCES-/,
    matters:
      'Teams look here for what an agent knows. A chatbot that is not found, and looks like one without sources, sends them after a training that never failed.',
    freedoms: ['optional', 'vocabulary'],
  },
  {
    id: 'rollup',
    title: 'The rollup',
    covers: /^GET-ANALYTICS-|^OPEN-1[123]$/,
    matters:
      'Figures on a dashboard are believed. One that counts another chatbot, or other days, leads to a wrong decision, without any error.',
    freedoms: ['order', 'errors'],
  },
  {
    id: 'updates',
    title: 'Updating a conversation',
    covers: /^PATCH-|^OPEN-(?:1[4-6]|34)$/,
    matters:
      'Teams tag and resolve conversations through integrations. An update that loses tags, or is refused and half applied, loses their work.',
    freedoms: ['writes', 'limits'],
  },
  {
    id: 'notes',
    title: 'Adding a note',
    covers: /^ADD-NOTE-/,
    matters:
      'A note is internal. One with another role can reach the visitor or the AI, and one that is lost was written for nothing.',
    freedoms: ['writes', 'limits'],
  },
  {
    id: 'leads',
    title: 'Creating a lead',
    covers: /^CREATE-LEAD-|^OPEN-(?:1[7-9]|20)$/,
    matters:
      'Leads are what customers pay for. A lead that is lost, duplicated or stored with other data is found out in their CRM.',
    freedoms: ['writes', 'limits'],
  },
  {
    id: 'isolation',
    title: 'Isolation of workspaces',
    covers: /^ISOLATION-/,
    matters:
      'A workspace that sees, changes or even recognises what belongs to another one is a data breach. An answer that differs between a foreign and an unknown id reveals that the id exists.',
    freedoms: ['errors', 'ids'],
  },
  {
    id: 'input',
    title: 'Odd input',
    covers: /^INPUT-/,
    matters:
      'Odd input comes from real clients and from attackers alike. A 500 is an alarm at night, and often a hole.',
    freedoms: ['limits', 'ids'],
  },
  {
    id: 'rate-limit',
    title: 'The rate limit',
    covers: /^RATE-|^OPEN-(?:2[89]|30)$/,
    matters:
      'Clients pace themselves by the headers. Without them, or with wrong ones, they run into 429, or leave most of their allowance unused.',
    freedoms: ['rate'],
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    covers: /^EVENT-|^OPEN-2[23]$/,
    matters:
      'Automations start with these events. One that is missing starts nothing, and one that is not meant starts a loop.',
    freedoms: ['webhooks'],
  },
  {
    id: 'description',
    title: 'The served description',
    covers: /^VERSION-|^OPEN-3[13]$/,
    matters: 'Clients are generated from it. What it says wrongly becomes code on their side.',
    freedoms: ['description'],
  },
  {
    id: 'clients',
    title: 'What binds clients, and what cannot be seen from outside',
    covers: /^(?:CLIENT|PLAN|SERVICES|STATES|CHATBOTS|TRANSCRIPT|LEADS|BOOKINGS|RESERVATIONS|SOURCES)-/,
    matters: 'The specification says this, too; nothing that the service sends shows whether it is so.',
    freedoms: [],
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
