import type { Exchange } from '../../engine/http/exchange.ts'
import { sentBody } from '../../engine/judge/reading.ts'
import { NO_ANSWER } from '../report/comparison.ts'
import type { OperationTraffic } from '../report/record.ts'
import { CONTRACT } from '../../engine/contract/api.ts'
import { OPERATIONS } from '../../engine/contract/operations.ts'
import { LONGEST_WORDS, MOST_LISTED } from '../../engine/util/bounds.ts'
import { capChars } from '../../engine/util/text.ts'

/** Counts the requests and answers of each operation as exchanges arrive. Memory is bounded. */
export class Asked {
  private readonly counts = new Map<string, OperationCounts>(OPERATIONS.map((key) => [key, countsFor(key)]))
  /** Requests outside the operations, with their number. */
  readonly others = new Counts()

  add({ operation = '', request, response }: Pick<Exchange, 'operation' | 'request' | 'response'>): void {
    const table = this.counts.get(operation)
    if (table === undefined) return this.others.add(`${request.method} ${request.path}`)
    table.exchanges += 1
    table.statuses.add(String(response?.status ?? NO_ANSWER))
    for (const name of new Set(request.query.map(([one]) => one))) table.parameters.add(name)
    for (const name of Object.keys(sentBody({ request }))) table.fields.add(name)
  }

  /** In the order of the specification. */
  get operations(): OperationTraffic[] {
    return [...this.counts].map(([operation, { exchanges, ...counts }]) => ({
      operation,
      exchanges,
      statuses: Object.fromEntries(counts.statuses),
      parameters: Object.fromEntries(counts.parameters),
      fields: Object.fromEntries(counts.fields),
    }))
  }
}

/** How often each name was used. Names beyond the first `most` are counted together, as `others`. */
class Counts extends Map<string, number> {
  private readonly most: number

  constructor(names: readonly string[] = [], most = MOST_LISTED) {
    super(names.map((name) => [name, 0]))
    this.most = most
  }

  add(text: string): void {
    const name = capChars(text, LONGEST_WORDS)
    const known = this.has(name) || this.size < this.most ? name : 'others'
    this.set(known, (this.get(known) ?? 0) + 1)
  }
}

interface OperationCounts {
  exchanges: number
  readonly statuses: Counts
  readonly parameters: Counts
  readonly fields: Counts
}

/**
 * Counts of nothing yet. Names of the contract are counted even if they are never used; other names are counted
 * together.
 */
function countsFor(operation: string): OperationCounts {
  const { queryParameters, requestSchema } = CONTRACT.operation(operation)
  const fields = requestSchema === undefined ? [] : CONTRACT.fieldsOf(requestSchema)
  const named = (all: readonly { readonly name: string }[]): Counts =>
    new Counts(
      all.map(({ name }) => name),
      all.length,
    )
  return { exchanges: 0, statuses: new Counts(), parameters: named(queryParameters), fields: named(fields) }
}
