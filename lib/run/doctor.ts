import type { CaseDefinition } from '../harness/context.ts'
import { Answer } from '../harness/answer.ts'
import { discover, type Discovery, idsOf } from '../harness/discovery.ts'
import { Memo } from '../harness/run-store.ts'
import { meet, type Need, needInWords, ofSecondWorkspace, supply } from '../harness/needs.ts'
import { type Client, createClient } from '../http/client.ts'
import { describeAnswer, type Exchange, header } from '../http/exchange.ts'
import type { RequestSpec } from '../http/request.ts'
import { KEY_VARIABLES } from '../http/keys.ts'
import { Ledger } from '../http/ledger.ts'
import { rateNumber } from '../http/rate-headers.ts'
import type { FootprintEntry } from '../harness/footprint.ts'
import { groupBy } from '../util/collections.ts'
import { count, thousands } from '../util/text.ts'
import { packageVersion } from '../util/package.ts'
import { dataOf } from '../judge/oracle.ts'
import { RATE_HEADERS } from '../judge/rate-headers.ts'
import { CONTRACT } from '../spec/api.ts'
import { conduct } from './conduct.ts'
import { unrestoredIn } from './journal.ts'
import { furtherHeaders } from './equipment.ts'
import { inProcessTarget } from './in-process.ts'
import { openTarget, scrubberFor, type Target } from './target.ts'
import type { RunOptions } from './options.ts'
import { CLOCKS_DIFFER_MS } from '../../suites/support/clock.ts'
import { few } from '../util/bounds.ts'
import { ConfigurationError } from '../util/errors.ts'
import { preflight, PROOF_PATHS } from './preflight.ts'
import { selectCases } from './selection.ts'
import { scopeOf } from './scope.ts'

/** One result of the examination: `wrong` prevents a run, `missing` makes it incomplete. */
export interface Finding {
  readonly state: 'well' | 'missing' | 'wrong' | 'noted'
  readonly about: string
  readonly text: string
  /** The remedy; commands are lines of their own. */
  readonly remedy?: readonly string[]
}

export interface Examination {
  readonly findings: readonly Finding[]
  /** Requests sent, over all keys. */
  readonly requests: number
}

/** Makes findings of one state. */
const finding =
  (state: Finding['state']) =>
  (about: string, text: string, ...remedy: readonly string[]): Finding => ({
    state,
    about,
    text,
    remedy: remedy.length === 0 ? undefined : remedy,
  })
const well = finding('well')
const missing = finding('missing')
const wrong = finding('wrong')
const noted = finding('noted')

/**
 * Asks in about a dozen requests, and at most twenty, whether a target can be verified: address, TLS, clock, gateway,
 * keys, every endpoint that only reads, data, and what a run would leave behind. What prevents a run is a finding, not
 * an error. Nothing is waited for that nothing causes.
 */
export async function examine(
  options: RunOptions,
  onFinding: (finding: Finding) => void,
): Promise<Examination> {
  const target = await openTarget(options)
  const findings: Finding[] = []
  const exchanges: Exchange[] = []
  const scrub = scrubberFor(target, options)
  const tell = (...some: readonly Finding[]): void => {
    for (const one of some.map(scrub.deep)) {
      findings.push(one)
      onFinding(one)
    }
  }
  try {
    const client = clientOf(target, options, exchanges)
    const memo = new Memo()
    const asked: Client = { send: (spec) => memo.recall(spec, () => client.send(spec)) }
    tell(...whichTarget(target))
    const proof = await reach(asked, target)
    if (typeof proof !== 'string') tell(proof)
    else {
      const first = await asked.send({ method: 'GET', path: proof, key: 'main' })
      tell(tls(target, options), clock(first), gateway(first))
      tell(...(await keys(asked, target, proof)))
      const discovery = await discover({
        send: (spec) => asked.send(spec),
        hasOtherKey: false,
        capabilities: {
          writes: true,
          exhaustibleKey: target.keys.exhaustible !== undefined,
          apex: target.apexUrl !== undefined,
          webhooks: target.webhooks,
        },
      })
      tell(...(await endpoints(asked, discovery)))
      const cases = selectCases(await scopeOf(options), options)
      tell(...data(cases, discovery, target), webhooks(target, options))
      tell(...unrestored(target, options), await leftBehind(cases, options))
    }
    return { findings, requests: exchanges.length }
  } finally {
    await target.close()
  }
}

function clientOf(target: Target, options: RunOptions, exchanges: Exchange[]): Client {
  return createClient({
    baseUrl: target.baseUrl,
    transport: target.transport,
    keys: target.keys,
    ledger: new Ledger({ budget: 20, floor: 0 }),
    match: (method, path) => CONTRACT.match(method, path)?.operation,
    onExchange: (exchange) => exchanges.push(exchange),
    concurrency: options.concurrency,
    version: packageVersion(),
    furtherHeaders: furtherHeaders(target, options),
  })
}

/** The path that shows the API, or why none does. */
async function reach(client: Client, { baseUrl, proxy }: Target): Promise<string | Finding> {
  try {
    return await preflight(client, baseUrl, proxy !== undefined)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return wrong('address', error.message)
  }
}

/** What is examined, where that is not plain from the options. */
function whichTarget({ embedded, proxy }: Target): Finding[] {
  if (embedded)
    return [
      noted(
        'target',
        'no base URL is given, so this is the embedded reference service, in this process: not a server of yours',
        'set CONFORMANCE_BASE_URL and CONFORMANCE_API_KEY in the environment or in .env',
      ),
    ]
  if (proxy === undefined) return []
  const { origin, variable } = proxy
  return [noted('proxy', `${origin} (${variable}); a host that NO_PROXY names is reached directly`)]
}

function tls({ baseUrl, embedded }: Target, { verifyTls }: RunOptions): Finding {
  if (embedded) return noted('TLS', 'none: nothing leaves this process')
  if (/^http:\/\/(?:localhost|127\.|\[::1\])/.test(baseUrl))
    return noted('TLS', 'plain HTTP: the address is of this machine')
  if (!baseUrl.startsWith('https:'))
    return missing('TLS', 'plain HTTP: keys travel in the clear', 'use https')
  return verifyTls
    ? well('TLS', 'the certificate is valid')
    : missing('TLS', 'the certificate is not verified (--insecure)')
}

function clock(exchange: Exchange): Finding {
  const date = Date.parse(header(exchange, 'Date') ?? '')
  if (Number.isNaN(date)) return noted('clock', 'the answers carry no Date header')
  const off = date - (exchange.startedAt + exchange.durationMs)
  const seconds = Math.round(Math.abs(off) / 1000)
  return Math.abs(off) <= CLOCKS_DIFFER_MS
    ? well('clock', `within ${Math.max(1, seconds)} s of this machine`)
    : missing(
        'clock',
        `the target is ${count(seconds, 'second')} ${off > 0 ? 'ahead of' : 'behind'} this machine`,
        'set both by NTP: windows of the rate limit and dates near now are judged with the clock',
      )
}

const GATEWAY_HEADERS = [
  'Server',
  'Via',
  'X-Cache',
  'Age',
  'CF-Ray',
  'X-Amz-Cf-Id',
  'X-Served-By',
  'X-Envoy-Upstream-Service-Time',
]

/** Gateways and caches in front of the service, by the headers they add. */
function gateway(exchange: Exchange): Finding {
  const seen = GATEWAY_HEADERS.flatMap((name) => {
    const value = header(exchange, name)
    return value === undefined ? [] : [`${name}: ${value}`]
  }).join(', ')
  if (seen === '') return noted('gateway', 'no header names one')
  const isCached = header(exchange, 'Age') !== undefined || /hit/i.test(header(exchange, 'X-Cache') ?? '')
  return isCached
    ? missing(
        'gateway',
        seen,
        'an answer came from a cache: switch it off for the API, or what one key sees another may get',
      )
    : noted('gateway', seen)
}

const KEYS = ['main', 'other', 'exhaustible'] as const

async function keys(client: Client, target: Target, proof: string): Promise<Finding[]> {
  const answers = await Promise.all(
    KEYS.map(async (key) =>
      target.keys[key] === undefined
        ? undefined
        : client.send({ method: 'GET', path: key === 'main' ? proof : PROOF_PATHS[0], key }),
    ),
  )
  const [main] = answers
  return KEYS.map((key, index) => keyFinding(key, answers[index], main))
}

const WITHOUT: Readonly<Record<(typeof KEYS)[number], string>> = {
  main: 'nothing can be verified without it',
  other: 'isolation of workspaces cannot be verified without it, and more is spent on the key under test',
  exhaustible: 'the 429 rules cannot be verified without it',
}

/** Whether two answers to `GET /me` name one team. */
function isSameTeam(one: Exchange, other: Exchange): boolean {
  const { team_id: team } = dataOf(one)
  return team !== undefined && team === dataOf(other)['team_id']
}

function keyFinding(
  key: (typeof KEYS)[number],
  exchange: Exchange | undefined,
  main: Exchange | undefined,
): Finding {
  const about = KEY_VARIABLES[key]
  if (exchange === undefined)
    return missing(about, `not given: ${WITHOUT[key]}`, `set ${about} in the environment or in .env`)
  const asked = `GET ${exchange.request.path}`
  const status = exchange.response?.status
  if (status === 401 || status === 403)
    return wrong(about, `${asked}: refused with ${status}`, 'make a new key, and copy all of it')
  // The allowance is the key's own: the key to be exhausted may be of any workspace.
  if (key === 'other' && main !== undefined && isSameTeam(main, exchange))
    return wrong(
      about,
      `belongs to the same workspace as ${KEY_VARIABLES.main}`,
      'make it in another workspace: what one workspace sees of itself proves nothing',
    )
  const left = rateNumber(exchange, RATE_HEADERS.remaining)
  const limit = rateNumber(exchange, RATE_HEADERS.limit)
  const allowance =
    left === undefined ? 'how much is left is not noted' : `${left} of ${limit ?? 'its'} requests left`
  return (status === 200 ? well : missing)(about, `${asked}: ${status ?? 'no answer'}, ${allowance}`)
}

/** What each endpoint that only reads was asked and what came, lists first. */
async function endpoints(client: Client, discovery: Discovery): Promise<Finding[]> {
  const { me, lists } = discovery.main
  const [chatbot] = idsOf(lists['GET /chatbots'].items)
  const further: readonly RequestSpec[] = [
    ...(chatbot === undefined
      ? []
      : [
          { method: 'GET', path: '/knowledge/sources', query: { chatbot_id: chatbot }, key: 'main' } as const,
        ]),
    { method: 'GET', path: '/analytics/summary', key: 'main' },
    { method: 'GET', path: '/openapi.json', key: 'main' },
  ]
  const answers = await Promise.all(further.map(async (spec) => new Answer(await client.send(spec))))
  return [me, ...Object.values(lists), ...answers].map(endpointFinding)
}

function endpointFinding(answer: Answer): Finding {
  const { exchange, status, usable } = answer
  const about = `GET ${exchange.request.path}`
  if (exchange.failure !== undefined) return missing(about, exchange.failure.message)
  const isDescription = answer.body['openapi'] !== undefined
  if (status === 200 && (usable || isDescription)) return well(about, `200, ${contentOf(answer)}`)
  const instead = status === 200 ? 'without the `data` that the specification states' : 'instead of 200'
  return missing(
    about,
    `${describeAnswer(exchange)} ${instead}: a run will say that it is violated, and cannot judge what rests on it`,
  )
}

function contentOf(answer: Answer): string {
  const { body, data, items, total } = answer
  if (body['openapi'] !== undefined) return `OpenAPI ${JSON.stringify(body['openapi'])}`
  if (Array.isArray(body['data'])) {
    const shown = count(items.length, 'item')
    return total === undefined || total === items.length ? shown : `${shown} of ${thousands(total)}`
  }
  const name = data['team_name'] ?? data['team_id']
  return name === undefined ? 'a resource' : `workspace ${JSON.stringify(name)}`
}

/** What the workspace lacks, and the requirements that depend on it. */
function data(cases: readonly CaseDefinition[], discovery: Discovery, { baseUrl }: Target): Finding[] {
  const unmet = new Map<Need, Set<string>>()
  for (const { needs, requirements } of cases)
    for (const need of needs) {
      if (ofSecondWorkspace(need)) continue
      const prospect = meet([need], discovery)
      // Of a list that could not be read nobody knows what it lacks: its own line says so.
      if (prospect.met || !prospect.ofData || prospect.unread !== undefined) continue
      const waiting = unmet.get(need) ?? new Set()
      for (const id of requirements) waiting.add(id)
      unmet.set(need, waiting)
    }
  const isRead = Object.values(discovery.main.lists).every(({ usable }) => usable)
  if (unmet.size === 0)
    return isRead ? [well('data', 'the workspace has an item of every kind that the cases need')] : []
  return [...unmet].map(([need, ids]) =>
    missing(
      'data',
      `lacks ${needInWords(need)}: ${count(ids.size, 'requirement')} cannot be exercised (${few([...ids])})`,
      ...supply(need, baseUrl, discovery),
    ),
  )
}

/** Whether somebody listens; what causes a delivery is a run with writes. */
function webhooks(target: Target, { webhook }: RunOptions): Finding {
  if (target.embedded) return well('webhooks', 'the embedded service delivers by itself')
  if (webhook === undefined)
    return noted(
      'webhooks',
      'no listener: the rules on events are not verified',
      'give --webhook-port PORT, and register the address of this machine with the target',
    )
  const { host, port, waitMs } = webhook
  return well(
    'webhooks',
    `this machine can listen on http://${host}:${port}/; a run with --writes causes deliveries, and waits up to ${Math.round(waitMs / 1000)} s for them`,
    'register that address with the target, or that of the tunnel to it',
  )
}

/** What a run that was killed has left changed. */
function unrestored({ baseUrl }: Target, { journal }: RunOptions): Finding[] {
  const changes = journal === undefined ? [] : unrestoredIn(journal, baseUrl)
  if (changes.length === 0) return []
  const ids = changes.map(({ id }) => id).join(', ')
  return [
    missing(
      'restoring',
      `a run that was killed has left ${count(changes.length, 'conversation')} changed: ${ids}`,
      'the next run with --writes puts back their tags and is_resolved',
    ),
  ]
}

/** What a run with writes would leave behind, measured on the embedded service. */
async function leftBehind(cases: readonly CaseDefinition[], options: RunOptions): Promise<Finding> {
  const service = inProcessTarget()
  const frugal = cases.filter(({ needs }) => !needs.includes('exhaustibleKey'))
  try {
    const { footprint } = await conduct(service, frugal, { ...options, writes: true, budget: 5000, floor: 0 })
    return noted(
      'writes',
      `a ${options.profile} run with --writes leaves about ${inWords(footprint)}; what can be put back is put back`,
    )
  } finally {
    await service.close()
  }
}

function inWords(entries: readonly FootprintEntry[]): string {
  const kinds = [...groupBy(entries, ({ resource }) => resource)]
  return kinds.map(([resource, some]) => count(some.length, resource)).join(' and ') || 'nothing'
}
