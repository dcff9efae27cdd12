import type { Transport, WireRequest, WireResponse } from '../../http/transport.ts'
import type { Target } from '../target.ts'

/** What was asked of one service; it can be asked of another one. */
export type Script = readonly Step[]

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
  const script: Step[] = []
  let answered = 0
  const transport: Transport = async (request, signal) => {
    script.push({ request, answeredBefore: answered })
    try {
      return await target.transport(request, signal)
    } finally {
      answered += 1
    }
  }
  return { target: { ...target, transport }, script }
}

/** Asks a target all that a script holds, in its order, and closes the target. Nothing is judged. */
export async function play(script: Script, target: Target): Promise<Answers> {
  const responses: (WireResponse | undefined)[] = Array.from({ length: script.length })
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
  const ask = async (step: number, request: WireRequest): Promise<void> => {
    try {
      responses[step] = await target.transport(request, patience.signal)
    } catch {
      // It has not answered.
    } finally {
      answered += 1
      wake()
    }
  }
  for (const [step, { request, answeredBefore }] of script.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- a step waits for those before it
    await reached(answeredBefore)
    void ask(step, request)
  }
  await reached(script.length)
  clearTimeout(timer)
  // A mailbox that nobody writes to any more has all.
  await target.mailbox.first(() => false)
  const deliveries = target.mailbox.all().map(({ headers, body }) => `${JSON.stringify(headers)} ${body}`)
  await target.close()
  return { responses, deliveries }
}
