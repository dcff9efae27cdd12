import type { Api } from '../harness/api.ts'
import type { Client } from '../http/client.ts'
import type { RequestSpec } from '../http/request.ts'
import { anyPosition, type Finding } from '../judge/finding.ts'
import type { Tally } from './tally.ts'

/** The keys that may have requests left after a run, the key under test first. */
const KEYS = ['main', 'other'] as const

/** The most reads that are repeated. */
const MOST = 10

/**
 * Repeats reads with a finding at one item by the smallest request that can show it: `limit=1&offset=61` instead of a
 * page of a hundred. If the finding is confirmed, the small exchange comes first in its evidence. At most one read
 * per requirement, within the allowance. The answers are not judged otherwise.
 * @returns how many reads were not repeated because the allowance was spent
 */
export async function repeatSmallest(
  tally: Tally,
  api: Pick<Api, 'judge' | 'readOfItem'>,
  baseUrl: string,
  client: Client,
): Promise<number> {
  const byId = new Map(tally.exchanges.map((exchange) => [exchange.id, exchange]))
  const asked = new Map<string, readonly [finding: Finding, spec: RequestSpec]>()
  // The latest first: items that the run created in the meantime move others to higher offsets.
  const latest = tally.findings.toReversed()
  for (const key of KEYS)
    for (const finding of latest) {
      const { requirement, pointer, exchanges } = finding
      const exchange = byId.get(exchanges[0] ?? 0)
      if (asked.size === MOST) break
      if (asked.has(requirement) || pointer === undefined || exchange?.key !== key) continue
      const spec = api.readOfItem(exchange, pointer)
      if (spec !== undefined) asked.set(requirement, [finding, spec])
    }
  let left = 0
  const shown = await Promise.all(
    [...asked.values()].map(async ([finding, spec]) => {
      const again = await client.send(spec)
      if (again.failure?.kind === 'budget') left += 1
      if (again.response === undefined) return []
      const { findings } = api.judge(again, baseUrl)
      return findings.filter((one) => isAlike(one, finding)).slice(0, 1)
    }),
  )
  tally.findings.unshift(...shown.flat())
  return left
}

function isAlike(one: Finding, other: Finding): boolean {
  return (
    one.requirement === other.requirement &&
    anyPosition(one.pointer ?? '') === anyPosition(other.pointer ?? '')
  )
}
