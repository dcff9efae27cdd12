import { createReference, type ReferenceOptions } from '../../../fixtures/reference/index.ts'
import type { WebhookDelivery } from '../../engine/case/context.ts'
import { decodedText, Mailbox } from './deliveries.ts'
import { scrubberFor } from './scrubber.ts'
import type { Target } from './target.ts'

const STANDSTILL = Date.parse('2026-11-20T12:00:00Z')

/** A clock that stands still, for identical answers each time. */
export const frozenClock = (): Date => new Date(STANDSTILL)

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * The embedded service as a target, without sockets and in simulated time. Its address is that of `serve`, so
 * that the curl commands of reports work there.
 */
export function inProcessTarget(change: ReferenceOptions = {}): Target {
  // Time is simulated: waiting advances it at once.
  let waited = 0
  let arrival: Promise<void> | undefined
  const clock = change.now ?? ((): Date => new Date())
  const service = createReference({
    ...change,
    now: () => new Date(clock().getTime() + waited),
    onDelivery: async ({ headers, json, body }) => {
      const named = Object.fromEntries(headers)
      mailbox.put(named, await decodedText(named, Buffer.from(body ?? JSON.stringify(json))))
    },
  })
  const mailbox = new SettledMailbox(() => service.settle())
  return {
    baseUrl: service.baseUrl,
    embedded: true,
    // A turn of the event loop, as with a socket: without it, a run would hear no signal before its end.
    // Requests that are sent at the same time arrive at the same time.
    transport: async (request) => {
      await (arrival ??= turn().finally(() => void (arrival = undefined)))
      return service.handle(request)
    },
    keys: service.keys,
    scrub: scrubberFor(service.keys, {}),
    apexUrl: service.apexUrl,
    mailbox,
    webhooks: true,
    clock: {
      // If the service's time stands still, the run's time nearly does: on a busy machine nothing gets old
      // meanwhile.
      now: () => performance.now() / (change.now === undefined ? 1 : 1000) + waited,
      pause: (ms) => {
        waited += ms
        return turn()
      },
    },
    close: () => service.settle(),
  }
}

/** Knows when nothing is pending, so that no case waits for a delivery that never arrives. */
class SettledMailbox extends Mailbox {
  private readonly settle: () => Promise<void>

  constructor(settle: () => Promise<void>) {
    super(0)
    this.settle = settle
  }

  override first = async (
    matches: (delivery: WebhookDelivery) => boolean,
  ): Promise<WebhookDelivery | undefined> => {
    const known = this.all().find(matches)
    if (known !== undefined) return known
    await this.settle()
    return this.all().find(matches)
  }
}
