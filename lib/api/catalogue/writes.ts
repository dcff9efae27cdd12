import { derived, excluded, must, open } from './rows.ts'

const PATCH = 'PATCH /conversations/{id}'
const NOTE = 'POST /conversations/{id}/messages'
const LEAD = 'POST /leads'

/** Parts 3, 4 and 8: the three writing endpoints. */
export const WRITES = [
  ...must(
    4,
    PATCH,
    ['PATCH-CONVERSATION-01', 'A valid update is answered 200 with the conversation that was updated.'],
    [
      'PATCH-CONVERSATION-02',
      '`tags` replace the tags that were there: afterwards the same tags and no other.',
    ],
    ['PATCH-CONVERSATION-04', 'A body with neither `tags` nor `is_resolved` is refused with 400.'],
    ['PATCH-CONVERSATION-05', '`tags` that are no array of strings are refused with 400.'],
    ['PATCH-CONVERSATION-06', 'An `is_resolved` that is no boolean is refused with 400.'],
    ['PATCH-CONVERSATION-07', 'A body that is no JSON object is refused with 400.'],
    ['PATCH-CONVERSATION-08', 'An id that belongs to no conversation is answered 404.'],
  ),
  ...must(3, PATCH, ['PATCH-CONVERSATION-03', '`is_resolved` becomes what was given, true or false.']),
  ...must(
    8,
    PATCH,
    ['PATCH-CONVERSATION-10', '20 tags are accepted, 21 are refused with 400.'],
    ['PATCH-CONVERSATION-11', 'A tag of 40 characters is accepted, one of 41 is refused with 400.'],
    ['PATCH-CONVERSATION-12', 'A tag of one character is accepted, an empty one is refused with 400.'],
  ),
  ...derived(
    4,
    PATCH,
    [
      'PATCH-CONVERSATION-13',
      'What an update answers is what is stored: detail and list show it afterwards.',
    ],
    [
      'PATCH-CONVERSATION-14',
      'A field that an update does not name stays as it is, and so does every other conversation.',
    ],
    ['PATCH-CONVERSATION-15', 'A refused update changes nothing.'],
    ['PATCH-CONVERSATION-16', 'An empty array clears the tags.'],
  ),
  ...open(
    4,
    PATCH,
    ['OPEN-14', 'Whether a null beside a valid field is refused or ignored.'],
    ['OPEN-15', 'Whether tags are trimmed, sorted or freed of duplicates.'],
    ['OPEN-16', 'What an update does to `status` and `updated_at`.'],
  ),

  ...must(
    4,
    NOTE,
    ['ADD-NOTE-01', 'A valid note is answered 200 with the message that was made.'],
    ['ADD-NOTE-02', 'The message has the role `note`, whatever the body says of a role.'],
    ['ADD-NOTE-04', 'A body without `content` is refused with 400.'],
    ['ADD-NOTE-05', 'A `content` that is no string is refused with 400.'],
    ['ADD-NOTE-06', 'A body that is no JSON object is refused with 400.'],
    ['ADD-NOTE-07', 'An id that belongs to no conversation is answered 404.'],
  ),
  ...must(
    8,
    NOTE,
    ['ADD-NOTE-08', 'A content of 10,000 characters is accepted, one of 10,001 is refused with 400.'],
    ['ADD-NOTE-09', 'A content of one character is accepted, an empty one is refused with 400.'],
  ),
  ...must(2, NOTE, [
    'ADD-NOTE-10',
    'The transcript holds the note once afterwards, beside every message that it held before.',
  ]),
  ...derived(
    4,
    NOTE,
    ['ADD-NOTE-03', 'The message has the content that was sent.'],
    ['ADD-NOTE-11', 'A refused note leaves nothing in the transcript.'],
    ['ADD-NOTE-12', 'A note stands in its own conversation and in no other.'],
    ['ADD-NOTE-13', 'A note leaves the tags and the resolved flag of its conversation as they were.'],
  ),
  ...excluded(4, NOTE, [
    'ADD-NOTE-90',
    'A note is never shown to the visitor and never sent to the AI.',
    'Neither the widget nor the AI can be seen through the API.',
  ]),

  ...must(
    4,
    LEAD,
    ['CREATE-LEAD-01', 'A valid body is answered 200 with the lead; `chatbot_id` alone is enough.'],
    ['CREATE-LEAD-03', 'The lead gets the `status` of the body.'],
    ['CREATE-LEAD-05', 'A body without `chatbot_id` is refused with 400.'],
    ['CREATE-LEAD-06', 'A body that is no JSON object is refused with 400.'],
    ['CREATE-LEAD-07', 'A `chatbot_id` of no chatbot is answered 404.'],
    ['CREATE-LEAD-08', 'A `conversation_id` of no conversation is answered 404.'],
    ['CREATE-LEAD-09', 'Null is accepted for every field whose table row allows it.'],
    [
      'CREATE-LEAD-10',
      'A `chatbot_id` that is no string is refused with 400, or with 404 as the id of nothing.',
    ],
    [
      'CREATE-LEAD-11',
      'A `conversation_id` that is neither string nor null is refused with 400, or with 404 as the id of nothing.',
    ],
    ['CREATE-LEAD-12', 'A `name` that is neither string nor null is refused with 400.'],
    ['CREATE-LEAD-13', 'An `email` that is no e-mail address is refused with 400.'],
    ['CREATE-LEAD-14', 'A `phone` that is neither string nor null is refused with 400.'],
    ['CREATE-LEAD-15', 'A `company` that is neither string nor null is refused with 400.'],
    ['CREATE-LEAD-16', 'A `source` that is neither string nor null is refused with 400.'],
    ['CREATE-LEAD-17', 'A `source_url` that is no URI is refused with 400.'],
    ['CREATE-LEAD-18', 'A `status` that is no string is refused with 400, null included.'],
    ['CREATE-LEAD-19', 'A `notes` that is neither string nor null is refused with 400.'],
  ),
  ...must(
    8,
    LEAD,
    ['CREATE-LEAD-20', 'A `name` of 200 characters is accepted, a longer one is refused with 400.'],
    [
      'CREATE-LEAD-21',
      'A long valid `email` is accepted, one of more than 320 characters is refused with 400.',
    ],
    ['CREATE-LEAD-22', 'A `phone` of 50 characters is accepted, a longer one is refused with 400.'],
    ['CREATE-LEAD-23', 'A `company` of 200 characters is accepted, a longer one is refused with 400.'],
    ['CREATE-LEAD-24', 'A `source` of 100 characters is accepted, a longer one is refused with 400.'],
    ['CREATE-LEAD-25', 'A `source_url` of 2,048 characters is accepted, a longer one is refused with 400.'],
    ['CREATE-LEAD-26', 'A `status` of 40 characters is accepted, a longer one is refused with 400.'],
    ['CREATE-LEAD-27', 'A `notes` of 5,000 characters is accepted, a longer one is refused with 400.'],
  ),
  ...derived(
    4,
    LEAD,
    [
      'CREATE-LEAD-02',
      'The lead carries what was sent: chatbot, conversation, name, e-mail, phone and notes.',
    ],
    ['CREATE-LEAD-04', 'What is answered is what is stored: the detail and the list show the lead.'],
    ['CREATE-LEAD-28', 'A refused body creates no lead.'],
  ),
  ...must(
    3,
    LEAD,
    ['CREATE-LEAD-30', 'For a conversation that has a lead, that lead is returned, whoever captured it.'],
    ['CREATE-LEAD-31', 'A lead that was there before is marked `existing: true`.'],
    ['CREATE-LEAD-32', 'For a conversation that has a lead, no further lead is created.'],
  ),
  ...derived(
    3,
    LEAD,
    ['CREATE-LEAD-33', 'A lead that was created just now is not marked as existing.'],
    ['CREATE-LEAD-34', 'The existing lead stays as it is, whatever the body said.'],
    ['CREATE-LEAD-35', 'Two requests at once for one conversation create one lead.'],
  ),
  ...open(
    4,
    LEAD,
    ['OPEN-17', 'The status of a lead that was created without one.'],
    ['OPEN-18', 'A lead whose conversation belongs to another chatbot of the workspace.'],
    ['OPEN-19', 'What a new lead does to `is_lead` and `status` of its conversation.'],
    ['OPEN-20', 'Empty strings where no minimum is stated.'],
  ),
  ...excluded(
    3,
    '*',
    [
      'STATES-90',
      'Transitions of conversation, reservation, lead and booking statuses.',
      'The specification does not show them.',
    ],
    ['BOOKINGS-90', 'Visitors create bookings in the widget.', 'The widget is not part of the API.'],
    ['RESERVATIONS-90', 'Visitors or the team create reservations.', 'No operation of the API creates one.'],
  ),
]
