import type { Api } from '../harness/api.ts'
import type { Client } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import type { RequestSpec } from '../http/request.ts'
import { anyPosition, type Finding } from '../judge/finding.ts'
import type { Equipment } from './equipment.ts'
import type { RunOptions } from './options.ts'
import type { Tally } from './tally.ts'
import type { Target } from './target.ts'

/**
 * Repeats reads that showed a violation: those that may have passed, and the smallest that shows each.
 * @returns the number of violations that no request was left to repeat
 */
export async function lookAgain(
  { ending, tally, clientFor }: Equipment,
  { api, baseUrl, pristine }: Target,
  { concurrency }: RunOptions,
): Promise<number> {
  // These answers are recorded, and not judged like others.
  const onExchange = (exchange: Exchange): void => void tally.exchanges.push(exchange)
  await dropPassing(tally, api, baseUrl, clientFor(concurrency, { unlimited: true, onExchange }))
  // The smallest read waits for no window: no verdict depends on it.
  const terms = { signal: ending.signal, onExchange }
  return pristine === true ? 0 : repeatSmallest(tally, api, baseUrl, clientFor(concurrency, terms))
}

/** The most reads that are repeated for one requirement. */
const MOST_LOOKS = 2

/**
 * Drops findings that were a matter of a moment: each requirement that a change to the data explains is looked at
 * again by the last reads that showed it. It stands if one of them shows it once more, or is not answered as before:
 * a refusal shows nothing about it. A key that the run spends on purpose cannot look again; what it alone showed is
 * dropped. The answers are judged for nothing else.
 */
export async function dropPassing(
  tally: Tally,
  api: Pick<Api, 'judge' | 'mayPass'>,
  baseUrl: string,
  client: Client,
): Promise<void> {
  const byId = new Map(tally.exchanges.map((exchange) => [exchange.id, exchange]))
  const open = new Map<string, Finding[]>()
  for (const finding of tally.findings) {
    const exchange = byId.get(finding.exchanges[0] ?? 0)
    if (exchange?.request.method === 'GET' && api.mayPass(finding))
      open.set(finding.requirement, [...(open.get(finding.requirement) ?? []), finding])
  }
  const lasts = async (requirement: string, finding: Finding): Promise<boolean> => {
    const exchange = byId.get(finding.exchanges[0] ?? 0)
    if (exchange === undefined) return true
    const { method, path, query } = exchange.request
    const again = await client.send({ method, path, query, key: exchange.key })
    if (again.response?.status !== exchange.response?.status) return true
    return api.judge(again, baseUrl).findings.some((one) => one.requirement === requirement)
  }
  const passed = await Promise.all(
    [...open].map(async ([requirement, findings]) => {
      const looks = findings
        .filter(({ exchanges: [first = 0] }) => byId.get(first)?.key !== 'exhaustible')
        .slice(-MOST_LOOKS)
        .map((finding) => lasts(requirement, finding))
      return (await Promise.all(looks)).includes(true) ? [] : findings
    }),
  )
  tally.drop(new Set(passed.flat()))
}

/** The keys that may have requests left after a run, the key under test first. */
const KEYS = ['main', 'other'] as const

/** The most reads that are repeated for their items. */
const MOST_REPEATED = 10

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
      if (asked.size === MOST_REPEATED) break
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
