import { runConformance } from '../testing/bound.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { HOSTILE_BEHAVIOURS, type HostileBehaviour, startHostile } from '../http/testing/hostile-server.ts'
import { ConfigurationError } from './options.ts'
import { HOSTILE_OPTIONS, timeoutFor } from './testing/hostile-run.ts'

/** What became of a run: its exit code, and the one line that it ended with. */
interface End {
  readonly exitCode: number
  readonly line: string
}

const ends = new Map<string, End>()

/** A whole server that misbehaves in one way: what the command line would run into. */
async function meet(behaviour: HostileBehaviour): Promise<End> {
  const server = await startHostile(behaviour)
  try {
    const { record } = await runConformance({
      ...HOSTILE_OPTIONS,
      baseUrl: server.url,
      apiKey: 'key-of-the-test-0123456789',
      requestTimeoutMs: timeoutFor(behaviour),
      runTimeoutMs: 3_000,
      verifyTls: behaviour.tls === 'untrusted',
      only: ['GET-ME-01', 'LIST-BOOKINGS-01', 'JSON-02', 'JSON-03', 'RATE-01', 'RATE-02'],
    })
    return { exitCode: record.exitCode, line: record.problem ?? '' }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return { exitCode: 2, line: error.message }
  } finally {
    await server.close()
  }
}

beforeAll(async () => {
  const waiting = [...HOSTILE_BEHAVIOURS]
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      ends.set(next.id, await meet(next))
  }
  await Promise.all(Array.from({ length: 6 }, worker))
}, 60_000)

describe('a run against a hostile server', () => {
  test.each(HOSTILE_BEHAVIOURS)('$id is never a success, and ends with one line', ({ id, outcome, tls }) => {
    const end = ends.get(id)
    const trusted = tls === 'expired' || tls === 'wrong-host'

    expect(outcome === 'response' ? [1, 2] : trusted ? [1] : [2]).toContain(end?.exitCode)
    // A violation needs no further word; whatever else ended the run says why, in one line that is safe to print.
    expect(end?.line).toMatch(
      end?.exitCode === 2 ? /^[\x20-\x7e\u2026]{20,600}$/ : /^[\x20-\x7e\u2026]{0,600}$/,
    )
  })
})
