import type { RequestSpec } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { queryPairs } from '../http/request.ts'

/** The most characters of answers that are kept: a run against a large workspace receives some ten million. */
const MOST_REMEMBERED = 12 * 1024 * 1024

/** Cache of answers: what one case read serves all. */
export class Memo {
  private readonly answers = new Map<string, Promise<Exchange>>()
  private remembered = 0

  /** The earlier answer to a plain GET, or the one that `ask` gets now. Failures are not kept. */
  recall(spec: RequestSpec, ask: () => Promise<Exchange>): Promise<Exchange> {
    const question = questionOf(spec)
    const known = this.answers.get(question)
    if (known !== undefined) return known
    const answer = ask()
    this.answers.set(question, answer)
    void answer.then((exchange) => {
      this.remembered += exchange.response?.text.length ?? 0
      if (exchange.response === undefined || this.remembered > MOST_REMEMBERED) this.answers.delete(question)
    })
    return answer
  }
}

/** A key for requests with the same meaning: absent query values are left out, the order of the others kept. */
function questionOf({ key, authorization, path, query, headers = [] }: RequestSpec): string {
  const pairs = [...queryPairs(query)].sort(([a], [b]) => Number(a > b) - Number(a < b))
  const by = authorization === undefined ? '' : ` ${authorization}`
  return [key ?? '', by, path, String(pairs.length), ...pairs.flat(), ...headers.flat()]
    .map((part) => `${part.length} ${part}`)
    .join('')
}
