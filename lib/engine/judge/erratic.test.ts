import { expect, test } from 'vitest'
import type { Exchange } from '../http/exchange.ts'
import { areErrorsErratic } from './erratic.ts'
import { exchange } from './testing/exchanges.ts'

const reads = (line: string, ...statuses: readonly number[]): readonly Exchange[] =>
  statuses.map((status) => exchange(line, { status }))

test.each<[string, boolean, readonly Exchange[]]>([
  [
    'most of the reads that met one got another answer, too',
    true,
    [
      ...reads('GET /leads', 200, 502, 200),
      ...reads('GET /chatbots', 500, 200),
      ...reads('GET /leads?status=%00', 500, 500),
    ],
  ],
  [
    'most of them meet one each time',
    false,
    [...reads('GET /leads', 200, 500), ...reads('GET /leads?status=%00', 500, 500)],
  ],
  ['nothing was sent again', false, [...reads('GET /leads', 500), ...reads('GET /chatbots', 200)]],
  ['there are none', false, reads('GET /leads', 200, 200)],
  ['writes meet one', false, reads('POST /leads', 500, 200)],
])('server errors come and go if %s: %s', (_why, expected, exchanges) => {
  expect(areErrorsErratic(exchanges)).toBe(expected)
})
