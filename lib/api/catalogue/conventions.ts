import { derived, excluded, must, open } from './rows.ts'

/** Part 1: what holds for every resource and every answer. */
export const CONVENTIONS = [
  ...must(
    1,
    '*',
    ['JSON-01', 'Every answer of the API, errors included, is labelled as JSON in Content-Type.'],
    ['JSON-02', 'Every answer body of the API, errors included, is one well-formed JSON text in UTF-8.'],
    ['JSON-03', 'An answer with a single resource wraps it as an object in `data`.'],
    [
      'JSON-04',
      'An answer of a list wraps its rows as an array in `data`, with an object `pagination` beside it.',
    ],
    ['TIME-01', 'A timestamp is a real instant in UTC, written exactly as YYYY-MM-DDThh:mm:ssZ.'],
  ),
  ...derived(
    1,
    '*',
    ['ID-01', 'An id is not empty: it stands for its resource in later requests.'],
    ['ID-02', 'No id appears twice in one list or in one transcript.'],
    ['STATUS-01', 'What succeeds is answered 200, the one success status that the specification gives.'],
    ['STATUS-02', 'A request that the specification allows is not answered with a server error.'],
    ['STATUS-03', 'The canonical host answers by itself: no endpoint redirects.'],
  ),
  ...must(1, 'apex host', ['APEX-01', 'The bare apex host answers with a 308 redirect.']),
  ...derived(1, 'apex host', [
    'APEX-02',
    'The redirect of the apex host names where to go: a Location that leads elsewhere.',
  ]),
  ...open(
    1,
    '*',
    ['OPEN-01', 'Whether an object of a JSON answer ever repeats a name.'],
    ['OPEN-02', 'Which unknown fields the answers carry; new fields may appear at any time.'],
  ),
  ...excluded(
    1,
    '*',
    ['CLIENT-01', 'Clients treat ids as opaque.', 'Binds clients, not the service.'],
    ['CLIENT-02', 'Clients ignore fields that they do not recognise.', 'Binds clients, not the service.'],
    ['CLIENT-03', 'Clients use the canonical host.', 'Binds clients, not the service.'],
    [
      'CLIENT-04',
      'Following a redirect, some HTTP clients drop the body and the Authorization header of a POST.',
      'Describes clients; the tool itself never follows a redirect.',
    ],
    [
      'PLAN-01',
      'The API is available on the plan tier Scale and above.',
      'The plan of a workspace cannot be seen or changed through the API.',
    ],
    [
      'ID-90',
      'Ids are the ones used in dashboard URLs.',
      'The dashboard is not part of the API, so nothing can be compared.',
    ],
  ),
]
