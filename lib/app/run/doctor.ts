import { Answer } from '../../engine/case/answer.ts'
import { CLOCKS_DIFFER_MS } from '../../engine/case/certainty.ts'
import { bareConversations } from '../../engine/case/chosen.ts'
import type { Discovery } from '../../engine/case/discovery.ts'
import { withoutLeadAfter } from '../../engine/case/footprint.ts'
import { idsOf } from '../../engine/case/items.ts'
import { HOW_TO_MAKE, meet, missingFor, type Need, NEEDS } from '../../engine/case/needs.ts'
import type { CaseDefinition } from '../../engine/case/suite.ts'
import type { Client } from '../../engine/http/client.ts'
import { endOf, type Exchange, servedAt, describeAnswer } from '../../engine/http/exchange.ts'
import { KEY_VARIABLES } from '../../engine/http/keys.ts'
import { RATE_HEADER, rateNumber } from '../../engine/http/rate-headers.ts'
import type { RequestSpec } from '../../engine/http/request.ts'
import { dataOf } from '../../engine/judge/reading.ts'
import type { Catalogue } from '../../engine/judge/requirement.ts'
import type { ListKey } from '../../engine/contract/operations.ts'
import { few } from '../../engine/util/bounds.ts'
import { present } from '../../engine/util/collections.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { count, thousands } from '../../engine/util/text.ts'
import { withoutLeadInWords } from '../report/view/lists.ts'
import { look, meansFor } from './conduct.ts'
import { withTarget } from './open-target.ts'
import { DRAWN, type RunOptions } from './options.ts'
import { PROOF_PATHS } from './preflight.ts'
import { SCOPE } from './scope.ts'
import { selectionOf } from './selection.ts'
import type { Target } from './target.ts'

/** One result of the examination: `wrong` prevents a run, `missing` makes it incomplete. */
export interface CheckResult {
  readonly state: 'well' | 'missing' | 'wrong' | 'noted'
  readonly about: string
  readonly text: string
  /** The remedy; commands are lines of their own. */
  readonly remedy?: readonly string[]
}

interface Examined {
  readonly target: Target
  readonly options: RunOptions
  /** Sends no request twice. */
  readonly client: Client
  /** The answer that shows the API. */
  readonly proof: Exchange
  readonly discovery: Discovery
  readonly catalogue: Catalogue
  readonly cases: readonly CaseDefinition[]
}

type Check = (examined: Examined) => readonly CheckResult[] | Promise<readonly CheckResult[]>

const finding =
  (state: CheckResult['state']) =>
  (about: string, text: string, ...remedy: readonly string[]): CheckResult => ({
    state,
    about,
    text,
    remedy: remedy.length === 0 ? undefined : remedy,
  })
const passedCheck = finding('well')
const missingCheck = finding('missing')
const wrongCheck = finding('wrong')
const notedCheck = finding('noted')

function whichTarget({ embedded }: Target): CheckResult[] {
  if (!embedded) return []
  return [
    notedCheck(
      'target',
      'no base URL is given, so this is the embedded reference service, in this process: not a server of yours',
      'set CONFORMANCE_BASE_URL and CONFORMANCE_API_KEY in the environment or in .env',
    ),
  ]
}

/** Whether keys are sent encrypted, and to whom. */
function tls({ target: { baseUrl, embedded }, options: { insecure } }: Examined): CheckResult[] {
  if (embedded || /^http:\/\/(?:localhost|127\.|\[::1\])/.test(baseUrl)) return []
  if (!baseUrl.startsWith('https:'))
    return [missingCheck('TLS', 'plain HTTP: keys travel in the clear', 'use https')]
  return insecure ? [missingCheck('TLS', 'the certificate is not verified (--insecure)')] : []
}

function clock({ proof }: Examined): CheckResult[] {
  const off = (servedAt(proof) ?? endOf(proof)) - endOf(proof)
  if (Math.abs(off) <= CLOCKS_DIFFER_MS) return []
  const seconds = count(Math.round(Math.abs(off) / 1000), 'second')
  return [
    missingCheck(
      'clock',
      `the target is ${seconds} ${off > 0 ? 'ahead of' : 'behind'} this machine`,
      'set both by NTP: windows of the rate limit and dates near now are judged with the clock',
    ),
  ]
}

const KEYS = ['main', 'other', 'exhaustible'] as const

/** Whether each key is accepted, and how many requests it has left. */
const keys: Check = async ({ client, target, proof }) => {
  const answers = await Promise.all(
    KEYS.map(async (key) =>
      key === 'main' || target.keys[key] === undefined
        ? undefined
        : client.send({ method: 'GET', path: PROOF_PATHS[0], key }),
    ),
  )
  return KEYS.map((key, index) => keyFinding(key, key === 'main' ? proof : answers[index], proof))
}

const WITHOUT: Readonly<Record<(typeof KEYS)[number], string>> = {
  main: 'nothing can be verified without it',
  other: 'isolation of workspaces cannot be verified without it',
  exhaustible: 'the 429 rules cannot be verified without it',
}

function isSameTeam(one: Exchange, other: Exchange): boolean {
  const { team_id: team } = dataOf(one)
  return team !== undefined && team === dataOf(other)['team_id']
}

function keyFinding(key: (typeof KEYS)[number], exchange: Exchange | undefined, main: Exchange): CheckResult {
  const about = KEY_VARIABLES[key]
  if (exchange === undefined)
    return missingCheck(about, `not given: ${WITHOUT[key]}`, `set ${about} in the environment or in .env`)
  const asked = `GET ${exchange.request.path}`
  const status = exchange.response?.status
  if (status === 401 || status === 403)
    return wrongCheck(about, `${asked}: refused with ${status}`, 'make a new key, and copy all of it')
  // Each key has its own allowance: the key to be exhausted may belong to any workspace.
  if (key === 'other' && isSameTeam(main, exchange))
    return wrongCheck(
      about,
      `${asked} names the workspace of ${KEY_VARIABLES.main}, by its team_id`,
      'make it in another workspace: what one workspace sees of itself proves nothing',
    )
  const left = rateNumber(exchange, RATE_HEADER.remaining)
  const limit = rateNumber(exchange, RATE_HEADER.limit)
  const allowance =
    left === undefined ? 'how much is left is not noted' : `${left} of ${limit ?? 'its'} requests left`
  return (status === 200 ? passedCheck : missingCheck)(
    about,
    `${asked}: ${status ?? 'no answer'}, ${allowance}`,
  )
}

const endpoints: Check = async ({ client, discovery }) => {
  const { me, lists } = discovery.main
  const [chatbot_id] = idsOf(lists['GET /chatbots'].items)
  const sources: RequestSpec = {
    method: 'GET',
    path: '/knowledge/sources',
    query: { chatbot_id },
    key: 'main',
  }
  const others = ['/analytics/summary', '/openapi.json'].map((path): RequestSpec => ({
    method: 'GET',
    path,
    key: 'main',
  }))
  const further = chatbot_id === undefined ? others : [sources, ...others]
  const answers = await Promise.all(further.map(async (spec) => new Answer(await client.send(spec))))
  return [me, ...Object.values(lists), ...answers].map(endpointFinding)
}

function endpointFinding(answer: Answer): CheckResult {
  const { exchange, status, usable, body, items, total } = answer
  const about = `GET ${exchange.request.path}`
  if (exchange.failure !== undefined) return missingCheck(about, exchange.failure.message)
  if (status !== 200 || (!usable && body['openapi'] === undefined))
    return missingCheck(
      about,
      `${describeAnswer(exchange)}: a run will report this endpoint, and cannot check the rules that need it`,
    )
  if (!Array.isArray(body['data'])) return passedCheck(about, '200')
  const isWhole = total === undefined || total === items.length
  return passedCheck(about, `200, ${count(items.length, 'item')}${isWhole ? '' : ` of ${thousands(total)}`}`)
}

/** Data that the workspace lacks: each empty list, then the needs of cases that no item of a list meets. */
const data: Check = ({ catalogue, cases, discovery, options: { profile } }) => {
  const lists = Object.entries(discovery.main.lists) as [ListKey, Answer][]
  const empty = lists.filter(([, { usable, items }]) => usable && items.length === 0).map(([list]) => list)
  const findings = [
    ...empty.map((list) => emptyFinding(list, catalogue)),
    ...lacking(cases, discovery, new Set(empty)),
  ]
  const withoutLead = conversationsLeft(discovery, profile)
  const isRead = lists.every(([, { usable }]) => usable)
  if (findings.length > 0 || !isRead) return [...findings, ...withoutLead]
  return [...withoutLead, passedCheck('data', 'the workspace has an item of every kind that the cases need')]
}

/** How many conversations can still get a lead, if runs with writes use them up. */
function conversationsLeft(discovery: Discovery, profile: RunOptions['profile']): CheckResult[] {
  if (!discovery.capabilities.writes || bareConversations(discovery) === undefined) return []
  const words = withoutLeadInWords(withoutLeadAfter([], discovery, DRAWN[profile]))
  return [notedCheck('data', words)]
}

function emptyFinding(list: ListKey, { rows }: Catalogue): CheckResult {
  const items = list.slice('GET /'.length)
  const about = rows.filter(
    ({ endpoint, strength, excluded }) => endpoint === list && strength !== 'open' && excluded === undefined,
  )
  return missingCheck(
    'data',
    `the workspace has no ${items}: up to ${count(about.length, 'rule')} about ${list} cannot be exercised`,
    HOW_TO_MAKE[list],
  )
}

/** Needs of cases that no item of a list meets, with the rules that depend on them. */
function lacking(
  cases: readonly CaseDefinition[],
  discovery: Discovery,
  empty: ReadonlySet<ListKey>,
): CheckResult[] {
  const unmet = new Map<Need, Set<string>>()
  for (const { needs, requirements } of cases)
    for (const need of needs) {
      const { lists, workspace } = NEEDS[need]
      if (workspace === 'other' || lists.some((list) => empty.has(list))) continue
      const prospect = meet([need], discovery)
      // The contents of an unreadable list are unknown: its own line says so.
      if (prospect.met || !prospect.ofData || prospect.unread !== undefined) continue
      const waiting = unmet.get(need) ?? new Set()
      for (const id of requirements) waiting.add(id)
      unmet.set(need, waiting)
    }
  return [...unmet].map(([need, ids]) =>
    missingCheck(
      'data',
      `lacks ${missingFor(need, discovery)}: ${count(ids.size, 'requirement')} cannot be exercised (${few([...ids])})`,
      ...present(NEEDS[need].remedy),
    ),
  )
}

const CHECKS: readonly Check[] = [tls, clock, keys, endpoints, data]

export interface Examination {
  readonly findings: readonly CheckResult[]
  /** Requests sent, over all keys. */
  readonly requests: number
}

/**
 * Checks with about a dozen requests whether a target can be verified. An obstacle to a run is a finding, not
 * an error.
 */
export async function examine(
  options: RunOptions,
  onFinding: (finding: CheckResult) => void,
): Promise<Examination> {
  const { cases } = selectionOf(SCOPE, options)
  return withTarget(options, (target) => examineTarget(target, cases, options, onFinding))
}

async function examineTarget(
  target: Target,
  cases: readonly CaseDefinition[],
  options: RunOptions,
  onFinding: (finding: CheckResult) => void,
): Promise<Examination> {
  const findings: CheckResult[] = []
  const tell = (some: readonly CheckResult[]): void => {
    for (const { text, ...one } of some) {
      const finding = { ...one, text: target.scrub.text(text) }
      findings.push(finding)
      onFinding(finding)
    }
  }
  const means = meansFor(target, { ...options, floor: 0 })
  try {
    tell(whichTarget(target))
    const { client, path, discovery } = await look(means, options)
    const proof = await client.send({ method: 'GET', path, key: 'main' })
    const examined = { target, options, catalogue: SCOPE.catalogue, cases, client, proof, discovery }
    // oxlint-disable-next-line no-await-in-loop -- what is told first is looked at first
    for (const check of CHECKS) tell(await check(examined))
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    tell([wrongCheck('address', error.message)])
  } finally {
    means.ending.close()
  }
  return { findings, requests: means.tally.exchanges.length }
}
