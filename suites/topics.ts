import type { Severity, Topic } from '../lib/judge/requirement.ts'

/** Every topic, in the order in which one would build the API. Each requirement belongs to one. */
export const TOPICS: readonly Topic[] = [
  {
    id: 'json',
    title: 'Answers in JSON',
    covers: /^JSON-|^OPEN-0[12]$/,
    matters:
      'Clients unwrap `data` (and `pagination`) before they look at anything else. An answer without the wrapper, or one that is not JSON, fails for every client at once.',
    fixes: [
      'A handler returns the object itself: wrap in one place, in a response helper or a serializer, and not in each handler.',
      'Error pages of the framework or of the gateway are HTML or plain text: install a JSON error handler for 404, 405, 500 and for bodies that cannot be parsed.',
      'The Content-Type is that of a file or of text: let the framework’s JSON response set it.',
    ],
    freedoms: ['http', 'unknown'],
  },
  {
    id: 'keys',
    title: 'Keys',
    covers: /^AUTH-|^GET-ME-|^ME-|^KEYS-|^OPEN-21$/,
    matters:
      'The key is the only thing that stands between a workspace and the rest of the world. A request that passes without a valid key reads, and may change, somebody’s data.',
    fixes: [
      'Authentication is attached to each route and one was forgotten: attach it to the router, and let public routes opt out.',
      'A key is found by a part of it (a prefix, a LIKE, a compare that stops early): compare the whole key, or its hash, in constant time.',
      'The scheme is not checked: take the token only from `Authorization: Bearer …`.',
      'Keys for development, empty strings or the texts `null` and `undefined` are accepted: remove them outside of tests.',
    ],
    freedoms: ['errors', 'rate'],
  },
  {
    id: 'errors',
    title: 'Errors',
    covers: /^ERROR-|^OPEN-2[4-7]$|^OPEN-32$/,
    matters:
      'Clients branch on the status and on `code`, and show or log `error`. An error in another form is an unhandled exception on their side.',
    fixes: [
      'Several layers make errors (validation, router, authentication, gateway), each in its own form: turn all of them into one envelope in one place.',
      'The framework’s default is used for validation (`detail`, `message`, `errors`): override that handler, too.',
      'A code is invented for a case: map each error to one of the codes of the specification.',
    ],
    freedoms: ['errors', 'http'],
  },
  {
    id: 'statuses',
    title: 'Statuses and redirects',
    covers: /^STATUS-|^APEX-/,
    matters:
      'A client that follows the specification checks for the statuses that it names. Others are treated as failures, and a redirect can lose the body and the key of a request.',
    fixes: [
      'A framework answers 201 or 204 by default after a write: set the status in the handler.',
      'An exception reaches the top: find it in the log by the request id of the exchange, and handle it where it is thrown.',
      'The router redirects to an address with (or without) a slash at the end: serve both, or switch that off.',
    ],
    freedoms: ['http'],
  },
  {
    id: 'timestamps',
    title: 'Timestamps',
    covers: /^TIME-/,
    matters:
      'Clients parse and compare timestamps as text or with strict parsers; one form for all of them is promised.',
    fixes: [
      'The standard library writes fractions of a second or an offset (`+00:00`): format in one place, in UTC, to the second, with `Z`.',
      'The database driver gives local time: keep timestamps in UTC (`timestamptz`), and set the time zone of the connection.',
    ],
    freedoms: ['time'],
  },
  {
    id: 'ids',
    title: 'Ids',
    covers: /^ID-/,
    matters:
      'An id is how a client finds a resource again. One that is empty or stands for two rows makes it read or change the wrong one.',
    fixes: ['A join multiplies rows: select distinct rows, or join in a subquery.'],
    freedoms: ['ids'],
  },
  {
    id: 'fields',
    title: 'Fields of resources',
    covers: /^(?:PAGINATION|CHATBOT|CONVERSATION|MESSAGE|LEAD|BOOKING|RESERVATION|SOURCE|ANALYTICS)-/,
    matters:
      'Typed clients are generated from these tables. A field that is missing, null or of another type fails in their decoder, and takes the whole answer with it.',
    fixes: [
      'The serializer leaves out what is null or empty: required fields are written always.',
      'A number comes from the database as text (bigint, decimal, count): convert it before it is written.',
      'A boolean is stored as 0 or 1, a list as text: convert on the way out.',
      'List, detail and the answer to a write use three serializers: use one.',
    ],
    freedoms: ['optional', 'unknown', 'vocabulary'],
  },
  {
    id: 'pages',
    title: 'Lists and pages',
    covers: /^LIST-(?!SOURCES)[A-Z]+-(?:0\d|1\d)$/,
    matters:
      'Whoever imports or synchronises data walks the pages. Wrong arithmetic loses rows or repeats them without any error, or never ends.',
    fixes: [
      'Rows with the same timestamp come in any order: add the id as the last sort key, so that pages do not overlap.',
      '`total` counts the page or all workspaces: count with the same WHERE as the page.',
      '`has_more` is `rows.length === limit`: it is wrong on the last full page. Ask for one row more, or compute `offset + rows < total`.',
      'A limit is clamped but `pagination.limit` says what was asked for: echo what was applied.',
      'The order comes from the primary key: sort by the documented field, the newest first.',
    ],
    freedoms: ['limits', 'order'],
  },
  {
    id: 'filters',
    title: 'Filters',
    covers: /^LIST-[A-Z]+-[23]\d$|^OPEN-(?:0[34789]|10)$/,
    matters:
      'A filter that does nothing, or not quite what it says, gives a client the data of others: the wrong chatbot, the wrong day. Nobody notices from the answer alone.',
    fixes: [
      'An unknown or misspelt parameter is dropped silently by the framework: check that the name in the route is the one of the specification.',
      'A chatbot that is not found is dropped from the conditions, so the list comes back unfiltered: an unknown id matches nothing.',
      'A boolean is read by truthiness, so that `false` filters like `true`: parse the text.',
      'A bound is compared as text, in local time, or on another column: parse it as an instant and compare with the documented field.',
      'The count for `total` has no filter: share the WHERE between both queries.',
    ],
    freedoms: ['filters', 'vocabulary'],
  },
  {
    id: 'details',
    title: 'Single resources',
    covers: /^GET-(?!ME-|ANALYTICS-)[A-Z]+-|^OPEN-0[56]$/,
    matters:
      'A detail that does not agree with its list makes a client show two truths, and an unknown id that does not return 404 makes it wait or crash.',
    fixes: [
      'A lookup that finds nothing returns null, which is then read: answer 404 before anything else is done with the row.',
      'An id of another form (not a UUID, too long) makes the database driver throw: treat it as not found.',
      'A detail is cached and not invalidated after a write: invalidate, or do not cache.',
    ],
    freedoms: ['optional', 'errors'],
  },
  {
    id: 'sources',
    title: 'Knowledge sources',
    covers: /^LIST-SOURCES-/,
    matters:
      'Teams look here for what an agent knows. A chatbot that is not found, and looks like one without sources, sends them after a training that never failed.',
    fixes: [
      'The helper of the other lists adds `pagination`: this list has `data` alone.',
      'An unknown chatbot finds no rows, and an empty list is returned: look the chatbot up first, and answer 404.',
      'A missing `chatbot_id` is read as an empty one, or as all chatbots: answer 400.',
    ],
    freedoms: ['optional', 'vocabulary'],
  },
  {
    id: 'rollup',
    title: 'The rollup',
    covers: /^GET-ANALYTICS-|^OPEN-1[123]$/,
    matters:
      'Figures on a dashboard are believed. One that counts another chatbot, or other days, leads to a wrong decision, without any error.',
    fixes: [
      'The condition on the chatbot is missing in one of the queries (leads, messages, tokens, days): give all of them the same one.',
      'The key of the cache lacks the chatbot, or the workspace: whoever asks first decides what the others see.',
      'The days are cut in the time zone of the database: use UTC, and 30 days back from now.',
    ],
    freedoms: ['order', 'errors'],
  },
  {
    id: 'updates',
    title: 'Updating a conversation',
    covers: /^PATCH-|^OPEN-(?:1[4-6]|34)$/,
    matters:
      'Teams tag and resolve conversations through integrations. An update that loses tags, or is refused and half applied, loses their work.',
    fixes: [
      'Tags are merged instead of replaced: write the whole array.',
      'Fields that the body does not name are written as null: change only what is given.',
      'Validation follows the write, or the write is not in a transaction: validate first.',
      'Lengths are counted after trimming, or in bytes by a column: count characters as the table says.',
    ],
    freedoms: ['writes', 'limits'],
  },
  {
    id: 'notes',
    title: 'Adding a note',
    covers: /^ADD-NOTE-/,
    matters:
      'A note is internal. One with another role can reach the visitor or the AI, and one that is lost was written for nothing.',
    fixes: [
      'The role is taken from the body: set `note` in the handler.',
      'The note is written asynchronously and not there when the transcript is read next: write it before you answer.',
      'A missing or empty `content` passes because it is falsy in the wrong place: check presence, type and length.',
    ],
    freedoms: ['writes', 'limits'],
  },
  {
    id: 'leads',
    title: 'Creating a lead',
    covers: /^CREATE-LEAD-|^OPEN-(?:1[7-9]|20)$/,
    matters:
      'Leads are what customers pay for. A lead that is lost, duplicated or stored with other data is found out in their CRM.',
    fixes: [
      'The lookup for an existing lead and the insert are two steps: use a unique index on the conversation, and insert on conflict do nothing.',
      'The existing lead is updated with the body: return it unchanged.',
      'A field is accepted but not stored, because the insert names its columns: map every field of the table.',
      'Lengths are enforced by the column only, which answers 500: validate against the table of the specification.',
    ],
    freedoms: ['writes', 'limits'],
  },
  {
    id: 'isolation',
    title: 'Isolation of workspaces',
    covers: /^ISOLATION-/,
    matters:
      'A workspace that sees, changes or even recognises what belongs to another one is a data breach. An answer that differs between a foreign and an unknown id reveals that the id exists.',
    fixes: [
      'A lookup is by id alone: add the workspace of the key to every query, in one place (a scope, a policy, row-level security).',
      'An id in a body or in a query is not checked like one in a path: resolve all of them through the same scoped lookup.',
      'A foreign id returns 403, or another text: let the scoped lookup find nothing, and answer the same 404.',
    ],
    freedoms: ['errors', 'ids'],
  },
  {
    id: 'input',
    title: 'Odd input',
    covers: /^INPUT-/,
    matters:
      'Odd input comes from real clients and from attackers alike. A 500 is an alarm at night, and often a hole.',
    fixes: [
      'A NUL or a lone surrogate reaches the database: refuse or replace it in validation.',
      'A deep or large body overflows a parser: limit depth and size, and answer 400 (or 413).',
      'A path segment cannot be decoded: catch that, and answer 400 or 404.',
    ],
    freedoms: ['limits', 'ids'],
  },
  {
    id: 'rate-limit',
    title: 'The rate limit',
    covers: /^RATE-|^OPEN-(?:2[89]|30)$/,
    matters:
      'Clients pace themselves by the headers. Without them, or with wrong ones, they run into 429, or leave most of their allowance unused.',
    fixes: [
      'The limiter is attached to some routes only: attach it to all endpoints, and let it set the headers on errors too.',
      'The gateway strips or renames the headers: let them through.',
      'Counting is by address or by process: count by key, in a store that all processes share.',
      'The 429 is made by the gateway, without the error envelope: give it the JSON body.',
    ],
    freedoms: ['rate'],
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    covers: /^EVENT-|^OPEN-2[23]$/,
    matters:
      'Automations start with these events. One that is missing starts nothing, and one that is not meant starts a loop.',
    fixes: [
      'The event is emitted by the dashboard’s code path only: emit it where the row is written.',
      'A generic hook fires on every save: emit by intent, not by table.',
    ],
    freedoms: ['webhooks'],
  },
  {
    id: 'description',
    title: 'The served description',
    covers: /^VERSION-|^OPEN-3[13]$/,
    matters: 'Clients are generated from it. What it says wrongly becomes code on their side.',
    fixes: [
      'It is generated from annotations that nobody compares with the specification: compare it in CI, with this tool.',
      'It is behind the login of the documentation: serve it beside the API.',
      'Nullable fields are described the way of 3.0 (`nullable: true`): 3.1 uses a type array.',
    ],
    freedoms: ['description'],
  },
  {
    id: 'clients',
    title: 'What binds clients, and what cannot be seen from outside',
    covers: /^(?:CLIENT|PLAN|SERVICES|STATES|CHATBOTS|TRANSCRIPT|LEADS|BOOKINGS|RESERVATIONS|SOURCES)-/,
    matters: 'The specification says this, too; nothing that the service sends shows whether it is so.',
    fixes: [],
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
