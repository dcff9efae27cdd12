import type { CaseDefinition } from '../harness/case.ts'
import type { Shard } from './options.ts'
import { groupBy } from '../util/group-by.ts'

/**
 * The share of the cases that one shard takes: the same on every machine, for the same selection.
 * Cases stay together with those of their suite, and of their lane where they write: lanes of two shards never meet on one
 * workspace. The heaviest groups are dealt out first, each to the shard that has least.
 */
export function shardOf(cases: readonly CaseDefinition[], shard: Shard | undefined): CaseDefinition[] {
  if (shard === undefined) return [...cases]
  const groups = [...groupBy(cases, groupOf)]
    .map(([name, members]) => ({ name, members, cost: members.reduce((sum, { cost }) => sum + cost + 1, 0) }))
    .sort((a, b) => b.cost - a.cost || (a.name < b.name ? -1 : 1))
  const loads = Array.from({ length: shard.count }, () => 0)
  const own = new Set<CaseDefinition>()
  for (const { members, cost } of groups) {
    const lightest = loads.indexOf(Math.min(...loads))
    loads[lightest] = (loads[lightest] ?? 0) + cost
    if (lightest === shard.index - 1) for (const member of members) own.add(member)
  }
  return cases.filter((definition) => own.has(definition))
}

/** Requirements that have selected cases, none of which are among a shard's own. */
export function elsewhere(
  selected: readonly CaseDefinition[],
  own: readonly CaseDefinition[],
): ReadonlySet<string> {
  const here = new Set(own.flatMap(({ requirements }) => requirements))
  return new Set(selected.flatMap(({ requirements }) => requirements).filter((id) => !here.has(id)))
}

function groupOf({ phase, lane, suite }: CaseDefinition): string {
  if (phase === 'spend' || phase === 'review') return 'spend'
  return phase === 'write' && lane !== undefined ? `lane ${lane}` : `suite ${suite}`
}
