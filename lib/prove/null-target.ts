import { setImmediate as turn } from 'node:timers/promises'
import { type Transport, TransportError } from '../http/transport.ts'
import { Mailbox } from '../run/deliveries.ts'
import type { NullTarget, Setup } from '../run/setup.ts'
import type { Target } from '../run/target.ts'

/** A null target, with or without a door: the first path of the API that every key may read works as ever. */
export function nullTarget({ api, embedded }: Setup, { answer }: NullTarget, withDoor: boolean): Target {
  const service = embedded.create()
  const [door] = api.proofPaths
  const transport: Transport = async (request) => {
    const authorized = request.headers.some(
      ([name, value]) => name === 'Authorization' && value === `Bearer ${service.keys.main}`,
    )
    const throughDoor =
      withDoor && authorized && request.method === 'GET' && request.url === `${service.baseUrl}${door}`
    if (throughDoor) return service.handle(request)
    const answered = answer(request)
    if (answered === undefined) throw new TransportError('timeout', 'no answer')
    return answered
  }
  return {
    api,
    baseUrl: service.baseUrl,
    embedded: false,
    transport,
    keys: service.keys,
    apexUrl: service.apexUrl,
    mailbox: new Mailbox(0),
    webhooks: true,
    // What such a target is given time for never comes.
    pause: () => turn(),
    close: () => service.close(),
  }
}
