import { Answer } from '../harness/answer.ts'
import type { Client } from '../http/client.ts'
import { header } from '../http/exchange.ts'
import { ConfigurationError } from './options.ts'

/**
 * Finds out whether there is anything to judge: is the target there, is it this API, and does it take the key?
 * One defect must not pass for a wrong address, so a second endpoint is asked before giving up.
 * @returns the path that answered, to be asked again when the key seems to be refused later
 */
export async function preflight(client: Client, baseUrl: string): Promise<string> {
  const refusals: Answer[] = []
  let broken: string | undefined
  for (const path of ['/me', '/chatbots', '/conversations']) {
    const answer = new Answer(await client.send({ method: 'GET', path, key: 'main' }))
    if (answer.usable) return path
    refusals.push(answer)
    if (meansJson(answer)) broken ??= path
    const { failure } = answer.exchange
    if (failure !== undefined && failure.kind !== 'timeout') break
  }
  if (broken !== undefined) return broken
  throw new ConfigurationError(complaint(refusals, baseUrl))
}

/** Whether an answer has the rate headers of this API and calls itself JSON, though it is none: a defect to be told, and no wrong address. */
function meansJson({ status, exchange }: Answer): boolean {
  return (
    status === 200 &&
    exchange.response?.json.ok === false &&
    /\bjson\b/i.test(header(exchange, 'Content-Type') ?? '') &&
    header(exchange, 'X-RateLimit-Limit') !== undefined
  )
}

function complaint(answers: readonly Answer[], baseUrl: string): string {
  const [first] = answers
  const failure = first?.exchange.failure
  if (failure?.kind === 'interrupted') return 'interrupted before the target answered'
  if (failure !== undefined) return `the target ${baseUrl} cannot be reached: ${failure.message}`
  if (answers.every((answer) => answer.status === 401)) {
    return `the target ${baseUrl} rejects the key in CONFORMANCE_API_KEY (401 on every endpoint that was tried)`
  }
  if (answers.every((answer) => answer.status === 429)) {
    return `the key in CONFORMANCE_API_KEY has spent its allowance (429): wait until the window opens, or use another key`
  }
  if (answers.every((answer) => answer.exchange.response?.json.ok === false)) {
    return `${baseUrl} is not this API: it answers with something else than JSON (status ${first?.status}); is the base URL right, version segment included?`
  }
  return `${baseUrl} does not answer as this API: ${answers.map((a) => `GET ${a.exchange.request.path} gave ${a.status}`).join(', ')}; is the base URL right, version segment included?`
}
