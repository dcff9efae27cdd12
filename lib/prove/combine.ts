import { defaultSeams, mergeSeams } from '../../fixtures/reference/index.ts'
import type { SeamOverrides, Seams } from '../../fixtures/reference/index.ts'
import type { Variant } from '../../fixtures/variants/variant.ts'
import { createRandom, shuffled } from '../util/random.ts'
import { groupBy } from '../util/group-by.ts'

/**
 * Several freedoms used at once, as one variant. Where two change the same step, the later one has it; the outermost steps run in turn, and
 * those last that write an answer for the wire: what changes it after them would not be written.
 */
export function combine(variants: readonly Variant[]): Variant {
  const wireLast = variants.toSorted((a, b) => Number(isOfWire(a)) - Number(isOfWire(b)))
  return {
    id: variants.map(({ id }) => id).join(' + '),
    part: variants[0]?.part ?? 1,
    why: 'Each of these freedoms is granted, so all of them are.',
    seams: () => merged(wireLast.map(({ seams }) => seams())),
    options: () => Object.assign({}, ...variants.map(({ options }) => options?.())) as object,
  }
}

function isOfWire({ id }: Variant): boolean {
  return id.startsWith('http/')
}

function merged(overrides: readonly SeamOverrides[]): SeamOverrides {
  const seams = overrides.reduce<Seams>((base, more) => mergeSeams(base, more), defaultSeams)
  const receives = overrides.flatMap(({ receive }) => receive ?? [])
  const responds = overrides.flatMap(({ respond }) => respond ?? [])
  return {
    ...seams,
    receive: async (request, service) => {
      let current = request
      for (const receive of receives) {
        const received = await receive(current, service)
        if ('status' in received) return received
        current = received
      }
      return current
    },
    respond: async (call, response) => {
      let current = response
      for (const respond of responds) current = await respond(call, current)
      return current
    },
  }
}

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
