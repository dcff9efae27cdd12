import { answer, LIST } from '../behaviour.ts'
import type { Family, HostileBehaviour } from '../behaviour.ts'

const family: Family = 'headers'
const JSON_TYPE = 'Content-Type: application/json'

function sending(
  id: string,
  what: string,
  outcome: HostileBehaviour['outcome'],
  ...lines: readonly string[]
): HostileBehaviour {
  return {
    id,
    family,
    what,
    outcome,
    serve: (socket) => void socket.write(answer(LIST, [JSON_TYPE, ...lines])),
  }
}

const many = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, i) => `${name}-${i}: v`)

export const HEADERS: readonly HostileBehaviour[] = [
  sending('headers-5000', 'sends 5,000 headers', 'too-large', ...many(5000, 'X')),
  sending('header-1mb', 'sends one header of 1 MB', 'too-large', `X-Large: ${'v'.repeat(1_000_000)}`),
  sending('headers-30kb', 'sends 30 kB of headers', 'response', ...many(30, `X-${'n'.repeat(1000)}`)),
  sending('header-high-bytes', 'sends bytes above 127 in a header', 'response', 'X-High: caf\u00e9\u00ff'),
  sending('header-nul', 'sends a NUL in a header', 'protocol', 'X-Nul: a\0b'),
  sending(
    'header-escape',
    'aims a terminal escape at whoever prints the header',
    'protocol',
    'X-Escape: \u001b[31mred',
  ),
  sending(
    'header-c1',
    'sends the 8-bit form of a terminal escape in a header',
    'response',
    'X-C1: \u009b31mred',
  ),
  sending('header-no-colon', 'sends a header line without a colon', 'protocol', 'no colon here'),
  sending('header-space-before-colon', 'puts a space before the colon', 'protocol', 'X-Space : v'),
  sending(
    'rate-duplicated',
    'sends each rate header twice, with different values',
    'response',
    'X-RateLimit-Remaining: 5',
    'x-ratelimit-remaining: 7',
  ),
  sending(
    'rate-odd',
    'sends rate values that are no whole numbers',
    'response',
    'X-RateLimit-Limit: 1e3',
    'X-RateLimit-Remaining: -1',
    'X-RateLimit-Reset: soon',
  ),
  sending(
    'cookie-flood',
    'sets 500 cookies',
    'response',
    ...Array.from({ length: 500 }, (_, i) => `Set-Cookie: c${i}=v`),
  ),
  sending(
    'type-conflict',
    'sends two different content types',
    'response',
    'Content-Type: text/html; charset=utf-16',
  ),
  sending(
    'proto-header',
    'sends headers named like parts of an object',
    'response',
    '__proto__: x',
    'constructor: y',
  ),
]
