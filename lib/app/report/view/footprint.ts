import type { FootprintEntry } from '../../../engine/case/footprint.ts'
import { groupBy, present } from '../../../engine/util/collections.ts'
import { count } from '../../../engine/util/text.ts'

/** What is left behind on the target: `12 leads, 16 notes; 1 conversation changed; perhaps 2 leads`. */
export function leftBehind(footprint: readonly FootprintEntry[]): string {
  if (footprint.length === 0) return 'nothing'
  const counted = (kind: FootprintEntry['kind']): string => {
    const some = footprint.filter((entry) => entry.kind === kind)
    return [...groupBy(some, ({ resource }) => resource)]
      .map(([resource, entries]) =>
        // Of a run that was killed nobody knows how many.
        entries.length === 1 && entries[0]?.id === 'unknown' ? resource : count(entries.length, resource),
      )
      .join(', ')
  }
  const [created, changed, perhaps] = [counted('created'), counted('changed'), counted('perhaps created')]
  return present(
    created !== '' && created,
    changed !== '' && `${changed} changed`,
    perhaps !== '' && `perhaps ${perhaps}`,
  ).join('; ')
}
