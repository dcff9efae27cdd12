/** Whose list is looked at: that of the key under test, or that of a second key, whose requests are cheaper. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import { spareWorkspace } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import type { Workspace } from '../../lib/engine/case/discovery.ts'
import type { Need } from '../../lib/engine/case/needs.ts'
import type { ListKey } from '../../lib/engine/spec/operations.ts'

/** A key and the workspace that it shows. */
export interface Side {
  readonly actor: Actor
  readonly workspace: Workspace
}

/** What of a context shows both sides. */
export type Sided<N extends Need> = Pick<Context<N>, 'api' | 'bystander' | 'world'>

/** The key under test and, where it is given, that of a second workspace, whose requests are cheaper. */
export function sides<N extends Need>({
  api,
  bystander,
  world,
}: Sided<N>): {
  readonly main: Side
  readonly other?: Side
} {
  const { main } = world.discovery
  const other = spareWorkspace(world.discovery)
  return {
    main: { actor: api, workspace: main },
    other: other && { actor: bystander, workspace: other },
  }
}

/** The side for questions that any workspace with a few items answers: the second one, if it has two. */
export function cheaperSide<N extends Need>(ctx: Sided<N>, list: ListKey): Side {
  const { main, other } = sides(ctx)
  return other !== undefined && other.workspace.lists[list].items.length > 1 ? other : main
}
