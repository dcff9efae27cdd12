import type { Context as AnyContext } from '../harness/case.ts'
import type { Stage } from '../harness/api.ts'
import type { RequestSpec } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { given } from '../util/values.ts'
import { Actor } from './actor.ts'
import { Answer } from './answer.ts'
import type { Context } from './case.ts'
import type { Need, World } from './needs.ts'
import { volatileHeaders } from './oracles/indistinguishable.ts'

/** The context of a case of this API: an actor for each key, and what discovery found for its needs. */
export function contextOf(
  base: AnyContext,
  { send, discovery, world, exchanges }: Stage & { readonly world: World<Need> },
): Context {
  const actor = (credentials: Pick<RequestSpec, 'key' | 'authorization' | 'authorizationShell'>): Actor =>
    new Actor(send, credentials)
  return {
    ...base,
    api: actor({ key: 'main' }),
    stranger: actor({ key: 'other' }),
    spender: actor({ key: 'exhaustible' }),
    anonymous: actor({ key: 'none' }),
    bystander: actor({ key: discovery.other === undefined ? 'main' : 'other' }),
    imposter: (authorization, shell) =>
      actor({ authorization, ...(shell === undefined ? {} : { authorizationShell: shell }) }),
    world,
    shown: (operation, field) => shown(exchanges, operation, field),
    answersTo: (operation) =>
      exchanges.flatMap((exchange) => (exchange.operation === operation ? [new Answer(exchange)] : [])),
    volatileHeaders: () => volatileHeaders(exchanges),
  }
}

function shown(exchanges: readonly Exchange[], operation: string, field: string): boolean {
  return exchanges.some((exchange) => {
    if (exchange.operation !== operation || exchange.response?.status !== 200) return false
    const answer = new Answer(exchange)
    return given(answer.data[field]) || answer.items.some((item) => given(item[field]))
  })
}
