import type { Exchange } from '../../engine/http/exchange.ts'
import { sentBody } from '../../engine/judge/reading.ts'
import type { OperationTraffic } from '../report/record.ts'
import { CONTRACT } from '../../engine/spec/api.ts'
import { OPERATIONS } from '../../engine/spec/operations.ts'
import { LONGEST_WORDS, MOST_LISTED } from '../../engine/util/bounds.ts'
import { capChars } from '../../engine/util/text.ts'

/** What each operation was asked and answered, as exchanges come. Memory is bounded. */
export class Asked {
  private readonly tables = new Map<string, Table>(OPERATIONS.map((key) => [key, new Table(key)]))
  private readonly elsewhere = new Counts()

  add(exchange: Pick<Exchange, 'operation' | 'request' | 'response'>): void {
    const { operation = '', request } = exchange
    const table = this.tables.get(operation)
    if (table === undefined) this.elsewhere.add(`${request.method} ${request.path}`)
    else table.add(exchange)
  }

  /** In the order of the specification. */
  get operations(): OperationTraffic[] {
    return [...this.tables.values()].map((table) => table.shown())
  }

  /** Requests to anything else, with their number. */
  get others(): ReadonlyMap<string, number> {
    return this.elsewhere.byName
  }
}

/** How often each name was used. Of more names than anybody reads, the others are counted together. */
class Counts {
  readonly byName = new Map<string, number>()

  /** @param known - names that are counted even where they were never used */
  constructor(known: readonly { readonly name: string }[] = []) {
    for (const { name } of known) this.byName.set(name, 0)
  }

  add(text: string): void {
    const name = capChars(text, LONGEST_WORDS)
    const known = this.byName.has(name) || this.byName.size < MOST_LISTED ? name : 'others'
    this.byName.set(known, (this.byName.get(known) ?? 0) + 1)
  }

  get shown(): Record<string, number> {
    return Object.fromEntries(this.byName)
  }
}

/** What one operation was asked, and answered. */
class Table {
  private count = 0
  private readonly operation: string
  private readonly statuses = new Counts()
  private readonly parameters: Counts
  private readonly fields: Counts

  constructor(operation: string) {
    const { queryParameters, requestSchema } = CONTRACT.operation(operation)
    this.operation = operation
    this.parameters = new Counts(queryParameters)
    this.fields = new Counts(requestSchema === undefined ? [] : CONTRACT.fieldsOf(requestSchema))
  }

  add({ request, response }: Pick<Exchange, 'request' | 'response'>): void {
    this.count += 1
    this.statuses.add(String(response?.status ?? 'no answer'))
    for (const name of new Set(request.query.map(([one]) => one))) this.parameters.add(name)
    for (const name of Object.keys(sentBody({ request }))) this.fields.add(name)
  }

  shown(): OperationTraffic {
    return {
      operation: this.operation,
      exchanges: this.count,
      statuses: this.statuses.shown,
      parameters: this.parameters.shown,
      fields: this.fields.shown,
    }
  }
}
