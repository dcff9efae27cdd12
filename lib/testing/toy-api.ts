/**
 * An API of three operations with its own cases and service, for tests of the engine. It proves that the engine
 * serves another API.
 * A shelf of books: `GET /status`, `GET /books`, `POST /books`; answers are not wrapped.
 */
import { createContract } from '../contract/contract.ts'
import { Answer } from '../harness/answer.ts'
import type { Api, Discovery, Judgement } from '../harness/api.ts'
import { type Context as AnyContext, suite as anySuite, type Suite } from '../harness/case.ts'
import { type Exchange, json } from '../http/exchange.ts'
import type { WireRequest, WireResponse } from '../http/transport.ts'
import { Judgements } from '../judge/judgements.ts'
import { catalogueOf, type Requirement } from '../judge/requirement.ts'
import type { Embedded, Setup } from '../run/setup.ts'

const BOOK = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } }
const answered = (schema: object): object => ({
  '200': { description: 'so', content: { 'application/json': { schema } } },
})

export const TOY_CONTRACT = createContract({
  openapi: '3.1.0',
  info: { title: 'Shelf', version: '1.0.0' },
  servers: [{ url: '/v1' }],
  paths: {
    '/status': { get: { responses: answered({ type: 'object' }) } },
    '/books': {
      get: { responses: answered({ $ref: '#/components/schemas/Shelf' }) },
      post: { responses: answered({ $ref: '#/components/schemas/Book' }) },
    },
  },
  components: {
    schemas: {
      Book: BOOK,
      Shelf: {
        type: 'object',
        required: ['books'],
        properties: { books: { type: 'array', items: BOOK } },
      },
    },
  },
})

const item = (id: string, endpoint: string, text: string, more: Partial<Requirement> = {}): Requirement => ({
  id,
  part: 1,
  endpoint,
  strength: 'must',
  source: { part: 1, section: '', item: '1' },
  text,
  ...more,
})

const CATALOGUE = catalogueOf([
  item('STATUS-1', 'GET /status', 'Returns 200.'),
  item('BOOK-1', '*', 'A book has a title, which is a string.'),
  item('BOOK-2', 'POST /books', 'The new book is on the shelf afterwards.', { part: 2 }),
  item('OPEN-1', 'GET /books', 'The order of the books.', { part: 2, strength: 'open' }),
])

/** What the shelf held before the first case. */
interface ToyDiscovery extends Discovery {
  readonly shelf: Exchange
  readonly writes: boolean
}

/** What a case of the shelf works with. */
export interface ToyContext extends AnyContext {
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Answer>
  /** The title of an existing book. */
  readonly title: string
}

const titles = (exchange: Exchange): string[] => {
  const body = json(exchange)
  if (typeof body !== 'object' || body === null || !('books' in body) || !Array.isArray(body.books)) return []
  return body.books.flatMap((book: { title?: unknown }) =>
    typeof book.title === 'string' ? [book.title] : [],
  )
}

const NOTHING: Judgement = { held: [], findings: [] }

export const TOY_API: Api = {
  title: 'Shelf',
  parts: ['Reading', 'Writing'],
  contract: TOY_CONTRACT,
  catalogue: CATALOGUE,
  topics: [{ id: 'all', title: 'All of it', covers: /./, matters: '', fixes: [], freedoms: [] }],
  severityOf: () => 'major',
  causality: { kindOf: () => 'rule', isLocal: () => false, causesOf: () => [] },
  judge: (exchange) => {
    if (exchange.operation !== 'GET /books') return NOTHING
    const judgements = new Judgements(exchange)
    const [problem] = TOY_CONTRACT.validate('Shelf', json(exchange))
    judgements.check(
      problem === undefined,
      'BOOK-1',
      problem?.expected ?? '',
      () => problem?.received ?? '',
      {
        pointer: problem?.pointer ?? '',
      },
    )
    return { held: [judgements.held], findings: judgements.findings }
  },
  overall: [],
  mayPass: () => false,
  readOfItem: () => undefined,
  recordings: { withoutHeaders: [], withoutBody: [], withoutRequestBody: [], overall: () => NOTHING },
  observe: (exchanges) =>
    exchanges
      .filter(({ operation }) => operation === 'GET /books')
      .slice(0, 1)
      .map(({ id }) => ({ requirement: 'OPEN-1', text: 'as they came', exchanges: [id] })),
  isForeign: () => false,
  answer: (exchange) => new Answer(exchange),
  proofPaths: ['/status'],
  forbiddenEverywhere: 'may this key read at all?',
  isOwn: () => false,
  rateHeaders: { limit: 'Quota', remaining: 'Quota-Left', reset: 'Quota-Reset' },
  hourlyLimit: 100,
  discover: async ({ send, capabilities }) => {
    const found: ToyDiscovery = {
      shelf: await send({ method: 'GET', path: '/books', key: 'main' }),
      writes: capabilities.writes,
    }
    return found
  },
  withAnswer: (discovery: ToyDiscovery, altered) =>
    discovery.shelf.id === altered.id ? { ...discovery, shelf: altered } : discovery,
  meet: (needs, { shelf, writes }: ToyDiscovery) => {
    const [title] = titles(shelf)
    if (needs.includes('writes') && !writes)
      return { met: false, reason: 'needs --writes', ofData: false, options: ['--writes'] }
    if (needs.includes('book') && title === undefined)
      return {
        met: false,
        reason: 'needs a book on the shelf',
        ofData: true,
        options: [],
        ...(shelf.failure === undefined ? {} : { unread: { exchange: shelf, why: shelf.failure.message } }),
      }
    return { met: true, world: { title } }
  },
  needInWords: (need) => need,
  ofSecondWorkspace: () => false,
  supply: () => [],
  isSameWorkspace: () => false,
  laneWidth: () => 1,
  context: (base, { send, world }) => ({
    ...base,
    ...world,
    ask: async (method: string, path: string, body?: unknown): Promise<Answer> =>
      new Answer(await send({ method, path, key: 'main', ...(body === undefined ? {} : { body }) })),
  }),
  traceOf: () => undefined,
  confirm: (outcome) => Promise.resolve(outcome),
  operators: [],
  rejudge: (exchange, { baseUrl }) =>
    TOY_API.judge(exchange, baseUrl).findings.map(({ requirement }) => requirement),
}

type ToyRun = (ctx: ToyContext) => Promise<void>

/** A suite of one case of the shelf. */
function toySuite(
  title: string,
  phase: 'read' | 'write',
  requirement: string,
  needs: readonly string[],
  run: ToyRun,
): Suite {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `TOY_API.context` made the context
  const runs = run as (ctx: AnyContext) => Promise<void>
  return anySuite(title, { phase }, (verify) => verify(requirement, title, { needs, cost: 2 }, runs))
}

const SUITES: readonly Suite[] = [
  toySuite('returns its status', 'read', 'STATUS-1', [], async ({ ask, expect }) => {
    expect(await ask('GET', '/status')).toAnswer(200)
  }),
  toySuite('shows a new book', 'write', 'BOOK-2', ['book'], async ({ ask, expect, mark, keep }) => {
    const title = mark()
    expect(await ask('POST', '/books', { title })).toShow('title', title)
    keep.created('book', title, 'a book of a test')
    const shelf = await ask('GET', '/books?again')
    expect(shelf).toSatisfy(titles(shelf.exchange).includes(title), `the book ${title}`, 'no such book')
  }),
]

/** The step of the shelf that a fault replaces. */
export interface ToySeams {
  readonly keep?: (books: readonly unknown[], added: unknown) => readonly unknown[]
}

/** The shelf without sockets, in memory. */
const createShelf: Embedded['create'] = ({ seams = {} } = {}) => {
  const { keep = (all, added) => [...all, added] }: ToySeams = seams
  let books: readonly unknown[] = [{ title: 'Emma' }]
  let left = 100
  const handle = ({ method, url, body }: WireRequest): WireResponse => {
    left -= 1
    const path = new URL(url).pathname.replace('/v1', '')
    const answer = (status: number, value: unknown): WireResponse => ({
      status,
      headers: [
        ['content-type', 'application/json'],
        ['quota', '100'],
        ['quota-left', String(left)],
      ],
      body: new TextEncoder().encode(JSON.stringify(value)),
    })
    if (path === '/status') return answer(200, { up: true })
    if (path !== '/books') return answer(404, {})
    if (method === 'GET') return answer(200, { books })
    const added: unknown = JSON.parse(body ?? '{}')
    books = keep(books, added)
    return answer(200, added)
  }
  return {
    baseUrl: 'http://shelf.test/v1',
    apexUrl: 'http://shelf.test',
    keys: { main: 'reader-of-the-shelf', other: 'nobody-at-all', exhaustible: 'nobody-else-at-all' },
    handle: (request) => Promise.resolve(handle(request)),
    onDelivery: () => () => undefined,
    settle: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}

const dropped: ToySeams = { keep: (books) => books }
const untitled: ToySeams = { keep: (books, added) => [...books, added, { titel: 'Emma' }] }

/** The engine, put together with the shelf. */
export const TOY_SETUP: Setup = {
  api: TOY_API,
  cases: SUITES.flatMap(({ cases }) => cases),
  embedded: {
    start: () => Promise.reject(new Error('the shelf has no sockets')),
    create: createShelf,
    mutants: () =>
      Promise.resolve([
        { id: 'shelf/dropped', breaks: 'BOOK-2', how: 'A new book is forgotten', seams: () => dropped },
        { id: 'shelf/untitled', breaks: 'BOOK-1', how: 'A field is mistyped', seams: () => untitled },
      ]),
    variants: () => Promise.resolve([]),
    combine: () => Promise.reject(new Error('the shelf has no variants')),
    // Both faults replace the same step.
    canMeet: () => Promise.resolve(false),
    nullTargets: () => Promise.resolve([]),
  },
  proofWorker: new URL('file:///no-worker'),
}
