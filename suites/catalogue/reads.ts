import { derived, type Entry, excluded, must, open, section } from '../../lib/judge/rows.ts'

/** Combined filters, and filters on later pages: the same on each list with filters. */
const together = (id: string, item: string): Entry =>
  derived(
    id,
    item,
    'Filters that are given together all apply.',
    'Each parameter scopes the list; none is said to switch another off.',
  )

const paged = (id: string, item: string): Entry =>
  derived(
    id,
    item,
    'Every page of a filtered list keeps the filter, and `total` counts the filtered list.',
    'The parameters of paging divide the list that the filters select.',
  )

/** What part 2 says of the meaning of fields, which only the team behind a workspace can check. */
const MEANINGS = [
  ...section(
    { part: 2, section: 'Chatbot', endpoint: 'GET /chatbots' },
    excluded(
      'CHATBOTS-90',
      'is_active',
      '`is_active` is false when the agent is paused and no longer answers visitors.',
      'The widget is not part of the API, and no operation pauses an agent.',
    ),
  ),
  ...section(
    { part: 2, section: 'Lead', endpoint: 'GET /leads' },
    excluded(
      'LEADS-90',
      'from the lead form, a human handoff, a booking, or the API',
      'Leads come from the lead form, a human handoff, a booking or the API.',
      'No operation fills in a form, hands over or books; leads of the API are CREATE-LEAD-04.',
    ),
  ),
  ...section(
    { part: 2, section: 'Booking', endpoint: 'GET /bookings' },
    excluded(
      'BOOKINGS-91',
      'external_uid null on legacy rows',
      '`external_uid` is null on legacy rows, and `provider` identifies the scheduling provider.',
      'Nothing says which bookings are legacy rows, nor who scheduled them.',
    ),
  ),
  ...section(
    { part: 2, section: 'Reservation', endpoint: 'GET /reservations' },
    excluded(
      'RESERVATIONS-91',
      'the same person across all agents in the workspace',
      '`customer_id` is one guest record across all agents of the workspace.',
      'The API shows no guest records to compare it with.',
    ),
    excluded(
      'RESERVATIONS-92',
      'null once the service was deleted',
      '`service_id` is null once the service was deleted, and `service_name` keeps the name.',
      'The API neither shows nor deletes services.',
    ),
  ),
]

/** Part 4: the reading endpoints, beyond the shared rules of lists; and what part 2 says of meanings. */
export const READS = [
  ...MEANINGS,

  ...section(
    { part: 4, section: 'GET /chatbots' },
    derived(
      'LIST-CHATBOTS-20',
      "Lists the workspace's chatbots",
      'The list has every chatbot of the workspace, also a paused one.',
      'A chatbot that `GET /knowledge/sources` and `GET /reservations` find belongs to the workspace, and the list is not said to leave any out.',
    ),
  ),

  ...section(
    { part: 4, section: 'GET /conversations' },
    must(
      'LIST-CONVERSATIONS-20',
      'chatbot_id',
      '`chatbot_id` returns exactly the conversations of that chatbot.',
    ),
    must('LIST-CONVERSATIONS-21', 'is_lead', '`is_lead` returns exactly the conversations with that value.'),
    must(
      'LIST-CONVERSATIONS-22',
      'is_resolved',
      '`is_resolved` returns exactly the conversations with that value.',
    ),
    must('LIST-CONVERSATIONS-23', 'status', '`status` returns exactly the conversations with that status.'),
    must(
      'LIST-CONVERSATIONS-24',
      'language',
      '`language` returns the conversations in that language and none in another.',
    ),
    must('LIST-CONVERSATIONS-25', 'since', '`since` is a lower bound on the start date of the conversation.'),
    must('LIST-CONVERSATIONS-28', 'Messages are not included', 'Items of the list have no messages.'),
    derived(
      'LIST-CONVERSATIONS-29',
      "Lists the workspace's conversations",
      'The list has every conversation of the workspace, whatever its chatbot, visitor or status.',
      'A conversation that `GET /conversations/{id}` returns belongs to the workspace, and the list is not said to leave any out.',
    ),
    together('LIST-CONVERSATIONS-26', 'Query param'),
    paged('LIST-CONVERSATIONS-27', 'limit, offset'),
    open('OPEN-03', 'language code', 'Whether `language` matches exactly or as a prefix.'),
    open(
      'OPEN-04',
      'start-date lower bound',
      'Whether `since` includes its bound, and whether it means the day or the instant.',
    ),
  ),

  ...section(
    { part: 2, section: 'Message', endpoint: 'GET /conversations/{id}' },
    open('OPEN-05', 'A transcript', 'In which order the messages of a transcript come.'),
  ),
  ...section(
    { part: 2, section: 'Message', endpoint: 'GET /conversations/{id}' },
    excluded(
      'TRANSCRIPT-90',
      'A transcript includes visitor messages, AI replies, human-agent replies and internal notes',
      'A transcript includes visitor messages, AI replies and human-agent replies.',
      'What was said can be seen nowhere else; notes, which the API adds, are ADD-NOTE-10.',
    ),
  ),
  ...section(
    { part: 2, section: 'Conversation', endpoint: 'GET /conversations/{id}' },
    open('OPEN-06', 'message_count', 'What `message_count` counts.'),
  ),

  ...section(
    { part: 4, section: 'GET /bookings' },
    must('LIST-BOOKINGS-20', 'chatbot_id', '`chatbot_id` returns exactly the bookings of that chatbot.'),
    paged('LIST-BOOKINGS-27', 'limit, offset'),
  ),
  ...section(
    { part: 4, section: 'GET /reservations', endpoint: 'GET /bookings' },
    open(
      'LIST-BOOKINGS-22',
      'Meaning of `since` for bookings: not shown',
      'Whether `since` is a lower bound on bookings.',
    ),
    open('OPEN-07', 'Meaning of `since` for bookings: not shown', 'Which date of a booking `since` bounds.'),
  ),

  ...section(
    { part: 4, section: 'GET /leads' },
    must('LIST-LEADS-20', 'chatbot_id', '`chatbot_id` returns exactly the leads of that chatbot.'),
    must('LIST-LEADS-21', 'status', '`status` returns exactly the leads with that status.'),
    must('LIST-LEADS-22', 'since', '`since` is a lower bound on the capture date of the lead.'),
    together('LIST-LEADS-26', 'Query param'),
    paged('LIST-LEADS-27', 'limit, offset'),
  ),
  ...section(
    { part: 4, section: 'GET /reservations' },
    must(
      'LIST-RESERVATIONS-20',
      'chatbot_id',
      '`chatbot_id` returns exactly the reservations of that chatbot.',
    ),
    must('LIST-RESERVATIONS-21', 'status', 'A `status` returns exactly the reservations with that status.'),
    must(
      'LIST-RESERVATIONS-22',
      'comma-separated list of reservation statuses',
      'Comma-separated statuses return exactly the reservations with one of those statuses.',
    ),
    must(
      'LIST-RESERVATIONS-23',
      'when omitted, every status except held and blocked is returned',
      'A request without `status` returns every status except `held` and `blocked`.',
    ),
    must(
      'LIST-RESERVATIONS-24',
      'held and blocked are returned only when named',
      'A `status` that names `held` or `blocked` returns those reservations.',
    ),
    must('LIST-RESERVATIONS-25', 'unknown status', 'An unknown `status` returns 400.'),
    must(
      'LIST-RESERVATIONS-26',
      'unknown status',
      'An unknown status anywhere in a comma-separated list of statuses returns 400.',
    ),
    must(
      'LIST-RESERVATIONS-27',
      'from',
      '`from` returns exactly the reservations that start at that instant or later.',
    ),
    must(
      'LIST-RESERVATIONS-28',
      'to',
      '`to` returns exactly the reservations that start before that instant.',
    ),
    derived(
      'LIST-RESERVATIONS-29',
      'from',
      '`from` and `to` together return exactly the reservations that start inside the window.',
      'Each bound applies, so both do.',
    ),
    must('LIST-RESERVATIONS-30', 'since', '`since` is a lower bound on the creation time.'),
    derived(
      'LIST-RESERVATIONS-31',
      'an invalid window',
      'A window that ends before it begins returns 400.',
      'Nothing starts at or after its beginning and before its end: it is an invalid window.',
    ),
    derived(
      'LIST-RESERVATIONS-32',
      'an invalid window',
      'A `from` or `to` that cannot be read as an instant returns 400.',
      'The parameters are date-times; without an instant there is no bound, and so no valid window.',
    ),
    must(
      'LIST-RESERVATIONS-33',
      '404 (chatbot not found)',
      'A `chatbot_id` that belongs to no chatbot returns 404.',
    ),
    together('LIST-RESERVATIONS-34', 'Query param'),
    paged('LIST-RESERVATIONS-35', 'limit, offset'),
    open('OPEN-08', 'an invalid window', 'Whether a window whose ends are equal is valid.'),
    open('OPEN-09', 'status', 'What an empty `status` means.'),
    open('OPEN-10', 'unknown status', 'Whether letter case and blanks matter in the values of `status`.'),
    excluded(
      'SERVICES-01',
      'reservation-services endpoint',
      'The endpoint of reservation services that `service_id` refers to.',
      'Its path and its response are not given.',
    ),
  ),
]
