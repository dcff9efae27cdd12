import type { Finding } from '../../judge/finding.ts'
import type { RecordedExchange } from '../record.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What has to be sent to see a finding: the writes that were under way at once, or else the decisive exchange. */
export function sentFor(
  { case: asserting, count }: Finding,
  exchanges: readonly RecordedExchange[],
): readonly RecordedExchange[] {
  const decisive = exchanges.slice(0, 1)
  // Findings of oracles, and merged ones, may combine exchanges of unrelated cases.
  if (asserting === undefined || count > 1) return decisive
  const writes = exchanges.filter(({ request }) => !SAFE.has(request.method)).toSorted((a, b) => a.id - b.id)
  const together = writes.filter((one) => writes.some((other) => one !== other && isBeside(one, other)))
  return together.length > 0 ? together : decisive
}

/** Whether two exchanges were under way at once. */
function isBeside(one: RecordedExchange, other: RecordedExchange): boolean {
  return Date.parse(one.startedAt) < endOf(other) && Date.parse(other.startedAt) < endOf(one)
}

function endOf({ startedAt, durationMs }: RecordedExchange): number {
  return Date.parse(startedAt) + durationMs
}

/** The command that sends exchanges again, several of them at once; undefined for none. */
export function curlOf(sent: readonly RecordedExchange[]): string | undefined {
  const commands = sent.map(({ curl }) => curl)
  return commands.length > 1 ? [...commands.map((one) => `${one} &`), 'wait'].join('\n') : commands[0]
}
