import type { RunRecord } from '../report/record.ts'
import { groupBy, present } from '../../engine/util/collections.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { count, thousands } from '../../engine/util/text.ts'
import { endOf } from '../../engine/http/exchange.ts'
import { observedAt } from './exchange.ts'
import { type HarEntry, readHar } from './read-har.ts'
import { type JudgedSide, recordOf } from './record.ts'
import { type ObservedTraffic, Traffic } from './traffic.ts'
import { CONTRACT } from '../../engine/contract/api.ts'

/** The text of a HAR file, and how messages name it. */
export interface Recording {
  readonly name: string
  readonly text: string
}

/**
 * Judges recorded traffic: the target by every oracle, and its clients. It sends nothing. Exchanges of the
 * record have the numbers of their entries; those of a second file continue the numbers of the first.
 * @param given the API's base address; inferred if absent
 * @throws ConfigurationError if there is nothing to judge
 */
export function judgeHar(recordings: readonly Recording[], judged: JudgedSide, given?: string): RunRecord {
  const entries = entriesOf(recordings)
  const names = recordings.map(({ name }) => name).join(', ')
  const baseUrl = given ?? inferBaseUrl(entries)
  if (baseUrl === undefined)
    throw new ConfigurationError(
      `${names} holds no request that looks like this API; name its base address with --base-url`,
    )
  const byObstacle = groupBy(entries, (entry) => obstacle(entry, baseUrl))
  const seen = byObstacle.get(undefined) ?? []
  if (seen.length === 0)
    throw new ConfigurationError(
      `${names} holds no exchange below ${baseUrl}; name the base address with --base-url`,
    )
  return recordOf(trafficOf(seen, baseUrl), {
    baseUrl,
    judged,
    span: spanOf(seen),
    warnings: [
      `no request was sent: ${thousands(seen.length)} of ${count(entries.length, 'entry', 'entries')} were judged`,
      ...countsOf(seen),
      ...leftOut(byObstacle),
    ],
  })
}

function entriesOf(recordings: readonly Recording[]): readonly HarEntry[] {
  const entries: HarEntry[] = []
  for (const { name, text } of recordings) {
    const before = entries.at(-1)?.id ?? 0
    entries.push(...readHar(text, name).map((entry) => ({ ...entry, id: entry.id + before })))
  }
  return entries
}

function trafficOf(seen: readonly HarEntry[], baseUrl: string): Traffic {
  const observed = seen.map((entry) => observedIn(entry, baseUrl))
  // Most exporters leave out every key.
  const keysAreShown = observed.some(({ token }) => token !== undefined)
  const traffic = new Traffic(baseUrl)
  for (const one of observed) traffic.add(keysAreShown ? one : { ...one, missing: [...one.missing, 'keys'] })
  return traffic
}

function spanOf(seen: readonly HarEntry[]): { readonly startedAt: Date; readonly durationMs: number } {
  const first = seen.reduce((least, { startedAt }) => Math.min(least, startedAt), Infinity)
  const last = seen.reduce((most, one) => Math.max(most, endOf(one)), first)
  return { startedAt: new Date(first), durationMs: Math.round(last - first) }
}

function leftOut(byObstacle: ReadonlyMap<string | undefined, readonly HarEntry[]>): string[] {
  return [...byObstacle].flatMap(([reason, some]) =>
    reason === undefined ? [] : [`${count(some.length, 'entry', 'entries')} left out: ${reason}`],
  )
}

/** Parts that were not recorded as sent or received, each with its count. */
function countsOf(seen: readonly HarEntry[]): string[] {
  const [revalidated, compressed] = (['revalidated', 'compressed'] as const).map(
    (name) => seen.filter((entry) => entry[name]).length,
  )
  return present(
    !!revalidated &&
      `${count(revalidated, 'answer')} of a browser's cache with other headers: headers not judged`,
    !!compressed && `${count(compressed, 'body', 'bodies')} decoded: recorded as they were compressed`,
  )
}

/** Why an entry is not judged; undefined if it is. */
function obstacle({ url, cached }: HarEntry, baseUrl: string): string | undefined {
  if (!url.startsWith(`${baseUrl}/`)) return 'another address'
  return cached ? 'answered out of the cache of the browser' : undefined
}

/** An entry as observed traffic; a key that an exporter has masked is no key. */
function observedIn(entry: HarEntry, baseUrl: string): ObservedTraffic {
  const one = observedAt(baseUrl, entry)
  const isRedacted = one.token === undefined || !/^[\w.~+/-]{16,}=*$/.test(one.token)
  return isRedacted ? { ...one, missing: [...one.missing, 'key'] } : one
}

/**
 * The most likely base address of the API in a recording: the one below which most requests are operations of the
 * API. Addresses that end in a version segment win over others.
 * @returns undefined if no request looks like this API
 */
function inferBaseUrl(
  requests: readonly { readonly method: string; readonly url: string }[],
): string | undefined {
  const votes = new Map<string, Set<string>>()
  for (const { method, url } of requests) {
    for (const [base, operation] of candidates(method, url)) {
      votes.set(base, (votes.get(base) ?? new Set()).add(`${operation} ${url}`))
    }
  }
  const [best] = [...votes].sort(
    ([a, forA], [b, forB]) => Number(versioned(b)) - Number(versioned(a)) || forB.size - forA.size,
  )
  return best?.[0]
}

function versioned(base: string): boolean {
  return /\/v\d+$/.test(base)
}

/** The base addresses below which a request would be an operation of the API, each with that operation. */
function* candidates(method: string, url: string): Generator<readonly [base: string, operation: string]> {
  const { origin, pathname } = new URL(url)
  const segments = pathname.split('/').slice(1)
  for (const operation of CONTRACT.operations.values()) {
    if (operation.method !== method) continue
    const template = operation.path.split('/').slice(1)
    const start = segments.length - template.length
    if (start < 0) continue
    const fits = template.every((wanted, index) => {
      const segment = segments[start + index] ?? ''
      return wanted.startsWith('{') ? segment !== '' : segment === wanted
    })
    if (fits) yield [[origin, ...segments.slice(0, start)].join('/'), operation.key]
  }
}
