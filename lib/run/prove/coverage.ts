import type { ReferenceOptions } from '../../../fixtures/reference/index.ts'
import type { CaseDefinition } from '../../harness/case.ts'
import type { Header } from '../../http/exchange.ts'
import type { WireResponse } from '../../http/transport.ts'
import { conduct } from '../conduct.ts'
import { inProcessTarget } from '../in-process.ts'
import type { RunOptions } from '../options.ts'
import type { Target } from '../target.ts'
import { telling, tellNeeds } from './footing.ts'
import { type Exposure, expose, exposed } from './exposure.ts'
import { type Answers, excerpt, play, recorded, type Script } from './script.ts'
import { frozenClock } from './settings.ts'

/** What cases ask of the unchanged service, and what it answers. */
export interface Coverage {
  readonly cases: readonly CaseDefinition[]
  readonly whole: Questions
  /** The first questions look at the workspace, for all cases. */
  readonly discovery: number
  readonly exposure: Exposure
  /** Parts of the whole that were asked before, by the questions in them. */
  readonly parts: Map<string, Promise<Questions>>
}

/** Questions in their order, what the unchanged service says to them, and for each its place in the whole and the cases that looked at its answer. */
interface Questions {
  readonly script: Script
  readonly usual: Answers
  readonly places: readonly number[]
  readonly askers: readonly (readonly CaseDefinition[])[]
}

/** Runs cases against the unchanged service, and notes which of them looked at which answer. */
export async function cover(cases: readonly CaseDefinition[], options: RunOptions): Promise<Coverage> {
  const askers = new Map<string, Set<CaseDefinition>>()
  const originals = new Map(cases.map((definition) => [definition.id, definition]))
  const note = ({ id }: CaseDefinition, request: Question | undefined): void => {
    const definition = originals.get(id)
    if (definition === undefined || request === undefined) return
    const question = questionOf(request)
    const known = askers.get(question)
    if (known === undefined) askers.set(question, new Set([definition]))
    else known.add(definition)
  }
  const { target, script } = recorded(unchanged())
  const rests: Parameters<typeof telling>[1] = (definition, { exchange }) =>
    note(definition, exchange.request)
  const { outcomes, tally, explored, session } = await conduct(target, telling(cases, rests), options)
  await target.close()
  const requests = new Map(tally.exchanges.map(({ id, request }) => [id, request]))
  for (const { definition, exchanges } of outcomes)
    for (const id of exchanges) note(definition, requests.get(id))
  if (session !== undefined) tellNeeds(cases, session.discovery, rests)
  const usual = await play(script, unchanged())
  const whole = {
    script,
    usual,
    places: script.steps.map((_, step) => step),
    askers: script.steps.map(({ request }) => [...(askers.get(questionOf(request)) ?? [])]),
  }
  return {
    cases,
    whole,
    discovery: explored,
    exposure: await expose(script, usual, UNCHANGED),
    parts: new Map(),
  }
}

const UNCHANGED: ReferenceOptions = { now: frozenClock }

const unchanged = (): Target => inProcessTarget(UNCHANGED)

/** The questions by which a changed service shows itself: where some of its steps were replaced and nothing else, those that can be answered otherwise. */
function questionsFor({ whole, exposure, parts }: Coverage, reference: ReferenceOptions): Promise<Questions> {
  const { now, seams = {}, ...others } = reference
  const steps =
    now === frozenClock && Object.keys(others).length === 0
      ? exposed(exposure, whole.script, seams)
      : undefined
  if (steps === undefined) return Promise.resolve(whole)
  const name = steps.join()
  const known = parts.get(name) ?? part(whole, steps)
  parts.set(name, known)
  return known
}

async function part(whole: Questions, steps: readonly number[]): Promise<Questions> {
  const script = excerpt(whole.script, steps)
  return {
    script,
    usual: await play(script, unchanged()),
    places: steps,
    askers: steps.map((step) => whole.askers[step] ?? []),
  }
}

/**
 * The cases that a changed service can matter to: those that would get at least one other answer. A case all of whose requests are
 * answered to the letter as by the unchanged service would say of this one what it said of that one.
 * Where the first look does not show a workspace, or shows another key, that is every case.
 */
export async function touched(
  coverage: Coverage,
  reference: ReferenceOptions,
): Promise<readonly CaseDefinition[]> {
  const { cases, discovery } = coverage
  const { script, usual, places, askers } = await questionsFor(coverage, reference)
  const answers = await play(script, inProcessTarget(reference))
  const differing = new Set<CaseDefinition>()
  for (const [n, { request }] of script.steps.entries()) {
    const [now, before] = [answers.responses[n], usual.responses[n]]
    if (isSame(now, before)) continue
    const looks = (places[n] ?? 0) < discovery
    if (looks && (now?.status !== before?.status || request.url.endsWith('/me'))) return cases
    for (const asker of askers[n] ?? []) differing.add(asker)
  }
  const delivered = answers.deliveries.join('\n') === usual.deliveries.join('\n')
  return cases.filter((one) => differing.has(one) || (!delivered && one.needs.includes('webhooks')))
}

function isSame(one: WireResponse | undefined, other: WireResponse | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return (
    one.status === other.status &&
    (one.body === other.body || Buffer.compare(one.body, other.body) === 0) &&
    one.headers.length === other.headers.length &&
    one.headers.every(([name, value], n) => other.headers[n]?.[0] === name && other.headers[n][1] === value)
  )
}

interface Question {
  readonly method: string
  readonly url: string
  readonly headers: readonly Header[]
  readonly body?: string
}

function questionOf({ method, url, headers, body = '' }: Question): string {
  return `${method} ${url}\n${headers.map((header) => header.join(': ')).join('\n')}\n\n${body}`
}
