import { own } from './json.ts'
import type { ContractOperation } from './contract.ts'
import { CONTRACT } from './api.ts'

/** The operations of part 4. All else about them is read from the contract. */
export const OPERATIONS = [
  'GET /me',
  'GET /chatbots',
  'GET /conversations',
  'GET /conversations/{id}',
  'PATCH /conversations/{id}',
  'POST /conversations/{id}/messages',
  'GET /leads',
  'POST /leads',
  'GET /leads/{id}',
  'GET /bookings',
  'GET /reservations',
  'GET /knowledge/sources',
  'GET /analytics/summary',
] as const

export type OperationKey = (typeof OPERATIONS)[number]

/** The noun for an item that is read by its id: `lead` for `GET /leads/{id}`. */
export type ItemName = ItemOf<OperationKey>
type ItemOf<K> = K extends `GET /${infer Name}s/{id}` ? Name : never

/** The five paginated lists of part 4. */
export const LISTS = [
  'GET /chatbots',
  'GET /conversations',
  'GET /leads',
  'GET /bookings',
  'GET /reservations',
] as const satisfies readonly OperationKey[]
export type ListKey = (typeof LISTS)[number]

/** The list that an operation is; undefined for any other operation. */
export function listOf(operation: string | undefined): ListKey | undefined {
  return LISTS.find((list) => list === operation)
}

/** The resources that operations return. */
export type Resource =
  | 'Me'
  | 'Chatbot'
  | 'Conversation'
  | 'ConversationDetail'
  | 'Message'
  | 'Lead'
  | 'Booking'
  | 'Reservation'
  | 'KnowledgeSource'
  | 'AnalyticsSummary'

/** An operation: its entry in the contract, and the resource it returns. */
export interface Operation extends Omit<ContractOperation, 'key'> {
  readonly key: OperationKey
  readonly resource: Resource
  /** How the answer holds the resource: on a page, in a bare list, or as one object. */
  readonly form: 'page' | 'list' | 'object'
  /** The list with the ids that the path takes; undefined if it takes none. */
  readonly idsFrom?: ListKey | undefined
  /** Whether its resource has a UUID as id; other ids are short encoded strings. Part 1, convention 2. */
  readonly hasUuid: boolean
}

/** The operations that only read, and those that write. */
export const READ_OPERATIONS = OPERATIONS.filter((key) => key.startsWith('GET '))
export const WRITE_OPERATIONS = OPERATIONS.filter((key) => !key.startsWith('GET '))

const BY_KEY: ReadonlyMap<string, Operation> = new Map(OPERATIONS.map((key) => [key, fromContract(key)]))

/** An operation by its key; undefined for any other text. */
export function operationOf<K extends string | undefined>(
  key: K,
): K extends OperationKey ? Operation : Operation | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each key has its operation
  return BY_KEY.get(key ?? '') as K extends OperationKey ? Operation : Operation | undefined
}

/**
 * An operation as the contract describes it. The schema of the wrapper names the resource: in `data`, or in the
 * items of `data`, with or without `pagination`.
 */
function fromContract(key: OperationKey): Operation {
  const described = CONTRACT.operation(key)
  const wrapper = CONTRACT.fieldsOf(described.responseSchema)
  const data = wrapper.find(({ name }) => name === 'data')?.schema
  const items = own(data, 'items')
  const listForm = wrapper.some(({ name }) => name === 'pagination') ? 'page' : 'list'
  const list = `GET /${described.path.split('/')[1] ?? ''}`
  const idsFrom = described.path.includes('{id}') ? listOf(list) : undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schemas of wrappers name nothing else
  const resource = String(own(items ?? data, '$ref')).replace('#/components/schemas/', '') as Resource
  return {
    ...described,
    key,
    resource,
    form: items === undefined ? 'object' : listForm,
    idsFrom,
    hasUuid: own(CONTRACT.fieldsOf(resource).find(({ name }) => name === 'id')?.schema, 'format') === 'uuid',
  }
}

/** The items that are read by their ids, and their lists. */
export const ITEMS: Readonly<Record<ItemName, ListKey>> = itemsOf()

function itemsOf(): Record<ItemName, ListKey> {
  const found = LISTS.filter((list) => BY_KEY.has(`${list}/{id}`)).map((list) => [
    list.slice('GET /'.length, -1),
    list,
  ])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name comes from its operation
  return Object.fromEntries(found) as Record<ItemName, ListKey>
}

/** The list with the ids that a field or a parameter names: `GET /chatbots` for `chatbot_id`. */
export function listNamed(field: string): ListKey | undefined {
  return field.endsWith('_id') ? listOf(`GET /${field.slice(0, -'_id'.length)}s`) : undefined
}

/** The place where a read takes the id of an item of a list: its path, or a required parameter. */
export interface IdReader {
  readonly operation: Operation
  /** Absent: in the path. */
  readonly parameter?: string
}

/** The read that answers 404 for an id which names no item of a list; undefined if no operation says whether one does. */
export function readerOf(list: ListKey): IdReader | undefined {
  const reads = READ_OPERATIONS.map((key) => operationOf(key))
  const detail = reads.find(({ idsFrom, path }) => idsFrom === list && path.endsWith('/{id}'))
  if (detail !== undefined) return { operation: detail }
  const readers = reads.flatMap((operation) =>
    operation.queryParameters
      .filter(({ name, required }) => required && listNamed(name) === list)
      .map(({ name }) => ({ operation, parameter: name })),
  )
  return readers[0]
}
