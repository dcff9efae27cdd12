import { derived, excluded, must, open } from './rows.ts'

/** Parts 1, 5, 6, 7, 8 and 9: keys, isolation, events, errors, the rate limit and the served description. */
export const SERVICE = [
  ...must(
    5,
    '*',
    ['AUTH-01', 'A request without a key is answered 401, whatever else it asks.'],
    ['AUTH-02', 'An invented key, or an empty one, is answered 401.'],
    ['AUTH-03', 'A valid key that lacks its end, or has something more, is answered 401.'],
    ['AUTH-04', 'A valid key with one character changed is answered 401.'],
    ['AUTH-05', 'A valid key under another scheme than Bearer is answered 401.'],
  ),
  ...derived(5, '*', ['AUTH-06', 'A write without a valid key changes nothing.']),
  ...must(7, '*', ['AUTH-07', 'A 401 carries the code `unauthorized`.']),
  ...open(5, '*', ['OPEN-21', 'Whether the scheme `Bearer` may be written in another letter case.']),
  ...excluded(5, '*', [
    'KEYS-90',
    'How keys are issued, rotated or scoped, and the prefix they begin with.',
    'The specification does not show it.',
  ]),

  ...must(1, 'GET /conversations/{id}', [
    'ISOLATION-01',
    'A conversation of another workspace is answered 404.',
  ]),
  ...must(1, 'PATCH /conversations/{id}', [
    'ISOLATION-02',
    'Updating a conversation of another workspace is answered 404.',
  ]),
  ...must(1, 'POST /conversations/{id}/messages', [
    'ISOLATION-03',
    'A note to a conversation of another workspace is answered 404.',
  ]),
  ...must(1, 'GET /leads/{id}', ['ISOLATION-04', 'A lead of another workspace is answered 404.']),
  ...must(
    1,
    'POST /leads',
    ['ISOLATION-05', 'A lead for a chatbot of another workspace is answered 404.'],
    [
      'ISOLATION-06',
      'A lead for a conversation of another workspace is answered 404, also where it has a lead there.',
    ],
  ),
  ...must(1, 'GET /reservations', [
    'ISOLATION-07',
    'Reservations of a chatbot of another workspace are answered 404.',
  ]),
  ...must(1, 'GET /knowledge/sources', [
    'ISOLATION-08',
    'Sources of a chatbot of another workspace are answered 404.',
  ]),
  ...derived(1, 'GET /conversations', [
    'ISOLATION-09',
    'Filtering by a chatbot of another workspace is answered 404 or with an empty list.',
  ]),
  ...derived(1, 'GET /leads', [
    'ISOLATION-10',
    'Filtering by a chatbot of another workspace is answered 404 or with an empty list.',
  ]),
  ...derived(1, 'GET /bookings', [
    'ISOLATION-11',
    'Filtering by a chatbot of another workspace is answered 404 or with an empty list.',
  ]),
  ...derived(1, 'GET /analytics/summary', [
    'ISOLATION-12',
    'The rollup of a chatbot of another workspace is answered 404 or with zeros.',
  ]),
  ...derived(1, '*', [
    'ISOLATION-13',
    'An id of another workspace and an id of nothing get the same answer: status, code, text, fields and headers.',
  ]),
  ...derived(5, 'PATCH /conversations/{id}', [
    'ISOLATION-14',
    'A refused update leaves the other workspace untouched.',
  ]),
  ...derived(5, 'POST /conversations/{id}/messages', [
    'ISOLATION-15',
    'A refused note leaves the other workspace untouched.',
  ]),
  ...derived(5, 'POST /leads', ['ISOLATION-16', 'A refused lead leaves the other workspace untouched.']),
  ...must(5, 'GET /chatbots', ['ISOLATION-20', 'Only chatbots of the workspace of the key are listed.']),
  ...must(5, 'GET /conversations', [
    'ISOLATION-21',
    'Only conversations of the workspace of the key are listed.',
  ]),
  ...must(5, 'GET /leads', ['ISOLATION-22', 'Only leads of the workspace of the key are listed.']),
  ...must(5, 'GET /bookings', ['ISOLATION-23', 'Only bookings of the workspace of the key are listed.']),
  ...must(5, 'GET /reservations', [
    'ISOLATION-24',
    'Only reservations of the workspace of the key are listed.',
  ]),
  ...must(5, 'GET /analytics/summary', [
    'ISOLATION-25',
    'The rollup counts only what belongs to the workspace of the key.',
  ]),

  ...must(
    6,
    'webhooks',
    ['EVENT-01', '`lead.created` is emitted when a lead is created through the API.'],
    ['EVENT-03', 'Every event of the `reservation.*` family carries the reservation.'],
  ),
  ...must(6, 'PATCH /conversations/{id}', ['EVENT-02', 'Updating a conversation emits no webhook.']),
  ...open(
    6,
    'webhooks',
    ['OPEN-22', 'Whether `lead.created` is emitted when an existing lead is returned.'],
    ['OPEN-23', 'The envelope of a delivery: its headers, its signature, where the payload stands.'],
  ),
  ...excluded(6, 'webhooks', [
    'EVENT-90',
    'Registration, delivery, retries and signing of webhooks, and further kinds of events.',
    'The specification does not show them.',
  ]),

  ...must(7, '*', [
    'ERROR-04',
    'Every error, whatever its cause, is one JSON object with `error` and `code`.',
  ]),
  ...open(
    7,
    '*',
    ['OPEN-24', 'Which status and code an unknown path gets.'],
    ['OPEN-25', 'Which status and code an unsupported method gets.'],
    ['OPEN-26', 'Which code goes with 400 and with 404.'],
    ['OPEN-27', 'What a body of another content type gets.'],
    ['OPEN-32', 'What malformed query values get, apart from those that are named.'],
  ),

  ...must(
    8,
    '*',
    [
      'RATE-01',
      'Every answer of an endpoint carries X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset.',
    ],
    ['RATE-02', 'X-RateLimit-Limit says 1000.'],
    ['RATE-03', 'X-RateLimit-Remaining is a whole number that is not negative.'],
    ['RATE-04', 'X-RateLimit-Remaining goes down as the key spends.'],
    ['RATE-05', 'What one key spends is not taken from another.'],
    ['RATE-06', 'Past 1,000 requests in an hour a key is answered 429.'],
    ['RATE-07', 'A key is not answered 429 before it has spent its 1,000 requests.'],
    ['RATE-08', 'A 429 carries the error envelope.'],
  ),
  ...derived(8, '*', ['RATE-09', 'X-RateLimit-Remaining never exceeds the limit.']),
  ...open(
    8,
    '*',
    ['OPEN-28', 'Unit and form of X-RateLimit-Reset.'],
    ['OPEN-29', 'Whether X-RateLimit-Remaining already counts the present request.'],
    ['OPEN-30', 'What X-RateLimit-Remaining says without a valid key.'],
  ),

  ...must(
    9,
    'GET /openapi.json',
    ['VERSION-01', 'A description of the API is served at openapi.json as JSON.'],
    ['VERSION-02', 'The description is a valid OpenAPI 3.1 document.'],
    ['VERSION-03', 'The description gives its own version as 1.1.0.'],
  ),
  ...derived(
    9,
    'GET /openapi.json',
    ['VERSION-04', 'The description covers the 13 operations.'],
    ['VERSION-05', 'The description gives the parameters of each operation as the specification does.'],
    ['VERSION-06', 'The description gives the request bodies as the specification does.'],
    ['VERSION-07', 'The description gives the answers as the specification does.'],
    ['VERSION-08', 'The description says that every operation needs a bearer key.'],
  ),
  ...open(9, 'GET /openapi.json', ['OPEN-31', 'Whether the description needs a key.']),
  ...excluded(
    9,
    '*',
    [
      'VERSION-90',
      'The version is the path segment `v1`, the current one.',
      'The base address is given by the operator and is taken as it is.',
    ],
    [
      'VERSION-91',
      'No breaking change is made within `v1`.',
      'A single run sees one moment; comparing two run records shows changes.',
    ],
  ),

  ...derived(
    8,
    '*',
    [
      'INPUT-01',
      'Odd ids in a path (long, Unicode, special characters) are answered 404 or 400, never with a server error.',
    ],
    ['INPUT-02', 'Odd values in a query never cause a server error.'],
  ),
  ...derived(8, 'POST /leads', [
    'INPUT-03',
    'Every generated valid lead is accepted, every one with a planted defect is refused with 400.',
  ]),
  ...derived(8, 'PATCH /conversations/{id}', [
    'INPUT-04',
    'Every generated valid update is accepted and stored, every one with a planted defect is refused with 400.',
  ]),
  ...derived(8, 'POST /conversations/{id}/messages', [
    'INPUT-05',
    'Every generated valid note is accepted, every one with a planted defect is refused with 400.',
  ]),
  ...derived(8, '*', [
    'INPUT-06',
    'Odd JSON (deep nesting, `__proto__`, NUL, lone surrogates, astral characters) never causes a server error.',
  ]),
]
