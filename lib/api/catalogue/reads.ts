import { derived, excluded, must, open } from './rows.ts'

/** Part 4: the reading endpoints, beyond what all lists share. */
export const READS = [
  ...must(4, 'GET /me', [
    'GET-ME-01',
    'A request with a valid key is answered 200 with the workspace and the key behind it.',
  ]),
  ...must(5, 'GET /me', [
    'GET-ME-02',
    '`key_prefix` is a leading part of the key in use, and never the whole key.',
  ]),
  ...derived(5, 'GET /me', [
    'GET-ME-03',
    '`team_id` stands for the workspace: the same on every request of a key, another for another workspace.',
  ]),

  ...must(
    4,
    'GET /conversations',
    ['LIST-CONVERSATIONS-20', '`chatbot_id` keeps exactly the conversations of that chatbot.'],
    ['LIST-CONVERSATIONS-21', '`is_lead` keeps exactly the conversations with that value.'],
    ['LIST-CONVERSATIONS-22', '`is_resolved` keeps exactly the conversations with that value.'],
    ['LIST-CONVERSATIONS-23', '`status` keeps exactly the conversations with that status.'],
    ['LIST-CONVERSATIONS-24', '`language` keeps the conversations in that language and none in another.'],
    ['LIST-CONVERSATIONS-25', '`since` is a lower bound on the start date of the conversation.'],
    ['LIST-CONVERSATIONS-28', 'Rows of the list carry no messages.'],
  ),
  ...derived(
    4,
    'GET /conversations',
    ['LIST-CONVERSATIONS-26', 'Filters given together all apply.'],
    ['LIST-CONVERSATIONS-27', 'Paging keeps the filter: each page, and `total`, speak of the filtered list.'],
  ),
  ...open(
    4,
    'GET /conversations',
    ['OPEN-03', 'Whether `language` matches exactly or as a prefix.'],
    ['OPEN-04', 'Whether `since` includes its bound, and whether it means the day or the instant.'],
  ),

  ...must(
    4,
    'GET /conversations/{id}',
    ['GET-CONVERSATION-01', 'A conversation of the workspace is answered 200 with its transcript.'],
    ['GET-CONVERSATION-02', 'An id that belongs to no conversation is answered 404.'],
  ),
  ...derived(
    4,
    'GET /conversations/{id}',
    ['GET-CONVERSATION-03', 'The conversation that is answered is the one that was asked for.'],
    ['GET-CONVERSATION-04', 'The detail agrees with the row of the list in every field of the conversation.'],
  ),
  ...open(
    4,
    'GET /conversations/{id}',
    ['OPEN-05', 'In which order the messages of a transcript come.'],
    ['OPEN-06', 'What `message_count` counts.'],
  ),

  ...must(4, 'GET /bookings', [
    'LIST-BOOKINGS-20',
    '`chatbot_id` keeps exactly the bookings of that chatbot.',
  ]),
  ...derived(
    4,
    'GET /bookings',
    [
      'LIST-BOOKINGS-22',
      '`since` is a lower bound: one beyond every date of every booking leaves none, one before all leaves all.',
    ],
    ['LIST-BOOKINGS-27', 'Paging keeps the filter: each page, and `total`, speak of the filtered list.'],
  ),
  ...open(4, 'GET /bookings', ['OPEN-07', 'Which date of a booking `since` bounds.']),

  ...must(
    4,
    'GET /leads',
    ['LIST-LEADS-20', '`chatbot_id` keeps exactly the leads of that chatbot.'],
    ['LIST-LEADS-21', '`status` keeps exactly the leads with that status.'],
    ['LIST-LEADS-22', '`since` is a lower bound on the capture date of the lead.'],
  ),
  ...derived(
    4,
    'GET /leads',
    ['LIST-LEADS-26', 'Filters given together all apply.'],
    ['LIST-LEADS-27', 'Paging keeps the filter: each page, and `total`, speak of the filtered list.'],
  ),
  ...must(
    4,
    'GET /leads/{id}',
    ['GET-LEAD-01', 'A lead of the workspace is answered 200.'],
    ['GET-LEAD-02', 'An id that belongs to no lead is answered 404.'],
  ),
  ...derived(
    4,
    'GET /leads/{id}',
    ['GET-LEAD-03', 'The lead that is answered is the one that was asked for.'],
    ['GET-LEAD-04', 'The detail agrees with the row of the list in every field of the lead.'],
  ),

  ...must(
    4,
    'GET /reservations',
    ['LIST-RESERVATIONS-20', '`chatbot_id` keeps exactly the reservations of that chatbot.'],
    ['LIST-RESERVATIONS-21', '`status` keeps exactly the reservations with that status.'],
    [
      'LIST-RESERVATIONS-22',
      'A comma-separated `status` keeps exactly the reservations with one of those statuses.',
    ],
    ['LIST-RESERVATIONS-23', 'Without `status`, every status is listed except `held` and `blocked`.'],
    ['LIST-RESERVATIONS-24', '`held` and `blocked` are listed when they are named.'],
    ['LIST-RESERVATIONS-25', 'An unknown status is refused with 400.'],
    ['LIST-RESERVATIONS-27', '`from` keeps exactly the reservations that start at that instant or later.'],
    ['LIST-RESERVATIONS-28', '`to` keeps exactly the reservations that start before that instant.'],
    ['LIST-RESERVATIONS-30', '`since` is a lower bound on the creation time.'],
    ['LIST-RESERVATIONS-31', 'A window that ends before it begins is refused with 400.'],
    ['LIST-RESERVATIONS-33', 'A `chatbot_id` of no chatbot is answered 404.'],
  ),
  ...derived(
    4,
    'GET /reservations',
    ['LIST-RESERVATIONS-26', 'An unknown status anywhere in a list of statuses is refused with 400.'],
    [
      'LIST-RESERVATIONS-29',
      '`from` and `to` together keep exactly the reservations that start inside the window.',
    ],
    ['LIST-RESERVATIONS-32', 'A `from` or `to` that is no date-time is refused with 400.'],
    ['LIST-RESERVATIONS-34', 'Filters given together all apply.'],
    ['LIST-RESERVATIONS-35', 'Paging keeps the filter: each page, and `total`, speak of the filtered list.'],
  ),
  ...open(
    4,
    'GET /reservations',
    ['OPEN-08', 'Whether a window whose ends are equal is valid.'],
    ['OPEN-09', 'What an empty `status` means.'],
    ['OPEN-10', 'Letter case and blanks in the values of `status`.'],
  ),
  ...excluded(4, 'GET /reservations', [
    'SERVICES-01',
    'The endpoint of reservation services that `service_id` refers to.',
    'Its path and its answer are not given.',
  ]),

  ...must(
    4,
    'GET /knowledge/sources',
    ['LIST-SOURCES-01', 'The sources of a chatbot are answered 200 as an array in `data`.'],
    ['LIST-SOURCES-02', 'The list of sources carries no `pagination`.'],
    ['LIST-SOURCES-03', 'A request without `chatbot_id` is refused with 400.'],
    ['LIST-SOURCES-04', 'A `chatbot_id` of no chatbot is answered 404.'],
  ),
  ...must(4, 'GET /analytics/summary', [
    'GET-ANALYTICS-01',
    'The rollup of the workspace is answered 200, and so is the rollup of one of its chatbots.',
  ]),
  ...derived(4, 'GET /analytics/summary', [
    'GET-ANALYTICS-02',
    '`chatbot_id` narrows the rollup to one chatbot: no count exceeds that of the workspace, and the chatbots add up to no more.',
  ]),
  ...derived(8, 'GET /analytics/summary', [
    'GET-ANALYTICS-03',
    'The rollup covers the trailing 30 days: the days that it lists are distinct and span no more than that.',
  ]),
  ...open(
    4,
    'GET /analytics/summary',
    ['OPEN-11', 'Whether the totals are the sums of the days.'],
    ['OPEN-12', 'Which days `by_day` lists, and in which order.'],
    ['OPEN-13', 'What a `chatbot_id` of no chatbot answers where the specification lists no 404.'],
  ),
  ...excluded(4, 'GET /analytics/summary', [
    'ANALYTICS-90',
    'The description of the endpoint mentions a resolution rate.',
    'No field for it is defined.',
  ]),
]
