import type { ReferenceOptions } from '../../fixtures/reference/index.ts'
import type { CaseDefinition } from '../harness/case.ts'
import type { Exchange, Header } from '../http/exchange.ts'
import type { WireResponse } from '../http/transport.ts'
import { conduct } from '../run/conduct.ts'
import { inProcessTarget } from '../run/in-process.ts'
import type { RunOptions } from '../run/options.ts'
import type { Target } from '../run/target.ts'
import { telling, tellNeeds } from './footing.ts'
import { type Changed, infect, type Infection } from './infection.ts'
import { type Answers, excerpt, play, recorded, type Script } from './script.ts'
import { groupBy } from '../util/group-by.ts'
import { frozenClock } from './settings.ts'

/** What cases ask of the unchanged service, and what it answers. */
export interface Coverage {
  readonly cases: readonly CaseDefinition[]
  readonly script: Script
  /** The first questions look at the workspace, for all cases. */
  readonly discovery: number
  /** The questions that change what the service keeps. */
  readonly changes: ReadonlySet<number>
  readonly askers: readonly (readonly CaseDefinition[])[]
  /** What is known of services that were asked beside the unchanged one, by those that were asked together. */
  readonly infections: WeakMap<readonly Changed[], Promise<ReadonlyMap<string, Infection>>>
  /** What the unchanged service says to parts of the script, by the question from which on they hold all. */
  readonly parts: Map<number, Promise<Part>>
}

/** Some questions, each with its place in the whole script, and what the unchanged service says to them. */
interface Part {
  readonly places: readonly number[]
  readonly script: Script
  readonly usual: Answers
}

/** Runs cases against the unchanged service, and notes which of them looked at which answer. */
export async function cover(cases: readonly CaseDefinition[], options: RunOptions): Promise<Coverage> {
  const askers = new Map<number, Set<CaseDefinition>>()
  const originals = new Map(cases.map((definition) => [definition.id, definition]))
  const note = ({ id }: CaseDefinition, exchange: number): void => {
    const definition = originals.get(id)
    if (definition !== undefined) askers.set(exchange, (askers.get(exchange) ?? new Set()).add(definition))
  }
  const { target, script } = recorded(unchanged())
  const rests: Parameters<typeof telling>[1] = (definition, { exchange }) => note(definition, exchange.id)
  const { outcomes, tally, explored, session } = await conduct(target, telling(cases, rests), options)
  await target.close()
  for (const { definition, exchanges } of outcomes) for (const id of exchanges) note(definition, id)
  if (session !== undefined) tellNeeds(cases, session.discovery, rests)
  const asked = exchangesOf(script, tally.exchanges)
  const usual = await play(script, unchanged())
  return {
    cases,
    script,
    discovery: explored,
    changes: new Set(
      script.steps.flatMap(({ request }, step) => {
        const { status = 0 } = usual.responses[step] ?? {}
        return request.method !== 'GET' && status < 300 ? [step] : []
      }),
    ),
    askers: asked.map((id) => [...((id === undefined ? undefined : askers.get(id)) ?? [])]),
    infections: new WeakMap(),
    parts: new Map([[0, Promise.resolve({ places: script.steps.map((_, step) => step), script, usual })]]),
  }
}

/** The id of the exchange behind each step of a script: of those with the same question the earlier one has the lower id. */
function exchangesOf({ steps }: Script, exchanges: readonly Exchange[]): readonly (number | undefined)[] {
  const ordered = exchanges.toSorted((one, other) => one.id - other.id)
  const alike = groupBy(ordered, ({ request }) => questionOf(request))
  return steps.map(({ request }) => alike.get(questionOf(request))?.shift()?.id)
}

const UNCHANGED: ReferenceOptions = { now: frozenClock }

const unchanged = (): Target => inProcessTarget(UNCHANGED)

/** Of a service that nothing is known of every question has to be asked. */
const UNTOLD: Infection = { questions: new Set(), delivers: false, spreadsFrom: 0 }

/** Parts begin at few places only, so that what the unchanged service says to them serves many. */
const STRIDE = 64
const NONE = Infinity

/** The first look at the workspace and all questions from one on, with those before it that change what is kept. */
function partFrom({ script, discovery, changes, parts }: Coverage, question: number): Promise<Part> {
  const begin = question === NONE ? NONE : Math.floor(question / STRIDE) * STRIDE
  const make = async (): Promise<Part> => {
    const places = script.steps.flatMap((_, step) =>
      step < discovery || step >= begin || (begin !== NONE && changes.has(step)) ? [step] : [],
    )
    const some = excerpt(script, places)
    return { places, script: some, usual: await play(some, unchanged()) }
  }
  const part = parts.get(begin) ?? make()
  parts.set(begin, part)
  return part
}

/**
 * The cases that a changed service can matter to: those that would get at least one other answer. A case all of whose requests are
 * answered to the letter as by the unchanged service would say of this one what it said of that one.
 * Where the first look does not show a workspace, or shows another key, that is every case.
 * @param kin services that are tried with the same cases, this one among them: they are asked together
 */
export async function touched(
  coverage: Coverage,
  changed: Changed,
  kin: readonly Changed[] = [changed],
): Promise<readonly CaseDefinition[]> {
  const { cases, script, discovery, askers, infections } = coverage
  const together = infections.get(kin) ?? infect(script, kin, UNCHANGED)
  infections.set(kin, together)
  const { questions, delivers, spreadsFrom = NONE } = (await together).get(changed.id) ?? UNTOLD
  const part = await partFrom(coverage, spreadsFrom)
  const reference = { ...UNCHANGED, ...changed.options?.(), seams: changed.seams() }
  const answers = await play(part.script, inProcessTarget(reference))

  const differing = new Set(questions)
  for (const [n, place] of part.places.entries()) {
    const [now, before] = [answers.responses[n], part.usual.responses[n]]
    if (isSame(now, before)) continue
    const { url = '' } = script.steps[place]?.request ?? {}
    if (place < discovery && (now?.status !== before?.status || url.endsWith('/me'))) return cases
    differing.add(place)
  }
  const otherwise = delivers || answers.deliveries.join('\n') !== part.usual.deliveries.join('\n')
  const met = new Set([...differing].flatMap((place) => askers[place] ?? []))
  return cases.filter((one) => met.has(one) || (otherwise && one.needs.includes('webhooks')))
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
