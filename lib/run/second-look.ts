import type { Api } from '../harness/api.ts'
import type { Client } from '../http/client.ts'
import type { Finding } from '../judge/finding.ts'
import type { Tally } from './tally.ts'

/** The most reads that are repeated for one requirement, and the most requirements. */
const READS = 3
const REQUIREMENTS = 8

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
    if (exchange?.request.method === 'GET' && api.mayPass(finding, tally.exchanges))
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
    [...open].slice(0, REQUIREMENTS).map(async ([requirement, findings]) => {
      const looks = findings
        .filter(({ exchanges: [first = 0] }) => byId.get(first)?.key !== 'exhaustible')
        .slice(-READS)
        .map((finding) => lasts(requirement, finding))
      return (await Promise.all(looks)).includes(true) ? [] : findings
    }),
  )
  tally.drop(new Set(passed.flat()))
}
