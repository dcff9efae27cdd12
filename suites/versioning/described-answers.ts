import { isDeepStrictEqual } from 'node:util'
import { type Exchange, json } from '../../lib/http/exchange.ts'
import type { Finding } from '../../lib/judge/finding.ts'
import { findingIn } from '../../lib/judge/judgements.ts'
import { CONTRACT } from '../../lib/spec/api.ts'
import { answersDescribedBy } from '../../lib/spec/served/examine.ts'
import { isObject, type JsonObject } from '../../lib/util/values.ts'

const REQUIREMENT = 'VERSION-07'

/** The description that a service served in a run, and the exchange that shows it. */
export function descriptionIn(
  exchanges: readonly Exchange[],
): { readonly document: JsonObject; readonly exchange: Exchange } | undefined {
  for (const exchange of exchanges) {
    if (exchange.request.path !== '/openapi.json' || exchange.response?.status !== 200) continue
    const document = json(exchange)
    if (isObject(document) && isObject(document['paths'])) return { document, exchange }
  }
  return undefined
}

/**
 * VERSION-07, judged over a whole run: what the API rightly answered is valid by the description that it serves. The
 * contract itself, served as it is, describes every right answer.
 */
export function describedAnswers(exchanges: readonly Exchange[]): {
  held: ReadonlyMap<string, number>
  findings: readonly Finding[]
} {
  const served = descriptionIn(exchanges)
  const held = new Map<string, number>()
  if (served === undefined || isDeepStrictEqual(served.document, CONTRACT.document))
    return { held, findings: [] }
  const { contradictions } = answersDescribedBy(served.document)
  const findings = new Map<string, Finding>()
  for (const exchange of exchanges) {
    const { operation, response, foreign } = exchange
    if (operation === undefined || response?.json.ok !== true || foreign === true) continue
    const found = contradictions(operation, response.status, response.json.value)
    if (found.length === 0) held.set(REQUIREMENT, (held.get(REQUIREMENT) ?? 0) + 1)
    for (const { where, expected, received } of found)
      if (!findings.has(where))
        findings.set(
          where,
          findingIn(
            exchange,
            { requirement: REQUIREMENT, expected: `${where}: ${expected}`, received },
            { also: [served.exchange] },
          ),
        )
  }
  return { held, findings: [...findings.values()] }
}
