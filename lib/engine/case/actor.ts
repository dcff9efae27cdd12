import type { RequestSpec, Send } from '../http/client.ts'
import type { KeyLabel } from '../http/exchange.ts'
import { percentEncoded } from '../http/request.ts'
import { FULL_PAGE } from '../contract/api.ts'
import { type ListKey, type OperationKey, operationOf } from '../contract/operations.ts'
import { Answer } from './answer.ts'
import { RawBody } from './bodies.ts'

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

type Credentials = Pick<RequestSpec, 'key' | 'authorization' | 'authorizationShell' | 'headers'>

/** A caller of the API: the owner of the key under test, of another key, or of none. */
export class Actor {
  private readonly transmit: Send
  private readonly credentials: Credentials

  constructor(transmit: Send, credentials: Credentials) {
    this.transmit = transmit
    this.credentials = credentials
  }

  /** The same caller without the shared answers: its requests are sent again. */
  afresh(): Actor {
    return this.sending('Cache-Control', 'no-cache')
  }

  /** The same caller with another header or header value, such as `Accept`. */
  sending(name: string, value: string): Actor {
    const headers = [...(this.credentials.headers ?? []), [name, value] as const]
    return new Actor(this.transmit, { ...this.credentials, headers })
  }

  get label(): KeyLabel {
    return this.credentials.key ?? 'invalid'
  }

  async request(spec: Omit<RequestSpec, 'key' | 'authorization'>): Promise<Answer> {
    return new Answer(await this.transmit({ ...spec, ...this.credentials }))
  }

  me = (): Promise<Answer> => this.get('/me')
  list = (list: ListKey, query: Query = {}): Promise<Answer> => this.get(list.slice('GET '.length), query)
  /**
   * The longest page of a list. If `limit=100` is refused, a page of the default length: the list can be read,
   * and for reservations no bound is stated.
   */
  fullPage = async (list: ListKey, query: Query = {}): Promise<Answer> => {
    const page = await this.list(list, { limit: FULL_PAGE, ...query })
    return page.fate === 'refused' ? this.list(list, query) : page
  }

  /** The item of a list, read by its id. */
  detail = (list: ListKey, id: string): Promise<Answer> =>
    this.get(`${list.slice('GET '.length)}/${percentEncoded(id)}`)

  chatbots = (query?: Query): Promise<Answer> => this.get('/chatbots', query)
  conversations = (query?: Query): Promise<Answer> => this.get('/conversations', query)
  conversation = (id: string): Promise<Answer> => this.detail('GET /conversations', id)
  leads = (query?: Query): Promise<Answer> => this.get('/leads', query)
  lead = (id: string): Promise<Answer> => this.detail('GET /leads', id)
  bookings = (query?: Query): Promise<Answer> => this.get('/bookings', query)
  reservations = (query?: Query): Promise<Answer> => this.get('/reservations', query)
  sources = (query?: Query): Promise<Answer> => this.get('/knowledge/sources', query)
  analytics = (query?: Query): Promise<Answer> => this.get('/analytics/summary', query)
  description = (): Promise<Answer> => this.get('/openapi.json')

  patchConversation = (id: string, body: unknown): Promise<Answer> =>
    this.write('PATCH', `/conversations/${percentEncoded(id)}`, body)
  addNote = (id: string, body: unknown): Promise<Answer> =>
    this.write('POST', `/conversations/${percentEncoded(id)}/messages`, body)
  createLead = (body: unknown): Promise<Answer> => this.write('POST', '/leads', body)

  get(path: string, query: Query = {}): Promise<Answer> {
    return this.request({ method: 'GET', path, query })
  }

  private write(method: string, path: string, body: unknown): Promise<Answer> {
    if (!(body instanceof RawBody)) return this.request({ method, path, body })
    const { text, contentType, coding } = body
    return this.request({ method, path, rawBody: text, contentType, rawCoding: coding })
  }
}

/** A request to an operation as a value, independent of its sender. */
export interface PlainSpec extends Pick<RequestSpec, 'method' | 'path' | 'body'> {
  readonly query?: Query
}

/**
 * The simplest request to an operation: required parameters only, and an empty object as body, which writes nothing.
 * @param known an id from a list, for the path and for a required `chatbot_id`
 * @returns undefined if a required id is unknown
 */
export function plainSpec(
  key: OperationKey,
  known: (list: ListKey) => string | undefined,
): PlainSpec | undefined {
  const { method, path, queryParameters, requestSchema, idsFrom } = operationOf(key)
  const id = idsFrom === undefined ? '' : known(idsFrom)
  const needsChatbot = queryParameters.some(({ name, required }) => required && name === 'chatbot_id')
  const chatbot = needsChatbot ? known('GET /chatbots') : ''
  if (id === undefined || chatbot === undefined) return undefined
  const address = path.replace('{id}', percentEncoded(id))
  if (requestSchema !== undefined) return { method, path: address, body: {} }
  return { method, path: address, query: needsChatbot ? { chatbot_id: chatbot } : {} }
}
