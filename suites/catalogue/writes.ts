import { own } from '../../lib/spec/json.ts'
import { CONTRACT } from '../../lib/spec/api.ts'
import { derived, type Entry, excluded, must, open, section } from '../../lib/judge/rows.ts'

const PATCH = 'PATCH /conversations/{id}'
const NOTE = 'POST /conversations/{id}/messages'
const LEAD = 'POST /leads'

const INVALID_BODY = '400 (invalid body)'

/** The greatest length of each text of a lead, in characters. */
const LONGEST = new Map(
  CONTRACT.fieldsOf('LeadCreate').map(({ name, schema }) => [
    name,
    Number(own(schema, 'maxLength')).toLocaleString('en'),
  ]),
)

const longest = (id: string, item: string, field: string): Entry =>
  must(
    id,
    item,
    `A \`${field}\` of ${LONGEST.get(field) ?? ''} characters is accepted; a longer one returns 400.`,
  )

/** Parts 3, 4 and 8: the three writing endpoints. */
export const WRITES = [
  ...section(
    { part: 4, section: PATCH },
    must(
      'PATCH-CONVERSATION-01',
      'Response 200: { data: Conversation }',
      'A valid update returns 200 with the conversation that it updated.',
    ),
    must(
      'PATCH-CONVERSATION-02',
      'REPLACES the existing array',
      '`tags` replace the existing tags: afterwards the conversation has the same tags and no other.',
    ),
    must(
      'PATCH-CONVERSATION-04',
      'At least one of tags or is_resolved must be given',
      'A body with neither `tags` nor `is_resolved` returns 400.',
    ),
    must('PATCH-CONVERSATION-05', 'array of string', '`tags` that are not an array of strings return 400.'),
    must('PATCH-CONVERSATION-06', 'is_resolved', 'An `is_resolved` that is not a boolean returns 400.'),
    must('PATCH-CONVERSATION-07', INVALID_BODY, 'A body that is not a JSON object returns 400.'),
    must(
      'PATCH-CONVERSATION-08',
      '400 (invalid body), 404',
      'An id that belongs to no conversation returns 404.',
    ),
    derived(
      'PATCH-CONVERSATION-13',
      'Response 200: { data: Conversation }',
      'Detail and list show what the response to an update shows.',
      'The response is the conversation, and the conversation is what detail and list read.',
    ),
    derived(
      'PATCH-CONVERSATION-14',
      'Updates operator-owned fields',
      'A field that an update does not name stays as it is, and so does every other conversation.',
      'An update changes the fields that it gives of the conversation that it names.',
    ),
    must('PATCH-CONVERSATION-15', INVALID_BODY, 'A refused update changes nothing.'),
    must('PATCH-CONVERSATION-16', 'REPLACES the existing array', 'An empty `tags` array clears the tags.'),
    open('OPEN-14', 'is_resolved', 'Whether a null beside a valid field is refused or ignored.'),
    open('OPEN-15', 'REPLACES the existing array', 'Whether tags are trimmed, sorted or deduplicated.'),
    open(
      'OPEN-34',
      'Updates operator-owned fields',
      'Whether two simultaneous updates of different fields both take effect.',
    ),
  ),
  ...section(
    { part: 3, section: '', endpoint: PATCH },
    must(
      'PATCH-CONVERSATION-03',
      'is_resolved set to the given boolean',
      'A valid `is_resolved`, true or false, becomes the value of the conversation.',
    ),
    open(
      'OPEN-16',
      'the effect on status is not described',
      'What an update does to `status` and `updated_at`.',
    ),
  ),
  ...section(
    { part: 8, section: '', endpoint: PATCH },
    must('PATCH-CONVERSATION-10', 'Conversation tags', '20 `tags` are accepted; 21 return 400.'),
    must(
      'PATCH-CONVERSATION-11',
      'Conversation tags',
      'A tag of 40 characters is accepted; one of 41 returns 400.',
    ),
    must(
      'PATCH-CONVERSATION-12',
      'Conversation tags',
      'A tag of one character is accepted; an empty one returns 400.',
    ),
  ),

  ...section(
    { part: 4, section: NOTE },
    must('ADD-NOTE-01', 'Response 200: { data: Message }', 'A valid note returns 200 with the new message.'),
    must(
      'ADD-NOTE-02',
      'The role is always note',
      'The message has the role `note`, whatever role the body gives.',
    ),
    must('ADD-NOTE-04', 'content string, required', 'A body without `content` returns 400.'),
    must('ADD-NOTE-05', 'content string, required', 'A `content` that is not a string returns 400.'),
    must('ADD-NOTE-06', 'Errors: 400', 'A body that is not a JSON object returns 400.'),
    must('ADD-NOTE-07', 'Errors: 400, 404', 'An id that belongs to no conversation returns 404.'),
    must('ADD-NOTE-03', 'Adds an internal note', 'The message has the content that was sent.'),
    must('ADD-NOTE-11', 'Errors: 400', 'A refused note leaves nothing in the transcript.'),
    derived(
      'ADD-NOTE-12',
      'Adds an internal note',
      'A note stands in the transcript of its own conversation and in no other.',
      'The path names the conversation to which the note is added.',
    ),
    open(
      'ADD-NOTE-13',
      'Adds an internal note',
      'Whether a note changes the tags, the resolved flag or the status of its conversation.',
    ),
    derived(
      'ADD-NOTE-14',
      'Response 200: { data: Message }',
      '`created_at` of a new note is the time of the request, in UTC.',
      'A timestamp that is hours off is local time labelled as UTC.',
    ),
    excluded(
      'ADD-NOTE-90',
      'never shown to the visitor and never sent to the AI',
      'A note is never shown to the visitor and never sent to the AI.',
      'Neither the widget nor the AI can be seen through the API.',
    ),
  ),
  ...section(
    { part: 8, section: '', endpoint: NOTE },
    must(
      'ADD-NOTE-08',
      'Note content',
      'A `content` of 10,000 characters is accepted; one of 10,001 returns 400.',
    ),
    must(
      'ADD-NOTE-09',
      'Note content',
      'A `content` of one character is accepted; an empty one returns 400.',
    ),
  ),
  ...section(
    { part: 2, section: 'Message', endpoint: NOTE },
    must(
      'ADD-NOTE-10',
      'A transcript includes visitor messages, AI replies, human-agent replies and internal notes',
      'The transcript holds a note once after it was added, beside every message that it held before.',
    ),
  ),

  ...section(
    { part: 4, section: LEAD },
    must(
      'CREATE-LEAD-01',
      'Response 200: { data: Lead, existing?: boolean }',
      'A valid body returns 200 with a lead; `chatbot_id` alone is a valid body.',
    ),
    must('CREATE-LEAD-37', 'existing?: boolean', '`existing`, where the response has it, is a boolean.'),
    must('CREATE-LEAD-05', 'chatbot_id string yes', 'A body without `chatbot_id` returns 400.'),
    must('CREATE-LEAD-06', INVALID_BODY, 'A body that is not a JSON object returns 400.'),
    must(
      'CREATE-LEAD-07',
      '404 (chatbot or conversation not found)',
      'A `chatbot_id` that belongs to no chatbot returns 404.',
    ),
    must(
      'CREATE-LEAD-08',
      '404 (chatbot or conversation not found)',
      'A `conversation_id` that belongs to no conversation returns 404.',
    ),
    must('CREATE-LEAD-09', 'string or null', 'Null is accepted for each field whose type allows it.'),
    must(
      'CREATE-LEAD-10',
      'chatbot_id',
      'A `chatbot_id` that is not a string returns 400, or 404 as an unknown id.',
    ),
    must(
      'CREATE-LEAD-11',
      'conversation_id',
      'A `conversation_id` that is neither string nor null returns 400, or 404 as an unknown id.',
    ),
    must('CREATE-LEAD-12', 'name', 'A `name` that is neither string nor null returns 400.'),
    must(
      'CREATE-LEAD-13',
      'email string (email) or null',
      'An `email` that is neither an e-mail address nor null returns 400.',
    ),
    must('CREATE-LEAD-14', 'phone', 'A `phone` that is neither string nor null returns 400.'),
    must('CREATE-LEAD-15', 'company', 'A `company` that is neither string nor null returns 400.'),
    must('CREATE-LEAD-16', 'source', 'A `source` that is neither string nor null returns 400.'),
    must(
      'CREATE-LEAD-17',
      'source_url string (uri) or null',
      'A `source_url` that is neither a URI nor null returns 400.',
    ),
    must('CREATE-LEAD-18', 'status', 'A `status` that is not a string, null included, returns 400.'),
    must('CREATE-LEAD-19', 'notes', 'A `notes` that is neither string nor null returns 400.'),
    derived(
      'CREATE-LEAD-02',
      'Records a lead',
      'The lead has the chatbot, conversation, name, e-mail, phone and notes that were sent.',
      'The lead that is recorded is the one that the body describes.',
    ),
    derived(
      'CREATE-LEAD-04',
      'Records a lead',
      'Detail and list show the lead that the response shows.',
      'A recorded lead is what detail and list read.',
    ),
    must('CREATE-LEAD-28', INVALID_BODY, 'A refused body creates no lead.'),
    derived(
      'CREATE-LEAD-36',
      'Response 200',
      '`created_at` of a new lead is the time of the request, in UTC.',
      'A timestamp that is hours off is local time labelled as UTC.',
    ),
    open('OPEN-18', 'conversation_id', 'What a conversation of another chatbot of the workspace returns.'),
    open('OPEN-20', 'max 200', 'Whether empty strings are accepted where no minimum is stated.'),
  ),
  ...section(
    { part: 8, section: '', endpoint: LEAD },
    longest('CREATE-LEAD-20', 'Lead `name`, `company`', 'name'),
    must(
      'CREATE-LEAD-21',
      'Lead email',
      `A long valid \`email\` is accepted; one of more than ${LONGEST.get('email') ?? ''} characters returns 400.`,
    ),
    longest('CREATE-LEAD-22', 'Lead phone', 'phone'),
    longest('CREATE-LEAD-23', 'Lead `name`, `company`', 'company'),
    longest('CREATE-LEAD-24', 'Lead source', 'source'),
    longest('CREATE-LEAD-25', 'Lead source_url', 'source_url'),
    longest('CREATE-LEAD-26', 'Lead status', 'status'),
    longest('CREATE-LEAD-27', 'Lead notes', 'notes'),
  ),
  ...section(
    { part: 3, section: '', endpoint: LEAD },
    must(
      'CREATE-LEAD-03',
      'lead created with status from the body',
      'The lead has the `status` that was sent.',
    ),
    open('OPEN-17', 'new is the usual value', 'Which status a lead has that was created without one.'),
  ),
  ...section(
    { part: 3, section: '', endpoint: '*' },
    excluded(
      'STATES-90',
      'Reservation status transitions: not shown',
      'Transitions of conversation, reservation, lead and booking statuses.',
      'The specification does not show them.',
    ),
  ),
  ...section(
    { part: 1, section: '', endpoint: 'GET /bookings' },
    excluded(
      'BOOKINGS-90',
      'visitors create them in the widget',
      'Visitors create bookings in the widget.',
      'The widget is not part of the API.',
    ),
  ),
  ...section(
    { part: 1, section: '', endpoint: 'GET /reservations' },
    excluded(
      'RESERVATIONS-90',
      'visitors or the team create them',
      'Visitors or the team create reservations.',
      'No operation of the API creates one.',
    ),
  ),
]
