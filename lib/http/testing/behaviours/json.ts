import { answer } from '../behaviour.ts'
import type { Family, HostileBehaviour } from '../behaviour.ts'

const family: Family = 'json'

function json(id: string, what: string, body: string | (() => string)): HostileBehaviour {
  const text = typeof body === 'string' ? () => body : body
  return { id, family, what, outcome: 'response', serve: (socket) => void socket.write(answer(text())) }
}

export const JSON_BODIES: readonly HostileBehaviour[] = [
  json('json-bom', 'begins with a byte order mark', '\ufeff{"data":[]}'),
  json('json-lone-surrogate', 'escapes half of a surrogate pair', '{"name":"\\ud800"}'),
  json('json-duplicate-key', 'gives a key twice', '{"data":[],"data":[{"id":"b"}]}'),
  json('json-proto', 'has a key named __proto__', '{"__proto__":{"admin":true},"data":[]}'),
  json('json-large-integer', 'gives an integer beyond 2^53', '{"total":9007199254740993}'),
  json('json-infinite', 'gives a number that no double holds', '{"total":1e999}'),
  json('json-deep', 'nests 100,000 levels deep', () => '['.repeat(100_000) + ']'.repeat(100_000)),
  json(
    'json-many-items',
    'gives 100,000 items, each of them wrong',
    () => `{"data":[${Array(100_000).fill('0').join(',')}]}`,
  ),
  json('json-trailing', 'goes on after the end', '{"data":[]} and more'),
  json('json-truncated', 'stops in the middle', '{"data":[{"id":'),
  json('json-single-quotes', 'is JavaScript, not JSON', "{data:['a']}"),
  json('json-nan', 'gives NaN', '{"total":NaN}'),
  json('json-scalar', 'is a number alone', '42'),
]
