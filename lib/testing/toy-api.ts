/**
 * An API of three operations with its own cases and service, for tests of the engine. It proves that the engine
 * serves another API.
 * A shelf of books: `GET /status`, `GET /books`, `POST /books`; answers are not wrapped.
 */
import { createContract } from '../spec/contract.ts'
import { Answer } from '../harness/answer.ts'
import type { Api, Discovery, Judgement } from '../harness/api.ts'
import { type Context as AnyContext, suite as anySuite, type Suite } from '../harness/case.ts'
import type { RequestSpec } from '../http/client.ts'
import { type Exchange, json } from '../http/exchange.ts'
import type { WireRequest, WireResponse } from '../http/transport.ts'
import { Judgements } from '../judge/judgements.ts'
import { catalogueOf, type Requirement } from '../judge/requirement.ts'
import type { Change, Embedded, Mutant, Setup, Variant } from '../run/setup.ts'

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

const CATALOGUE = catalogueOf(
  [
    item('STATUS-1', 'GET /status', 'Returns 200.'),
    item('STATUS-2', 'GET /status', '`up` is true.'),
    item('BOOK-1', '*', 'A book has a title, which is a string.'),
    item('BOOK-2', 'POST /books', 'The new book is on the shelf afterwards.', { part: 2 }),
    item('BOOK-3', 'POST /books', 'A title of any length is kept whole.', { part: 2, strength: 'derived' }),
    item('OPEN-1', 'GET /books', 'The order of the books.', { part: 2, strength: 'open' }),
  ],
  (id) => (id === 'STATUS-1' ? ['STATUS-2'] : []),
)

/** What the shelf held before the first case. */
export interface ToyDiscovery extends Discovery {
  readonly shelf: Exchange
  readonly writes: boolean
}

/** What a case of the shelf works with. */
export interface ToyContext extends AnyContext {
  /** Sends a request with the key under test. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Answer>
  /** Sends any request. */
  readonly send: (spec: RequestSpec) => Promise<Answer>
  /** The title of an existing book. */
  readonly title: string
}

function books(exchange: Exchange): readonly unknown[] {
  const body = json(exchange)
  const isShelf = typeof body === 'object' && body !== null && 'books' in body
  return isShelf && Array.isArray(body.books) ? body.books : []
}

function titles(exchange: Exchange): string[] {
  return books(exchange).flatMap((book) => {
    const hasTitle = typeof book === 'object' && book !== null && 'title' in book
    return hasTitle && typeof book.title === 'string' ? [book.title] : []
  })
}

const NOTHING: Judgement = { held: [], findings: [] }

export const TOY_API: Api = {
  title: 'Shelf',
  parts: ['Reading', 'Writing'],
  contract: TOY_CONTRACT,
  catalogue: CATALOGUE,
  topics: [{ id: 'all', title: 'All of it', covers: /./, matters: '', fixes: [], freedoms: [] }],
  severityOf: () => 'major',
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
  recordings: { withoutHeaders: [], withoutBody: ['BOOK-1'], withoutRequestBody: [], overall: () => NOTHING },
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

  meet: (needs, { shelf, writes }: ToyDiscovery) => {
    const [title] = titles(shelf)
    if (needs.includes('writes') && !writes)
      return { met: false, reason: 'needs --writes', ofData: false, options: ['--writes'] }
    if (needs.includes('book') && title === undefined) {
      const why =
        shelf.failure?.message ?? (books(shelf).length > 0 ? 'has books, but none with a title' : undefined)
      return {
        met: false,
        reason: 'needs a book on the shelf',
        ofData: true,
        options: [],
        ...(why === undefined ? {} : { unread: { exchange: shelf, why } }),
      }
    }
    return { met: true, world: { title } }
  },
  needInWords: (need) => need,
  ofSecondWorkspace: () => false,
  supply: () => [],
  isSameWorkspace: () => false,
  laneWidth: () => 1,
  context: (base, { send, world }) => {
    const answerTo = async (spec: RequestSpec): Promise<Answer> => new Answer(await send(spec))
    return {
      ...base,
      ...world,
      send: answerTo,
      ask: (method: string, path: string, body?: unknown) =>
        answerTo({ method, path, key: 'main', ...(body === undefined ? {} : { body }) }),
    }
  },
  settleFootprint: () => Promise.resolve([]),
}

type ToyRun = (ctx: ToyContext) => Promise<void>

interface ToyTerms {
  readonly phase?: 'read' | 'write'
  readonly needs?: readonly string[]
}

/** A suite of one case of the shelf. */
function toySuite(
  title: string,
  requirement: string,
  { phase = 'read', ...terms }: ToyTerms,
  run: ToyRun,
): Suite {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `TOY_API.context` made the context
  const runs = run as (ctx: AnyContext) => Promise<void>
  return anySuite(title, { phase }, (verify) => verify(requirement, title, { ...terms, cost: 2 }, runs))
}

const SUITES: readonly Suite[] = [
  toySuite('returns its status', 'STATUS-1', {}, async ({ ask, expect }) => {
    expect(await ask('GET', '/status')).toAnswer(200)
  }),
  toySuite('says that it is up', 'STATUS-2', {}, async ({ ask, expect }) => {
    expect(await ask('GET', '/status')).toShow('up', true)
  }),
  toySuite(
    'shows a new book',
    'BOOK-2',
    { phase: 'write', needs: ['book'] },
    async ({ ask, expect, mark }) => {
      const title = mark()
      expect(await ask('POST', '/books', { title })).toShow('title', title)
      const shelf = await ask('GET', '/books?again')
      expect(shelf).toSatisfy(titles(shelf.exchange).includes(title), `the book ${title}`, 'no such book')
    },
  ),
  toySuite(
    'keeps long titles whole',
    'BOOK-3',
    { phase: 'write', needs: ['book'] },
    async ({ ask, expect, settings }) => {
      const title = 'a'.repeat(settings.fuzzRuns)
      expect(await ask('POST', '/books', { title })).toShow('title', title)
    },
  ),
]

type Books = readonly unknown[]

/** The steps of the shelf that a fault or a freedom replaces. */
export interface ToySeams {
  /** The books on the shelf after one was added. */
  readonly keep?: (books: Books, added: unknown) => Books
  /** The books that the shelf shows. */
  readonly show?: (books: Books) => Books
  readonly isUp?: boolean
  /** The title that an answer shows for the one that was sent. */
  readonly title?: (sent: string) => string
  /** What is sent in place of an answer. The replacements of several changes follow each other. */
  readonly respond?: (answer: WireResponse) => WireResponse
}

function jsonAnswer(status: number, value: unknown, left: number): WireResponse {
  return {
    status,
    headers: [
      ['content-type', 'application/json'],
      ['quota', '100'],
      ['quota-left', String(left)],
    ],
    body: new TextEncoder().encode(JSON.stringify(value)),
  }
}

/** The shelf without sockets, in memory. */
const createShelf: Embedded['create'] = ({ seams = {} } = {}) => {
  const {
    keep = (all, added) => [...all, added],
    show = (all) => all,
    isUp = true,
    title = (sent) => sent,
    respond = (answer) => answer,
  }: ToySeams = seams
  let books: Books = [{ title: 'Emma' }]
  let left = 100
  const handle = ({ method, url, body }: WireRequest): WireResponse => {
    left -= 1
    const path = new URL(url).pathname.replace('/v1', '')
    if (path === '/status') return jsonAnswer(200, { up: isUp }, left)
    if (path !== '/books') return jsonAnswer(404, {}, left)
    if (method === 'GET') return jsonAnswer(200, { books: show(books) }, left)
    const sent: { title: string } = JSON.parse(body ?? '{}')
    const added = { title: title(sent.title) }
    books = keep(books, added)
    return jsonAnswer(200, added, left)
  }
  return {
    baseUrl: 'http://shelf.test/v1',
    apexUrl: 'http://shelf.test',
    keys: { main: 'reader-of-the-shelf', other: 'nobody-at-all', exhaustible: 'nobody-else-at-all' },
    handle: (request) => Promise.resolve(respond(handle(request))),
    onDelivery: () => () => undefined,
    settle: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}

const fault = (id: string, breaks: string, how: string, seams: ToySeams, profile?: 'full'): Mutant => ({
  id,
  breaks,
  how,
  seams: () => seams,
  ...(profile && { profile }),
})

/** A book without a title, which `BOOK-1` requires. */
export const UNTITLED = { titel: 'Emma' }

/** Seeded faults of the shelf, each at a step of its own. */
export const TOY_MUTANTS: readonly Mutant[] = [
  fault('shelf/dropped', 'BOOK-2', 'A new book is forgotten', { keep: (books) => books }),
  fault('fields/untitled', 'BOOK-1', 'A field is mistyped', { show: (books) => [...books, UNTITLED] }),
  fault('status/down', 'STATUS-2', 'The check of the database was left out', { isUp: false }),
  fault('titles/cut', 'BOOK-3', 'A column is short', { title: (sent) => sent.slice(0, 60) }, 'full'),
]

/** A header more on each answer. */
const headed = (name: string): ToySeams => ({
  respond: (answer) => ({ ...answer, headers: [...answer.headers, [name, '1']] }),
})

const freedom = (id: string, why: string, seams: ToySeams): Variant => ({
  id,
  part: 1,
  why,
  seams: () => seams,
})

/** Freedoms of the shelf. */
export const TOY_VARIANTS: readonly Variant[] = [
  freedom('headers/served-by', 'A proxy says its name.', headed('served-by')),
  freedom('order/backwards', 'The order of the books is open.', { show: (books) => books.toReversed() }),
  freedom('shelf/in-use', 'Somebody else adds books.', {
    keep: (books, added) => [...books, { title: 'Persuasion' }, added],
  }),
]

/** Several changes at once: of two that replace the same step, the later one has it. */
function combined(changes: readonly (Mutant | Variant)[]): Change {
  const seams: readonly ToySeams[] = changes.map((change) => change.seams())
  const respond = (answer: WireResponse): WireResponse =>
    seams.reduce((sent, { respond: one = (same) => same }) => one(sent), answer)
  return { seams: Object.assign({}, ...seams, { respond }) as object }
}

/** Whether all changes are of different families and steps. */
function differ(changes: readonly (Mutant | Variant)[]): boolean {
  const places = changes.flatMap(({ id, seams }) => [`${id.split('/')[0]}/`, ...Object.keys(seams())])
  return new Set(places).size === places.length
}

/** The engine, put together with the shelf. */
export const TOY_SETUP: Setup = {
  api: TOY_API,
  cases: SUITES.flatMap(({ cases }) => cases),
  embedded: {
    start: () => Promise.reject(new Error('the shelf has no sockets')),
    create: createShelf,
    mutants: () => Promise.resolve(TOY_MUTANTS),
    variants: () => Promise.resolve(TOY_VARIANTS),
    combine: (changes) => Promise.resolve(combined(changes)),
    canMeet: (changes) => Promise.resolve(differ(changes)),
  },
  proofWorker: new URL('file:///no-worker'),
}
