import type { OperationKey } from './operations.ts'
import type { Answer } from './answer.ts'
import type { Context as AnyContext, Setting, Suite, Terms } from '../harness/case.ts'
import { suite as anySuite } from '../harness/case.ts'
import type { Actor } from './actor.ts'
import type { Need, World } from './needs.ts'

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
 * Defines a suite: the cases of one endpoint and one behaviour.
 * @param setting what its cases share; by default they only read
 * The engine runs each case with the context made by `contextOf`.
 */
export const suite = anySuite as (
  title: string,
  setting: Setting<Lane>,
  define: (verify: Verify) => void,
) => Suite
