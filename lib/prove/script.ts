import type { Transport, WireRequest, WireResponse } from '../http/transport.ts'
import type { Target } from '../run/target.ts'

/** For a question that is waited for as long as it takes. */
const PATIENT: AbortSignal = new AbortController().signal

/** What was asked of one service; it can be asked of another one. */
export interface Script {
  readonly steps: readonly Step[]
  /** The steps in the order in which they were answered. */
  readonly answered: readonly number[]
}

interface Step {
  readonly request: WireRequest
  /** How many requests had been answered when this one was sent: what was sent side by side is sent so again. */
  readonly answeredBefore: number
}

/** What a service says to a script. */
export interface Answers {
  /** One for each step; nothing where no answer came. */
  readonly responses: readonly (WireResponse | undefined)[]
  /** Its deliveries, each as one line. */
  readonly deliveries: readonly string[]
}

/** A service that stays silent for so long does not answer. */
const PATIENCE_MS = 5000

/** A target that writes down what it is asked. */
export function recorded(target: Target): { readonly target: Target; readonly script: Script } {
  const steps: Step[] = []
  const answered: number[] = []
  const transport: Transport = async (request, signal) => {
    const step = steps.push({ request, answeredBefore: answered.length }) - 1
    try {
      return await target.transport(request, signal)
    } finally {
      answered.push(step)
    }
  }
  return { target: { ...target, transport }, script: { steps, answered } }
}

/** Some steps of a script, in their order; each waits for those of them that it waited for. */
export function excerpt({ steps, answered }: Script, kept: readonly number[]): Script {
  const places = new Map(kept.map((step, place) => [step, place]))
  const before = [0]
  for (const step of answered) before.push((before.at(-1) ?? 0) + (places.has(step) ? 1 : 0))
  return {
    steps: kept.flatMap((step) => {
      const one = steps[step]
      return one === undefined ? [] : [{ ...one, answeredBefore: before[one.answeredBefore] ?? 0 }]
    }),
    answered: answered.flatMap((step) => places.get(step) ?? []),
  }
}

/** The answer to one question; nothing where none comes. */
export async function ask(
  { transport }: Target,
  request: WireRequest,
  signal = PATIENT,
): Promise<WireResponse | undefined> {
  try {
    return await transport(request, signal)
  } catch {
    return undefined
  }
}

/** Asks a target all that a script holds, in its order, and closes the target. Nothing is judged. */
export async function play({ steps }: Script, target: Target): Promise<Answers> {
  const responses: (WireResponse | undefined)[] = Array.from({ length: steps.length })
  const patience = new AbortController()
  let answered = 0
  let wake = (): void => {}
  const timer = setTimeout(() => {
    patience.abort()
    wake()
  }, PATIENCE_MS)
  const reached = async (count: number): Promise<void> => {
    if (answered >= count || patience.signal.aborted) return
    await new Promise<void>((resolve) => (wake = resolve))
    await reached(count)
  }
  const take = async (step: number, request: WireRequest): Promise<void> => {
    responses[step] = await ask(target, request, patience.signal)
    answered += 1
    wake()
  }
  for (const [step, { request, answeredBefore }] of steps.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- a step waits for those before it
    await reached(answeredBefore)
    void take(step, request)
  }
  await reached(steps.length)
  clearTimeout(timer)
  // A mailbox that nobody writes to any more has all.
  await target.mailbox.first(() => false)
  const deliveries = target.mailbox.all().map(({ headers, body }) => `${JSON.stringify(headers)} ${body}`)
  await target.close()
  return { responses, deliveries }
}
