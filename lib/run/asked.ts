import type { Exchange } from '../http/exchange.ts'
import { sentBody } from '../judge/oracle.ts'
import type { OperationTraffic } from '../report/record.ts'
import { CONTRACT } from '../spec/api.ts'
import { OPERATIONS } from '../spec/operations.ts'

/** The most names of parameters and fields that are counted one by one. */
const MOST_NAMES = 100
/** The most characters of such a name. */
const LONGEST_NAME = 40

/** What each operation was asked and answered, as exchanges come. Memory is bounded. */
export class Asked {
  private readonly tables = new Map<string, Table>(OPERATIONS.map((key) => [key, new Table()]))
  private readonly elsewhere = new Map<string, number>()

  add(exchange: Pick<Exchange, 'operation' | 'request' | 'response'>): void {
    const { operation, request } = exchange
    const table = operation === undefined ? undefined : this.tables.get(operation)
    if (table === undefined)
      add(this.elsewhere, `${request.method} ${request.path.slice(0, 2 * LONGEST_NAME)}`)
    else table.add(exchange)
  }

  /** In the order of the specification. */
  get operations(): OperationTraffic[] {
    return [...this.tables].map(([operation, table]) => table.shown(operation))
  }

  /** Requests to anything else, with their number. */
  get others(): ReadonlyMap<string, number> {
    return this.elsewhere
  }
}

/** Adds one to a count; of more names than anybody reads, the others are counted together. */
function add(counts: Map<string, number>, name: string): void {
  const known = counts.has(name) || counts.size < MOST_NAMES ? name : 'others'
  counts.set(known, (counts.get(known) ?? 0) + 1)
}

/** What one operation was asked, and answered. */
class Table {
  private count = 0
  private readonly statuses = new Map<string, number>()
  private readonly parameters = new Map<string, number>()
  private readonly fields = new Map<string, number>()

  add({ request, response }: Pick<Exchange, 'request' | 'response'>): void {
    this.count += 1
    add(this.statuses, String(response?.status ?? 'no answer'))
    for (const name of new Set(request.query.map(([one]) => one.slice(0, LONGEST_NAME))))
      add(this.parameters, name)
    for (const name of Object.keys(sentBody({ request }))) add(this.fields, name.slice(0, LONGEST_NAME))
  }

  /** Parameters and fields of the contract are listed even where they were never used. */
  shown(operation: string): OperationTraffic {
    const { queryParameters, requestSchema } = CONTRACT.operation(operation)
    const fields = requestSchema === undefined ? [] : CONTRACT.fieldsOf(requestSchema)
    const all = (
      names: readonly { readonly name: string }[],
      counts: ReadonlyMap<string, number>,
    ): Record<string, number> =>
      Object.fromEntries([...names.map(({ name }) => [name, 0] as const), ...counts])
    return {
      operation,
      exchanges: this.count,
      statuses: Object.fromEntries(this.statuses),
      parameters: all(queryParameters, this.parameters),
      fields: all(fields, this.fields),
    }
  }
}
