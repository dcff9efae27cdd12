import type { Context } from './case.ts'
import type { Discovery } from '../api/discovery.ts'
import type { Need } from '../api/needs.ts'

/**
 * Makes something that is done once in a run, by whichever case comes first: all cases look at what came of it.
 * @param of what it is done once for, where it is done for several
 */
export function once<N extends Need, R>(
  act: (ctx: Context<N>) => R,
  of: (ctx: Context<N>) => string = () => '',
): (ctx: Context<N>) => R {
  const runs = new WeakMap<Discovery, Map<string, { readonly result: R }>>()
  return (ctx) => {
    const done = runs.get(ctx.world.discovery) ?? new Map<string, { readonly result: R }>()
    runs.set(ctx.world.discovery, done)
    const what = of(ctx)
    const earlier = done.get(what) ?? { result: act(ctx) }
    done.set(what, earlier)
    return earlier.result
  }
}
