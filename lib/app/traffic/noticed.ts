import type { Exchange } from '../../engine/http/exchange.ts'
import { askedId, sentBody } from '../../engine/judge/reading.ts'
import { few, MOST_LISTED } from '../../engine/util/bounds.ts'
import { count, percentDecoded } from '../../engine/util/text.ts'

/**
 * Words that a program writes when it has no id: `undefined`, `None`, `nil` and the like, and an object as
 * text.
 */
const NO_ID = /^(?:undefined|null|none|nil|nan|\[object \w+\])$/i

/**
 * Remarkable facts about the requests of clients that break no stated rule: ids are opaque, a test may want
 * refusals, and a request may be compressed. Memory is bounded.
 */
export class Noticed {
  /** Places of missing ids: `chatbot_id=undefined of GET /leads`. */
  private readonly noIds = new Set<string>()
  private noIdTimes = 0
  private compressed = 0
  private answered = 0
  private readonly refused = new Map<number, number>()

  add(exchange: Exchange): void {
    const { operation = exchange.request.path, request, response } = exchange
    const id = askedId(exchange)
    const named: readonly (readonly [string, unknown])[] = [
      ...(id === undefined ? [] : [['id', percentDecoded(id)] as const]),
      ...[...request.query, ...Object.entries(sentBody(exchange))].filter(([name]) => name.endsWith('_id')),
    ]
    for (const [name, value] of named) {
      if (typeof value !== 'string' || !NO_ID.test(value)) continue
      this.noIdTimes += 1
      if (this.noIds.size < MOST_LISTED) this.noIds.add(`${name}=${value} of ${operation}`)
    }
    if (
      request.headers.some(([name, value]) => /^content-encoding$/i.test(name) && !/^identity$/i.test(value))
    )
      this.compressed += 1
    if (response === undefined) return
    this.answered += 1
    if (response.status >= 400)
      this.refused.set(response.status, (this.refused.get(response.status) ?? 0) + 1)
  }

  get sentences(): string[] {
    const { noIds, noIdTimes, compressed, answered, refused } = this
    const refusals = [...refused.values()].reduce((sum, times) => sum + times, 0)
    const statuses = [...refused].map(([status, times]) => `${status} (${times})`)
    return [
      ...(noIdTimes === 0
        ? []
        : [
            `${count(noIdTimes, 'id')} ${noIdTimes === 1 ? 'reads' : 'read'} as if a client had none: ${few([...noIds])}`,
          ]),
      ...(answered === 0 || refusals < answered
        ? []
        : [`no request succeeded: all ${answered} were refused, with ${few(statuses)}`]),
      ...(compressed === 0
        ? []
        : [
            `${count(compressed, 'request body', 'request bodies')} with Content-Encoding: the specification names none, and a server need not decode it`,
          ]),
    ]
  }
}
