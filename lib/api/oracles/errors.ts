import { json } from '../../http/exchange.ts'
import type { Oracle } from './oracle.ts'
import { scopeOf } from './scope.ts'
import { isObject, quote } from '../../util/values.ts'

const FIELD = { error: 'ERROR-01', code: 'ERROR-02', docs_url: 'ERROR-03' } as const

/** ERROR-01..04, AUTH-07, RATE-08 (parts 5, 7, 8): every error uses the one envelope, with an allowed code. */
export const errors: Oracle = (exchange, bench, facts) => {
  const response = exchange.response
  if (response === undefined || response.status < 400) return
  if (['outside', 'description'].includes(scopeOf(exchange, facts.baseUrl))) return
  if (!response.json.ok) return
  const body = json(exchange)
  const wrapped = isObject(body) && ('error' in body || 'code' in body)
  if (!wrapped) {
    bench.breach(
      response.status === 429 ? 'RATE-08' : 'ERROR-04',
      'an object with `error` and `code`',
      `status ${response.status} with ${quote(body)}`,
      { status: response.status },
    )
    return
  }
  bench.hold('ERROR-04')
  if (response.status === 429) bench.hold('RATE-08')
  const problems = facts.contract.validate('Error', body)
  for (const [field, requirement] of Object.entries(FIELD)) {
    const problem = problems.find((p) => p.pointer === `/${field}`)
    // What is not required may be null as well as absent.
    if (field === 'docs_url' && body[field] === null) continue
    if (problem) {
      bench.breach(requirement, problem.expected, `${problem.received} in a ${response.status}`, {
        pointer: `/${field}`,
        // An envelope inside of `error` has its code there.
        ...(field === 'code' && isObject(body['error']) ? { explainedBy: ['ERROR-01'] } : {}),
      })
    } else if (field in body) bench.hold(requirement)
  }
  if (response.status === 401 && typeof body['code'] === 'string') {
    bench.judge(
      body['code'] === 'unauthorized',
      'AUTH-07',
      'code "unauthorized" with a 401',
      () => quote(body['code']),
      {
        pointer: '/code',
        explainedBy: ['ERROR-02'],
      },
    )
  }
}
