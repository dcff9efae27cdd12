import { createReference, type ReferenceOptions } from '../../fixtures/reference/index.ts'
import type { Delivery } from '../harness/case.ts'
import type { Transport, WireRequest } from '../http/transport.ts'
import { Bodies } from './bodies.ts'
import { Mailbox } from './deliveries.ts'
import type { Target } from './target.ts'

/** A reference service without sockets as a target: for proving hundreds of mutants and variants in one process. */
export function inProcessTarget(options: ReferenceOptions): Target {
  const service = createReference(options)
  const mailbox = new SettledMailbox(() => service.settle())
  const stopListening = service.onDelivery(({ headers, json }) => {
    mailbox.put(Object.fromEntries(headers), JSON.stringify(json))
  })
  const transport: Transport = async (request) => {
    const answer = await service.handle(request)
    return { ...answer, body: bodies.same(questionOf(request), answer.body) }
  }
  return {
    baseUrl: service.baseUrl,
    embedded: true,
    pristine: true,
    transport,
    keys: service.keys,
    apexUrl: service.apexUrl,
    mailbox,
    webhooks: true,
    close: async () => {
      stopListening()
      await service.close()
    },
  }
}

/** Knows when nothing more is under way, so that nobody waits for a delivery that never comes. */
class SettledMailbox extends Mailbox {
  private readonly settle: () => Promise<void>

  constructor(settle: () => Promise<void>) {
    super(0)
    this.settle = settle
  }

  override first = async (matches: (delivery: Delivery) => boolean): Promise<Delivery | undefined> => {
    const known = this.all().find(matches)
    if (known !== undefined) return known
    await this.settle()
    return this.all().find(matches)
  }
}

/** What the unchanged service answers is some five hundred bodies; the others come from what was changed in it. */
const bodies = new Bodies(1000)

function questionOf({ method, url, headers }: WireRequest): string {
  const key = headers.find(([name]) => name === 'Authorization')?.[1]
  return `${method} ${url} ${key}`
}
