import { answer } from '../behaviour.ts'
import type { Family, HostileBehaviour } from '../behaviour.ts'

const family: Family = 'redirect'

function to(id: string, what: string, ...lines: readonly string[]): HostileBehaviour {
  return {
    id,
    family,
    what,
    outcome: 'response',
    serve: (socket) => void socket.write(answer('', lines, '308 Permanent Redirect')),
  }
}

export const REDIRECT: readonly HostileBehaviour[] = [
  {
    ...to('redirect-loop', 'redirects to itself'),
    serve: (socket, request) =>
      void socket.write(answer('', [`Location: ${request.target}`], '308 Permanent Redirect')),
  },
  to('redirect-nowhere', 'redirects without a Location'),
  to('redirect-elsewhere', 'redirects to another origin', 'Location: http://other.example/v1/me'),
  to('redirect-file', 'redirects to a file', 'Location: file:///etc/passwd'),
  to(
    'redirect-private',
    'redirects to a link-local address',
    'Location: http://169.254.169.254/latest/meta-data/',
  ),
  to('redirect-downgrade', 'redirects from HTTPS to HTTP', 'Location: http://127.0.0.1/v1/me'),
  to('redirect-two', 'gives two Locations', 'Location: /a', 'Location: /b'),
]
