import { isOperation, OPERATIONS, type OperationKey } from '../catalogue/requirement.ts'
import { CONTRACT } from '../contract.ts'
import { own } from '../../contract/json.ts'

/** The resources that operations answer with. */
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

/** What an operation answers with: a resource, as a page, as a bare list or as one object. */
export interface AnswerForm {
  readonly resource: Resource
  readonly form: 'page' | 'list' | 'object'
}

/** What each operation answers with, as the contract has it. */
const ANSWERS: ReadonlyMap<OperationKey, AnswerForm> = new Map(OPERATIONS.map((key) => [key, formOf(key)]))

/** What an operation answers with; undefined for what is none of the 13. */
export function answerForm(operation: string | undefined): AnswerForm | undefined {
  return isOperation(operation) ? ANSWERS.get(operation) : undefined
}

/** The wrapper names the resource: as `data`, or as the items of `data`, with or without `pagination` beside it. */
function formOf(key: OperationKey): AnswerForm {
  const wrapper = CONTRACT.fieldsOf(CONTRACT.operation(key).responseSchema)
  const data = wrapper.find(({ name }) => name === 'data')?.schema
  const items = own(data, 'items')
  const resource = String(own(items ?? data, '$ref')).replace('#/components/schemas/', '') as Resource
  if (items === undefined) return { resource, form: 'object' }
  return { resource, form: wrapper.some(({ name }) => name === 'pagination') ? 'page' : 'list' }
}
