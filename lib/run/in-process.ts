import { createReference, type ReferenceOptions } from '../../fixtures/reference/index.ts'
import type { Transport } from '../http/transport.ts'
import { Mailbox } from './deliveries.ts'
import type { Target } from './target.ts'

/** A reference service without sockets as a target: for proving hundreds of mutants and variants in one process. */
export function inProcessTarget(options: ReferenceOptions, webhookWaitMs = 50): Target {
  const service = createReference(options)
  const mailbox = new Mailbox(webhookWaitMs)
  const stopListening = service.onDelivery(({ headers, json }) => {
    mailbox.put(Object.fromEntries(headers), JSON.stringify(json))
  })
  const transport: Transport = (request) => service.handle(request)
  return {
    baseUrl: service.baseUrl,
    embedded: true,
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
