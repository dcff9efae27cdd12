import { meet, type Need, needInWords, ofSecondWorkspace, remedyFor } from '../../harness/needs.ts'
import { few } from '../../util/bounds.ts'
import { count } from '../../util/text.ts'
import { type Check, missing, well } from './check.ts'

/** What the workspace lacks, and the requirements that depend on it. */
export const data: Check = ({ cases, discovery }) => {
  const unmet = new Map<Need, Set<string>>()
  for (const { needs, requirements } of cases)
    for (const need of needs) {
      if (ofSecondWorkspace(need)) continue
      const prospect = meet([need], discovery)
      // Of a list that could not be read nobody knows what it lacks: its own line says so.
      if (prospect.met || !prospect.ofData || prospect.unread !== undefined) continue
      const waiting = unmet.get(need) ?? new Set()
      for (const id of requirements) waiting.add(id)
      unmet.set(need, waiting)
    }
  const isRead = Object.values(discovery.main.lists).every(({ usable }) => usable)
  if (unmet.size === 0)
    return isRead ? [well('data', 'the workspace has an item of every kind that the cases need')] : []
  return [...unmet].map(([need, ids]) =>
    missing(
      'data',
      `lacks ${needInWords(need)}: ${count(ids.size, 'requirement')} cannot be exercised (${few([...ids])})`,
      remedyFor(need),
    ),
  )
}
