import type { OperationKey } from './operations.ts'
import type { Answer } from './answer.ts'
import type { Context as AnyContext, Setting, Suite, Terms } from '../harness/case.ts'
import { suite as anySuite } from '../harness/case.ts'
import type { Actor } from './actor.ts'
import type { Need, World } from './needs.ts'

/** Cases that touch the same things run one after the other; lanes run side by side. */
export type Lane = 'conversation' | 'note' | 'lead' | 'stranger'

/** What a case of this API gets to work with. Actors are people in a story; `world` is what discovery found. */
export interface Context<N extends Need = Need> extends AnyContext {
  /** The owner of the key under test. */
  readonly api: Actor
  /** The owner of another workspace. Only with the need `otherKey`. */
  readonly stranger: Actor
  /** The owner of a key that may be spent. Only with the need `exhaustibleKey`. */
  readonly spender: Actor
  readonly anonymous: Actor
  /** Anybody with a valid key: the stranger where there is one, so that the key under test is spared. */
  readonly bystander: Actor
  /** Somebody with a raw Authorization header; the second argument writes it for a shell. */
  readonly imposter: (authorization: string, shell?: string) => Actor
  readonly world: World<N>
  /** Whether an operation showed a field, neither absent nor null, in any answer of the run so far: an optional one may never be shown. */
  readonly shown: (operation: string, field: string) => boolean
  /** The answers of the run so far to requests of an operation, whichever case sent them, in the order in which they came. */
  readonly answersTo: (operation: string) => readonly Answer[]
  /** Names, in lower case, of headers that came and went in the run so far: what sets one answer apart by them tells nothing. */
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
 * Defines a suite: cases that belong to one endpoint and one behaviour.
 * @param setting what all its cases share: by default they read what is fixed
 * The engine runs each with the context that `contextOf` made.
 */
export const suite = anySuite as (
  title: string,
  setting: Setting<Lane>,
  define: (verify: Verify) => void,
) => Suite
