import { describeAnswer, header } from '../../http/exchange.ts'
import { isForeign } from '../foreign-answers.ts'
import type { Oracle } from './oracle.ts'
import { scopeOf } from './scope.ts'
import { quote } from '../../util/values.ts'

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** JSON-01, JSON-02, JSON-05 (part 1): responses are labelled as JSON, and they are JSON. */
export const mediaType: Oracle = (exchange, bench, facts) => {
  const response = exchange.response
  if (response === undefined || scopeOf(exchange, facts.baseUrl) === 'outside') return
  if (scopeOf(exchange, facts.baseUrl) === 'description') return
  // An answer without content is wrong by its status (STATUS-01), not by its form.
  if (response.status === 204 || (response.status >= 300 && response.status < 400)) return
  const reading = response.json
  if (!reading.ok) {
    const by = isForeign(exchange)
      ? `; answered by something in front of the API (${describeAnswer(exchange)})`
      : ` (status ${response.status})`
    bench.breach('JSON-02', 'one well-formed JSON text', `${reading.problem}${by}`)
    return
  }
  const type = header(exchange, 'content-type')
  bench.judge(
    type !== undefined && JSON_TYPE.test(type.trim()),
    'JSON-01',
    'Content-Type application/json',
    () =>
      `${type === undefined ? 'no Content-Type' : `Content-Type ${quote(type)}`} with status ${response.status}`,
  )
  const odd = (kind: 'invalid-utf8' | 'byte-order-mark'): string | undefined =>
    reading.oddities.find((oddity) => oddity.kind === kind)?.detail
  const [bytes, mark] = [odd('invalid-utf8'), odd('byte-order-mark')]
  bench.judge(bytes === undefined, 'JSON-02', 'JSON in UTF-8', () => bytes ?? '')
  bench.judge(mark === undefined, 'JSON-05', 'JSON without a byte order mark', () => mark ?? '')
}
