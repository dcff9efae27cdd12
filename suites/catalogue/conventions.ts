import { derived, excluded, must, section } from '../../lib/judge/rows.ts'

/** Part 1: conventions of every resource and every response. */
export const CONVENTIONS = [
  ...section(
    { part: 1, section: '', endpoint: '*' },
    derived(
      'JSON-01',
      'returns JSON responses',
      'Every response of the API, errors included, has a JSON media type in `Content-Type`.',
      'JSON is labelled as JSON: RFC 8259 registers `application/json`, and RFC 6839 the suffix `+json`.',
    ),
    must(
      'JSON-02',
      'returns JSON responses',
      'Every response body of the API, errors included, is one well-formed JSON text in UTF-8.',
    ),
    must('JSON-03', '1', 'A response with a single resource wraps it as an object in `data`.'),
    must(
      'JSON-04',
      '1',
      'A response of a paginated list has an array of objects in `data` and an object in `pagination`.',
    ),
    derived(
      'JSON-05',
      'returns JSON responses',
      'A JSON response body does not begin with a byte order mark.',
      'RFC 8259 forbids adding one to JSON that is sent over a network, and common parsers reject it.',
    ),
    derived(
      'STATUS-01',
      'standard HTTP methods and status codes',
      'A successful response has status 200.',
      'Part 4 gives 200 as the success status of each of the 13 operations, and no other.',
    ),
    derived(
      'STATUS-02',
      'standard HTTP methods and status codes',
      'A request to an endpoint does not get a server error, whatever it asks for.',
      'It is valid, and part 4 gives its response, or it is invalid, and the mistake is that of the client.',
    ),
    derived(
      'STATUS-03',
      '6',
      'An endpoint under the base URL does not redirect.',
      'Only the bare apex host is said to redirect.',
    ),
  ),
  ...section(
    { part: 1, section: '', endpoint: 'apex host' },
    must('APEX-01', '6', 'The bare apex host responds with a 308 redirect.'),
    derived(
      'APEX-02',
      '6',
      'The redirect of the apex host has a `Location` that leads to another address.',
      'A redirect that names no other address leads no client to the canonical host.',
    ),
  ),
  ...section(
    { part: 1, section: '', endpoint: '*' },
    excluded('CLIENT-03', '6', 'Clients use the canonical host.', 'Binds clients, not the service.'),
    excluded(
      'CLIENT-04',
      '6',
      'Some HTTP clients drop the body and the Authorization header of a POST when they follow a redirect.',
      'Describes clients; the tool itself never follows a redirect.',
    ),
    excluded(
      'PLAN-01',
      'plan tier called Scale and above',
      'The API is available on the plan tier Scale and above.',
      'The plan of a workspace cannot be seen or changed through the API.',
    ),
  ),
]
