import { isOwnedKey } from '../../http/keys.ts'
import type { Exchange } from '../../http/exchange.ts'
import { type Operator, refused, succeeded, withHeaders, withStatus, withText } from '../../judge/fault.ts'
import { FIELD_OPERATORS } from './fields.ts'
import { LIST_OPERATORS } from './lists.ts'
import { API_OPERATORS } from './own.ts'

const CASE_KNOWS =
  'which status belongs to a request is known to its case alone, and a case that writes cannot be repeated offline'
const EVERY = 'judged on every answer'

function status(name: string, applies: (exchange: Exchange) => boolean, to: number): Operator {
  return {
    name: `status/${name}`,
    seed: (exchange) => (applies(exchange) ? [{ exchange: withStatus(exchange, to), where: 'status' }] : []),
    unseen: CASE_KNOWS,
  }
}

function header(name: string, wanted: string, value: string | undefined): Operator {
  const replacement = (written: string): [string, string][] => (value === undefined ? [] : [[written, value]])
  return {
    name: `header/${name}`,
    seed: (exchange) =>
      exchange.operation !== undefined &&
      exchange.response?.headers.some(([header]) => header.toLowerCase() === wanted) === true
        ? [
            {
              exchange: withHeaders(exchange, (one) =>
                one[0].toLowerCase() === wanted ? replacement(one[0]) : [one],
              ),
              where: wanted,
            },
          ]
        : [],
    unseen: EVERY,
  }
}

const answered =
  (code: number) =>
  (exchange: Exchange): boolean =>
    refused(exchange) && exchange.response?.status === code

/** Faults in status, headers and the form of the body. */
const HTTP_OPERATORS: readonly Operator[] = [
  status('201-for-200', succeeded, 201),
  status('500-for-200', succeeded, 500),
  status('403-for-404', answered(404), 403),
  status('200-for-404', answered(404), 200),
  status('422-for-400', answered(400), 422),
  status('500-for-400', answered(400), 500),
  status('403-for-401', answered(401), 403),
  header('no-content-type', 'content-type', undefined),
  header('html', 'content-type', 'text/html'),
  header('no-limit', 'x-ratelimit-limit', undefined),
  header('no-remaining', 'x-ratelimit-remaining', undefined),
  header('no-reset', 'x-ratelimit-reset', undefined),
  header('another-limit', 'x-ratelimit-limit', '60'),
  {
    name: 'header/negative-remaining',
    // Remaining without a valid key is open.
    seed: (exchange, pool) =>
      isOwnedKey(exchange.key)
        ? header('negative-remaining', 'x-ratelimit-remaining', '-1').seed(exchange, pool)
        : [],
    unseen: EVERY,
  },
  {
    name: 'body/cut',
    seed: (exchange) =>
      exchange.operation !== undefined && exchange.response !== undefined
        ? [{ exchange: withText(exchange, exchange.response.text.slice(0, -1)), where: 'body' }]
        : [],
    unseen: EVERY,
  },
  {
    name: 'body/empty',
    seed: (exchange) =>
      exchange.operation !== undefined && exchange.response !== undefined
        ? [{ exchange: withText(exchange, ''), where: 'body' }]
        : [],
    unseen: EVERY,
  },
]

/** Every operator on recorded answers of this API, to measure what a run would detect. */
export const OPERATORS: readonly Operator[] = [
  ...HTTP_OPERATORS,
  ...FIELD_OPERATORS,
  ...LIST_OPERATORS,
  ...API_OPERATORS,
]
