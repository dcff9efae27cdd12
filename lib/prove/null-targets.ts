import { createReference, type InProcessReference } from '../../fixtures/reference/index.ts'
import { type Transport, TransportError, type WireRequest, type WireResponse } from '../http/transport.ts'
import { Mailbox } from '../run/deliveries.ts'
import type { Target } from '../run/target.ts'

/** A target that answers every request alike. Behind a working `GET /me`, so that the cases get to see it. */
export interface NullTarget {
  readonly id: string
  readonly how: string
  readonly answer: (request: WireRequest) => WireResponse
  /** Requirements that such an answer does fulfil, each with the reason; no other may be passed. */
  readonly mayPass: Readonly<Record<string, string>>
}

const RATE: WireResponse['headers'] = [
  ['x-ratelimit-limit', '1000'],
  ['x-ratelimit-remaining', '900'],
  ['x-ratelimit-reset', '3600'],
]
const encoder = new TextEncoder()

function json(status: number, value: unknown): WireResponse {
  const body = encoder.encode(JSON.stringify(value))
  return { status, headers: [['content-type', 'application/json'], ...RATE], body }
}

const envelope = (code: string): object => ({ error: 'No.', code })

/** What the working `GET /me` shows, whatever the rest does. */
const DOOR = Object.fromEntries(
  [
    'JSON-01 JSON-02 JSON-03 ID-01 STATUS-01 STATUS-03 RATE-01 RATE-02 RATE-03 RATE-09',
    'GET-ME-01 GET-ME-02 ME-01 ME-02 ME-03 ME-04 RATE-04 RATE-05',
  ]
    .join(' ')
    .split(' ')
    .map((id) => [id, 'GET /me works, so that the cases are run at all']),
)

/** What errors in the right form show. */
const ERRORS = {
  ...DOOR,
  'ERROR-01': 'every error has a text',
  'ERROR-02': 'every error has an allowed code',
  'ERROR-04': 'every error is an envelope',
  'ERROR-06': 'every error has the same code',
}

/** What the absence of server errors shows. */
const CALM = {
  'STATUS-02': 'nothing is answered with a server error',
  'INPUT-02': 'nothing is answered with a server error',
}

/** What an empty list is right about: a workspace may hold nothing. */
const EMPTY = Object.fromEntries(
  [
    'JSON-04',
    'PAGINATION-01',
    'PAGINATION-02',
    'PAGINATION-03',
    'PAGINATION-04',
    ...rules('01', '04', '10', '14'),
  ].map((id) => [id, 'a workspace may be empty, and this is how its lists look']),
)

function rules(...numbers: readonly string[]): string[] {
  return ['CHATBOTS', 'CONVERSATIONS', 'LEADS', 'BOOKINGS', 'RESERVATIONS'].flatMap((list) =>
    numbers.map((number) => `LIST-${list}-${number}`),
  )
}

const refused = Object.fromEntries(
  rules('14').map((id) => [id, '400 is one of the two answers that are allowed']),
)

export const NULL_TARGETS: readonly NullTarget[] = [
  {
    id: 'null/200',
    how: '200 with an empty object for everything',
    answer: () => json(200, {}),
    mayPass: { ...DOOR, ...CALM },
  },
  {
    id: 'null/200-empty-data',
    how: '200 with an empty `data` for everything',
    answer: () => json(200, { data: {} }),
    mayPass: { ...DOOR, ...CALM },
  },
  {
    id: 'null/200-empty-list',
    how: '200 with an empty page for everything',
    answer: () => json(200, { data: [], pagination: { limit: 50, offset: 0, total: 0, has_more: false } }),
    mayPass: { ...DOOR, ...CALM, ...EMPTY },
  },
  {
    id: 'null/404',
    how: '404 for everything',
    answer: () => json(404, envelope('not_found')),
    mayPass: { ...ERRORS, ...CALM, 'INPUT-01': '404 is what an odd id gets' },
  },
  {
    id: 'null/401',
    how: '401 for everything',
    answer: () => json(401, envelope('unauthorized')),
    mayPass: { ...ERRORS, ...CALM, 'AUTH-07': 'a 401 has its code' },
  },
  {
    id: 'null/400',
    how: '400 for everything',
    answer: () => json(400, envelope('bad_request')),
    mayPass: { ...ERRORS, ...CALM, ...refused, 'INPUT-01': '400 is what an odd id may get' },
  },
  {
    id: 'null/429',
    how: '429 for everything',
    answer: () => json(429, envelope('rate_limited')),
    mayPass: { ...ERRORS, ...CALM, 'RATE-08': 'a 429 has the envelope' },
  },
  {
    id: 'null/500',
    how: '500 for everything',
    answer: () => json(500, envelope('internal_error')),
    mayPass: ERRORS,
  },
  {
    id: 'null/html',
    how: 'an HTML site',
    answer: () => ({
      status: 200,
      headers: [['content-type', 'text/html']],
      body: encoder.encode('<!doctype html><p>Hello'),
    }),
    mayPass: { ...DOOR, ...CALM },
  },
  {
    id: 'null/redirect',
    how: 'a redirect to itself for everything',
    answer: ({ url }) => ({ status: 302, headers: [['location', url]], body: new Uint8Array() }),
    mayPass: { ...DOOR, ...CALM },
  },
  {
    id: 'null/echo',
    how: 'an echo of what was sent',
    answer: ({ body, method, url }) => json(200, { data: readable(body) ?? { method, url } }),
    mayPass: { ...DOOR, ...CALM },
  },
  {
    id: 'null/silence',
    how: 'no answer at all',
    answer: () => {
      throw new TransportError('timeout', 'no answer')
    },
    mayPass: { ...DOOR, ...CALM },
  },
]

function readable(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '')
  } catch {
    return undefined
  }
}

/** A null target, with or without a working `GET /me`. */
export function nullTarget({ answer }: NullTarget, withDoor: boolean): Target {
  const service: InProcessReference = createReference()
  const transport: Transport = async (request) => {
    const authorized = request.headers.some(
      ([name, value]) => name === 'Authorization' && value === `Bearer ${service.keys.main}`,
    )
    const throughDoor =
      withDoor && authorized && request.method === 'GET' && request.url === `${service.baseUrl}/me`
    return throughDoor ? service.handle(request) : answer(request)
  }
  return {
    baseUrl: service.baseUrl,
    embedded: false,
    transport,
    keys: service.keys,
    apexUrl: service.apexUrl,
    mailbox: new Mailbox(0),
    webhooks: true,
    close: () => service.close(),
  }
}
