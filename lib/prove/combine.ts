import type { Variant } from '../run/setup.ts'
import { createRandom, shuffled } from '../util/random.ts'
import { groupBy } from '../util/group-by.ts'

/**
 * Chooses combinations by a seed: each of some freedoms of different families, so that over the runs every pair comes together.
 * @param size freedoms in each combination
 */
export function chooseCombinations(
  variants: readonly Variant[],
  count: number,
  size: number,
  seed: number,
): string[][] {
  const families = groupBy(
    variants.map(({ id }) => id),
    (id) => id.slice(0, id.indexOf('/')),
  )
  if (families.size === 0) return []
  const random = createRandom(seed)
  return Array.from({ length: count }, () =>
    shuffled([...families.values()], random)
      .slice(0, size)
      .map((ids) => ids[Math.floor(random() * ids.length)] ?? ''),
  )
}
