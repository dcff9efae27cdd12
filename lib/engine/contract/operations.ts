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
}

/** The operations that only read, and those that write. */
export const READ_OPERATIONS = OPERATIONS.filter((key) => key.startsWith('GET '))
export const WRITE_OPERATIONS = OPERATIONS.filter((key) => !key.startsWith('GET '))

const BY_KEY: ReadonlyMap<string, Operation> = new Map(OPERATIONS.map((key) => [key, read(key)]))

/** An operation by its key; undefined for any other text. */
export function operationOf<K extends string | undefined>(
  key: K,
): K extends OperationKey ? Operation : Operation | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each key has its operation
  return BY_KEY.get(key ?? '') as K extends OperationKey ? Operation : Operation | undefined
}

/**
 * The schema of the wrapper names the resource: in `data`, or in the items of `data`, with or without `pagination`.
 */
function read(key: OperationKey): Operation {
  const described = CONTRACT.operation(key)
  const wrapper = CONTRACT.fieldsOf(described.responseSchema)
  const data = wrapper.find(({ name }) => name === 'data')?.schema
  const items = own(data, 'items')
  const listForm = wrapper.some(({ name }) => name === 'pagination') ? 'page' : 'list'
  const list = `GET /${described.path.split('/')[1] ?? ''}`
  const idsFrom = described.path.includes('{id}') ? listOf(list) : undefined
  return {
    ...described,
    key,
    resource: String(own(items ?? data, '$ref')).replace('#/components/schemas/', '') as Resource,
    form: items === undefined ? 'object' : listForm,
    idsFrom,
  }
}
