import type { OperationKey } from '../spec/operations.ts'
import { Answer } from './answer.ts'
import {
  type Context as AnyContext,
  type Setting,
  type Suite,
  type Terms,
  suite as anySuite,
} from './case.ts'
import { Actor } from './actor.ts'
import { refusingFullPage } from './discovery.ts'
import type { Need, World } from './needs.ts'
import type { Stage } from './api.ts'
import type { RequestSpec } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { given } from '../util/values.ts'
import { volatileHeaders } from '../judge/indistinguishable.ts'

/** Cases of one lane touch the same resources and run one after the other; lanes run side by side. */
export type Lane = 'conversation' | 'note' | 'lead' | 'stranger'

/** What a case of this API works with: actors send requests, `world` holds what discovery found. */
export interface Context<N extends Need = Need> extends AnyContext {
  /** The owner of the key under test. */
  readonly api: Actor
  /** The owner of another workspace. Only with the need `otherKey`. */
  readonly stranger: Actor
  /** The owner of a key that may be exhausted. Only with the need `exhaustibleKey`. */
  readonly spender: Actor
  readonly anonymous: Actor
  /** Any valid key: the second one if given, which spares the key under test. */
  readonly bystander: Actor
  /** A caller with a raw Authorization header. The second argument is its form for a shell. */
  readonly imposter: (authorization: string, shell?: string) => Actor
  readonly world: World<N>
  /**
   * Whether any answer of the run so far to an operation had a value in a field. Optional fields may never be shown.
   */
  readonly shown: (operation: string, field: string) => boolean
  /** The answers of the run so far to an operation, in order, whichever case sent the request. */
  readonly answersTo: (operation: string) => readonly Answer[]
  /**
   * Lower-case names of headers that were present in some answers and absent from others so far: a difference in them
   * proves nothing.
   */
  readonly volatileHeaders: () => ReadonlySet<string>
}

/** Defines one case of a suite. */
export type Verify = <N extends Need = never>(
  requirements: string | readonly [string, ...string[]],
  title: string,
  terms: Terms<N> & { readonly reviews?: readonly OperationKey[] },
  run: (ctx: Context<N>) => Promise<void>,
) => void

/**
 * Defines a suite: the cases of one endpoint and one behaviour. The engine runs each with the context that `contextOf`
 * makes.
 * @param setting what its cases share; by default they only read
 */
export const suite = anySuite as (
  title: string,
  setting: Setting<Lane>,
  define: (verify: Verify) => void,
) => Suite

/** The context of a case of this API: an actor for each key, and what discovery found for its needs. */
export function contextOf(
  base: AnyContext,
  { send, discovery, world, exchanges }: Stage & { readonly world: World<Need> },
): Context {
  const refusesFullPage = refusingFullPage(world.discovery)
  const actor = (credentials: Pick<RequestSpec, 'key' | 'authorization' | 'authorizationShell'>): Actor =>
    new Actor(send, credentials, refusesFullPage)
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
