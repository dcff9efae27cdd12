import type { ReferenceOptions, SeamOverrides } from '../../fixtures/reference/index.ts'
import { inProcessTarget } from '../run/in-process.ts'
import { reachOf, showingOf } from './reach.ts'
import { ask, type Script } from './script.ts'
import { isSaidAlike, type Step, stepsIn, withSteps } from './steps.ts'
import { Trace } from './trace.ts'

/** A service that differs from the unchanged one in some of its steps. */
export interface Changed {
  readonly id: string
  readonly seams: () => SeamOverrides
  /** Settings in which it differs besides. */
  readonly options?: () => Omit<ReferenceOptions, 'seams'>
}

/** Where a changed service does something else than the unchanged one, as far as its changed steps tell. */
export interface Infection {
  /** The questions of a script on which one of its steps says something else. */
  readonly questions: ReadonlySet<number>
  /** Whether something else may be delivered. */
  readonly delivers: boolean
  /** The first question that may leave something else behind: it and those after it may be answered otherwise. Absent: none. */
  readonly spreadsFrom?: number
}

/**
 * Asks the unchanged service, one question after the other, and at each step puts the same to the changed steps of all the others: what
 * says the same at every step of a question answers that question alike. So hundreds of services are told apart for little more
 * than the price of one.
 * Nothing is said of a service that changes a plain value, or its settings: nobody can say who looks at them.
 */
export async function infect(
  script: Script,
  services: readonly Changed[],
  settings: Omit<ReferenceOptions, 'seams'>,
): Promise<ReadonlyMap<string, Infection>> {
  const told = new Map<string, Infection>()
  let asked = services.filter(
    ({ options, seams }) =>
      options === undefined && stepsIn(seams()).every(([path]) => showingOf(path) !== undefined),
  )
  while (asked.length > 0) {
    // oxlint-disable-next-line no-await-in-loop -- what acted has spoilt the service for all others: they are asked anew
    const { infections, acting } = await askTogether(script, asked, settings)
    const spoiltFrom = Math.min(...acting.values())
    for (const [id, infection] of infections)
      if (acting.size === 0) told.set(id, infection)
      else if (acting.has(id)) told.set(id, spreadingFrom(spoiltFrom, infection))
    asked = asked.filter(({ id }) => !told.has(id))
  }
  return told
}

/** What is known for sure where the service was spoilt at some question: all that followed may have come of that. */
function spreadingFrom(question: number, infection: Infection): Infection {
  return { ...infection, spreadsFrom: Math.min(question, infection.spreadsFrom ?? question) }
}

type Growing = { -readonly [K in keyof Infection]: K extends 'questions' ? Set<number> : Infection[K] }

/** What a service has changed at one step of the unchanged one; absent `try`, it cannot be tried there. */
interface Beside {
  readonly id: string
  readonly path: string
  readonly try?: Step
  readonly infection: Growing
}

async function askTogether(
  { steps }: Script,
  services: readonly Changed[],
  settings: Omit<ReferenceOptions, 'seams'>,
): Promise<{ infections: ReadonlyMap<string, Infection>; acting: ReadonlyMap<string, number> }> {
  const infections = new Map<string, Growing>()
  const besides = new Map<string, Beside[]>()
  for (const { id, seams } of services) {
    const infection: Growing = { questions: new Set(), delivers: false }
    infections.set(id, infection)
    for (const [path, value] of stepsIn(seams())) {
      const { step = path, canBeTried = false } = showingOf(path) ?? {}
      const known = besides.get(step) ?? []
      known.push({ id, path, infection, ...(canBeTried ? { try: value as Step } : {}) })
      besides.set(step, known)
    }
  }
  const watch = new Watch(besides)
  const target = inProcessTarget({ ...settings, seams: watch.seams })
  for (const [number, { request }] of steps.entries()) {
    watch.begin(number, request.method !== 'GET')
    // oxlint-disable-next-line no-await-in-loop -- side by side nobody could tell whose steps these are
    await ask(target, request)
    // oxlint-disable-next-line no-await-in-loop
    await watch.end()
  }
  await target.close()
  return { infections, acting: watch.acting }
}

/** What a step says that throws. */
const BROKEN = Symbol('broken')

/** The question that is being answered, and what the changed steps make of it. */
class Watch {
  /** The services whose changed steps did something to the one that is asked, with the question on which they did. */
  readonly acting = new Map<string, number>()
  /** The unchanged steps; where others have a changed one, they let it have its say. */
  readonly seams: SeamOverrides
  private trace: Trace | undefined
  private question = 0
  private writes = false
  private busy = false
  private waiting: Promise<void>[] = []

  constructor(besides: ReadonlyMap<string, readonly Beside[]>) {
    const seams = withSteps(besides, (usual, others) => (...given) => {
      const said = usual(...given)
      // A step that a changed one goes through on its way is its own.
      if (!this.busy) this.compare(others, given, said)
      return said
    })
    const { receive = (request) => request } = seams
    this.seams = {
      ...seams,
      receive: (request, service) => {
        this.trace ??= new Trace(service.state)
        return receive(request, service)
      },
    }
  }

  begin(question: number, writes: boolean): void {
    this.question = question
    this.writes = writes
  }

  /** Resolves when every changed step has said what it says of the question. */
  async end(): Promise<void> {
    const waiting = this.waiting
    this.waiting = []
    await Promise.all(waiting)
  }

  /** Puts to the changed steps what the usual one was given. */
  private compare(others: readonly Beside[], given: readonly unknown[], usual: unknown): void {
    this.busy = true
    if (this.trace?.holds() === false) this.trace.take()
    for (const beside of others) {
      if (this.acting.has(beside.id)) continue
      const note = (said: unknown): void => {
        if (!isSaidAlike(beside.path, said, usual)) this.note(beside, given)
      }
      try {
        const said = beside.try === undefined ? BROKEN : beside.try(...given)
        if (said instanceof Promise) this.waiting.push(said.then(note, () => note(BROKEN)))
        else note(said)
      } catch {
        note(BROKEN)
      }
      if (this.trace?.holds() !== false) continue
      this.trace.take()
      this.acting.set(beside.id, this.question)
    }
    this.busy = false
  }

  private note({ path, infection, ...changed }: Beside, given: readonly unknown[]): void {
    const reach = reachOf(path, given, this.writes)
    if (reach === 'delivery') infection.delivers = true
    // What could not be tried need not say anything else on this very question.
    else if (changed.try !== undefined) infection.questions.add(this.question)
    if (reach === 'state') infection.spreadsFrom ??= this.question
  }
}
