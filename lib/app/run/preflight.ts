import { Answer } from '../../engine/case/answer.ts'
import type { Client } from '../../engine/http/client.ts'
import { header } from '../../engine/http/exchange.ts'
import { RATE_HEADER } from '../../engine/http/rate-headers.ts'
import { diagnosis } from './diagnosis.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'

/** Reads that show whether a target is this API and accepts a key, the cheapest first. */
export const PROOF_PATHS = ['/me', '/chatbots', '/conversations'] as const

/**
 * Finds out whether the target is reachable, is this API, and accepts the key.
 * One defective endpoint must not look like a wrong address, so two others are tried before giving up.
 * @returns the path that answered, for checking the key again later
 * @throws ConfigurationError with the cause
 */
export async function preflight(client: Client, baseUrl: string): Promise<string> {
  const ask = async (path: string): Promise<Answer> =>
    new Answer(await client.send({ method: 'GET', path, key: 'main' }))
  const [cheapest, ...others] = PROOF_PATHS
  const first = await ask(cheapest)
  const { failure } = first.exchange
  const isUnreachable = failure !== undefined && failure.kind !== 'timeout'
  const further = first.usable || isUnreachable ? [] : await Promise.all(others.map(ask))

  const answers = [first, ...further]
  const proof = answers.find(({ usable }) => usable) ?? answers.find(meansJson)
  if (proof !== undefined) return proof.exchange.request.path
  const exchanges = answers.map(({ exchange }) => exchange)
  throw new ConfigurationError(diagnosis(exchanges, baseUrl))
}

/**
 * Whether an answer has the marks of this API and is labelled JSON, but is not JSON: a defect to report, not a wrong
 * address.
 */
function meansJson({ status, exchange }: Answer): boolean {
  return (
    status === 200 &&
    exchange.response?.json.ok === false &&
    /\bjson\b/i.test(header(exchange, 'Content-Type') ?? '') &&
    header(exchange, RATE_HEADER.limit) !== undefined
  )
}
