import { derived, excluded, must, open, section } from '../../lib/judge/rows.ts'

/** Parts 1, 5, 6, 7, 8 and 9: keys, isolation, events, errors, the rate limit and the served description. */
export const SERVICE = [
  ...section(
    { part: 7, section: '', endpoint: '*' },
    must(
      'ERROR-04',
      'Every error uses one JSON envelope',
      'Every error, whatever its cause, is one JSON object with `error` and `code`.',
    ),
    derived(
      'ERROR-06',
      'stable machine-readable code',
      'The same refused request gets the same `code` each time.',
      'A code that changes from one response to the next is not stable.',
    ),
    excluded(
      'CLIENT-05',
      'clients must not match on it',
      'Clients do not match on the text of an error.',
      'Binds clients, not the service.',
    ),
    open('OPEN-24', 'resource not found', 'Which status and code an unknown path gets.'),
    open('OPEN-25', 'method_not_allowed', 'Which status and code an unsupported method gets.'),
    open('OPEN-26', 'The full mapping of each code to its HTTP status', 'Which code a 400 and a 404 have.'),
    open(
      'OPEN-32',
      'Status conditions given per endpoint',
      'What malformed query values return, apart from those that the specification names.',
    ),
  ),
  ...section(
    { part: 4, section: '', endpoint: '*' },
    open(
      'OPEN-27',
      'Request bodies are JSON with Content-Type: application/json',
      'What a body of another content type returns.',
    ),
  ),

  ...section(
    { part: 9, section: '', endpoint: 'GET /openapi.json' },
    must('VERSION-01', '3', 'A JSON description of the API is served at openapi.json.'),
    must('VERSION-02', '3', 'The description is a valid OpenAPI 3.1 document.'),
    must('VERSION-03', '3', 'The version of the description, `info.version`, is 1.1.0.'),
    must('VERSION-04', '3', 'The description covers the 13 operations.'),
    must(
      'VERSION-05',
      '3',
      'The description does not contradict the specification on the parameters of an operation.',
    ),
    must('VERSION-06', '3', 'The description does not contradict the specification on request bodies.'),
    must('VERSION-07', '3', 'The description does not contradict the specification on responses.'),
    derived(
      'VERSION-08',
      '3',
      'The description requires a bearer key for every operation; without `security` it would require none.',
      'Part 5 asks for a key with every request, as an HTTP bearer token.',
    ),
    open('OPEN-31', '3', 'Whether the description can be read without a key.'),
    open('OPEN-33', '3', 'Whether the responses agree with the description that the service itself serves.'),
  ),
  ...section(
    { part: 9, section: '', endpoint: '*' },
    excluded(
      'VERSION-90',
      '1',
      'The version is the path segment `v1`, the current one.',
      'The base address is given by the operator and is taken as it is.',
    ),
    excluded(
      'VERSION-91',
      '2',
      'No breaking change is made within `v1`.',
      'A single run sees one moment; comparing two run records shows changes.',
    ),
  ),

  ...section(
    { part: 7, section: '', endpoint: '*' },
    derived(
      'INPUT-01',
      'resource not found',
      'An odd id in a path (long, Unicode, special characters) returns a 4xx.',
      "It is an unknown id or a malformed one: either way the mistake is the client's.",
    ),
    derived(
      'INPUT-02',
      'Status conditions given per endpoint',
      'An odd value in a query does not get a server error.',
      'It is a valid value or a mistake of the client: neither is a failure of the server.',
    ),
    derived(
      'INPUT-07',
      'method_not_allowed',
      'An unsupported method gets no server error except 501; PUT and DELETE never succeed.',
      'No endpoint supports them, so the request is a mistake of the client.',
    ),
    derived(
      'INPUT-06',
      'invalid request body',
      'An odd body (deep nesting, `__proto__`, further members, odd characters, no UTF-8, another format) does not get a server error.',
      'The body is valid or an invalid request body: neither is a failure of the server.',
    ),
  ),
]
