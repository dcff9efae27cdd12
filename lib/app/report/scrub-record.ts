import { deepText } from '../../engine/http/scrub.ts'
import type { RunRecord } from './record.ts'

/** A row of the catalogue, and the tool's own statements about it. */
const ROW =
  'id endpoint strength theme severity source stated text because why verdict reasonKind premise cases mutants options'

/**
 * The members whose texts come from the tool or the operator: ids, names of closed lists, times, sentences of
 * the catalogue, the address of the target. All others may quote the target or a client. A secret may equal a
 * word of the tool, such as `requests` or `passed-1`.
 */
const OWN: Readonly<Record<string, string>> = {
  record: 'tool api target startedAt finishedAt profile verdict problemKind since blocks',
  settings: 'apexUrl clientCertificate selection repeat program rules failOn',
  knownFailures: 'profile',
  failures: 'id places link until',
  requirements: ROW,
  clients: ROW,
  known: 'places link until',
  findings: 'requirement case roles',
  cases: 'id suite title requirements verdict reasonKind options file startedAt',
  observations: 'requirement',
  footprint: 'kind resource',
}

/**
 * Members in which even names come from outside: parameters and body members that clients sent, and expected
 * values.
 */
const OF_OTHERS = new Set(['parameters', 'fields', 'value'])

/** A record without secrets; its exchanges must be scrubbed already. */
export function scrubbedRecord(record: RunRecord, text: (one: string) => string): RunRecord {
  const { exchanges, ...rest } = record
  const { operations } = record.api
  const ofOutside = (one: string): string => (operations.includes(one) ? one : text(one))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the copy has the shape of the value
  return { ...(scrubbed(rest, 'record', ofOutside) as Omit<RunRecord, 'exchanges'>), exchanges }
}

function isOwn(place: string, name: string): boolean {
  return Object.hasOwn(OWN, place) && OWN[place]?.split(' ').includes(name) === true
}

/** @param place - the member that holds the value, or the list with it */
function scrubbed(value: unknown, place: string, text: (one: string) => string): unknown {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map((item) => scrubbed(item, place, text))
  if (typeof value !== 'object' || value === null) return value
  if (OF_OTHERS.has(place)) return deepText(value, text)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isOwn(place, name) ? member : scrubbed(member, name, text),
    ]),
  )
}
