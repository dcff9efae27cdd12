import { own } from './json.ts'
import type { Operation as Described } from './contract.ts'
import { CONTRACT } from './api.ts'

/** The requirements by which an operation is judged as a whole. If the first two fail, much else follows. */
interface Known {
  /** It answers a valid request. */
  readonly answer: string
  /** It refuses an invalid body. */
  readonly refusal?: string
  /** It returns 404 for an unknown id. */
  readonly unknownId?: string
  /** Its answer carries the id of the path. */
  readonly sameId?: string
}

/** The 13 operations of part 4. All else about them is read from the contract. */
const TABLE = {
  'GET /me': { answer: 'GET-ME-01' },
  'GET /chatbots': { answer: 'LIST-CHATBOTS-01' },
  'GET /conversations': { answer: 'LIST-CONVERSATIONS-01' },
  'GET /conversations/{id}': {
    answer: 'GET-CONVERSATION-01',
    unknownId: 'GET-CONVERSATION-02',
    sameId: 'GET-CONVERSATION-03',
  },
  'PATCH /conversations/{id}': {
    answer: 'PATCH-CONVERSATION-01',
    refusal: 'PATCH-CONVERSATION-04',
  },
  'POST /conversations/{id}/messages': { answer: 'ADD-NOTE-01', refusal: 'ADD-NOTE-04' },
  'GET /leads': { answer: 'LIST-LEADS-01' },
  'POST /leads': { answer: 'CREATE-LEAD-01', refusal: 'CREATE-LEAD-05' },
  'GET /leads/{id}': { answer: 'GET-LEAD-01', unknownId: 'GET-LEAD-02', sameId: 'GET-LEAD-03' },
  'GET /bookings': { answer: 'LIST-BOOKINGS-01' },
  'GET /reservations': { answer: 'LIST-RESERVATIONS-01' },
  'GET /knowledge/sources': { answer: 'LIST-SOURCES-01' },
  'GET /analytics/summary': { answer: 'GET-ANALYTICS-01' },
} as const satisfies Readonly<Record<string, Known>>

export type OperationKey = keyof typeof TABLE

/** The five paginated lists of part 4. */
export const LISTS = [
  'GET /chatbots',
  'GET /conversations',
  'GET /leads',
  'GET /bookings',
  'GET /reservations',
] as const satisfies readonly OperationKey[]
export type ListKey = (typeof LISTS)[number]

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

/** An operation: its entry in the contract, the resource it returns, and its requirements. */
export interface Operation extends Omit<Described, 'key'>, Known {
  readonly key: OperationKey
  readonly resource: Resource
  /** How the answer holds the resource: on a page, in a bare list, or as one object. */
  readonly form: 'page' | 'list' | 'object'
  /** The list with the ids that the path takes; undefined if it takes none. */
  readonly idsFrom?: OperationKey
}

/** The keys of all operations. */
export const OPERATIONS = Object.keys(TABLE) as readonly OperationKey[]

const BY_KEY: ReadonlyMap<string, Operation> = new Map(OPERATIONS.map((key) => [key, read(key)]))

/** An operation by its key; undefined for any other text. */
export function operationOf(key: OperationKey): Operation
export function operationOf(key: string | undefined): Operation | undefined
export function operationOf(key: string | undefined): Operation | undefined {
  return key === undefined ? undefined : BY_KEY.get(key)
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
  const idsFrom = OPERATIONS.find((one) => described.path.includes('{id}') && one === list)
  return {
    ...described,
    ...TABLE[key],
    key,
    resource: String(own(items ?? data, '$ref')).replace('#/components/schemas/', '') as Resource,
    form: items === undefined ? 'object' : listForm,
    idsFrom,
  }
}
