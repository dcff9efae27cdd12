/** The answers of a run beside the description that the service itself serves. */
import { isDeepStrictEqual } from 'node:util'
import { type Exchange, json } from '../../lib/engine/http/exchange.ts'
import type { Finding } from '../../lib/engine/judge/finding.ts'
import { findingIn } from '../../lib/engine/judge/judgements.ts'
import type { RunOracle } from '../../lib/engine/judge/oracle.ts'
import { CONTRACT } from '../../lib/engine/spec/api.ts'
import { compareDescription } from '../../lib/engine/spec/served/compare.ts'
import { anyItem } from '../../lib/engine/spec/served/answers.ts'
import { isObject, type JsonObject } from '../../lib/engine/util/values.ts'

/** The description that a service served in a run, and the exchange that shows it. */
function descriptionIn(
  exchanges: readonly Exchange[],
): { readonly document: JsonObject; readonly exchange: Exchange } | undefined {
  for (const exchange of exchanges) {
    if (exchange.request.path !== '/openapi.json' || exchange.response?.status !== 200) continue
    const document = json(exchange)
    if (isObject(document) && isObject(document['paths'])) return { document, exchange }
  }
  return undefined
}

/** VERSION-07, judged over a whole run: the description that the service serves is true of what it rightly answered. */
export const describedAnswers: RunOracle = (exchanges) => {
  const requirement = 'VERSION-07'
  const served = descriptionIn(exchanges)
  // The contract itself, served as it is, describes every right answer.
  if (served === undefined || isDeepStrictEqual(served.document, CONTRACT.document))
    return { held: new Map(), findings: [] }
  const { ofAnswer, contradictions } = compareDescription(served.document)
  // What contradicts the specification anyway is listed by the case that compares both.
  const listed = new Set(contradictions.flatMap(({ where }) => where))
  const findings = new Map<string, Finding>()
  let held = 0
  for (const exchange of exchanges) {
    const { operation, response, gateway } = exchange
    if (operation === undefined || response?.json.ok !== true || gateway === true) continue
    const found = ofAnswer(operation, response.status, response.json.value)
    if (found.length === 0) held += 1
    for (const [pointer, answer, description] of found) {
      const where = `${operation} ${response.status} ${anyItem(pointer)}`.trim()
      if (listed.has(where) || findings.has(where)) continue
      const words = {
        requirement,
        expected: `an answer that the description allows: it ${description}`,
        received: `the answer ${answer}`,
      }
      findings.set(where, findingIn(exchange, words, { pointer, also: [served.exchange] }))
    }
  }
  return { held: new Map(held === 0 ? [] : [[requirement, held]]), findings: [...findings.values()] }
}
