import { beforeAll, describe, expect, test } from 'vitest'
import { visible } from '../util/text.ts'
import { HOSTILE_BEHAVIOURS, type HostileBehaviour, startHostile } from '../http/testing/hostile-server.ts'
import { createTransport } from '../http/undici-transport.ts'
import { inProcessTarget } from './in-process.ts'
import { SCOPE } from './scope.ts'
import { CASES } from '../../suites/index.ts'
import { type RunOutcome, verifyTarget } from './index.ts'
import type { RunOptions } from './options.ts'
import { OPTIONS } from './testing/options.ts'
import { SMOKE_CASES, withVerdict } from './testing/whole-run.ts'

/** The endpoint that misbehaves: a list that nothing else depends on. */
const PATH = '/bookings'

const CASES_OF_IT = CASES.filter(({ requirements }) =>
  requirements.some((id) => id.startsWith('LIST-BOOKINGS-')),
)
const CASES_BESIDE = SMOKE_CASES.filter(({ id }) => /^(GET-ME|GET-LEAD|LIST-LEADS)/.test(id))

const MAX_BODY_BYTES = 256 * 1024

const HOSTILE_OPTIONS: RunOptions = {
  ...OPTIONS,
  writes: false,
  requestTimeoutMs: 2_000,
  runTimeoutMs: 25_000,
}

/** A short deadline for behaviours that time out, otherwise ample. */
function timeoutFor({ outcome }: HostileBehaviour): number {
  return outcome === 'timeout' ? 60 : 5_000
}

/**
 * Verifies the reference service with one misbehaving endpoint: its requests go over the wire to a hostile server.
 * The other endpoints must be judged as usual.
 */
async function hostileRun(behaviour: HostileBehaviour): Promise<RunOutcome> {
  const target = inProcessTarget({})
  const server = await startHostile(behaviour)
  // Expiry and host of a certificate are checked only if its issuer is trusted.
  const ca = behaviour.tls === 'untrusted' ? undefined : server.ca
  const wire = createTransport({
    timeoutMs: timeoutFor(behaviour),
    verifyTls: true,
    maxBodyBytes: MAX_BODY_BYTES,
    ...(ca === undefined ? {} : { ca }),
  })
  const there = `${target.baseUrl}${PATH}`
  try {
    return await verifyTarget(
      {
        ...target,
        transport: (request, signal) =>
          request.url.startsWith(there)
            ? wire.send(
                { ...request, url: `${server.url}${request.url.slice(target.baseUrl.length)}` },
                signal,
              )
            : target.transport(request, signal),
      },
      { ...SCOPE, cases: [...CASES_OF_IT, ...CASES_BESIDE] },
      HOSTILE_OPTIONS,
    )
  } finally {
    await wire.close()
    await server.close()
    await target.close()
  }
}

/** The requirement that a behaviour violates, where an answer came. Most answer with a list, without the rate headers. */
const VIOLATED: Readonly<Record<string, string>> = {
  'status-999': 'LIST-BOOKINGS-01',
  'rate-duplicated': 'RATE-03',
  'rate-odd': 'RATE-02',
  'gzip-empty': 'JSON-02',
  'json-bom': 'JSON-05',
  'json-deep': 'JSON-04',
  'json-lone-surrogate': 'JSON-04',
  'json-duplicate-key': 'JSON-04',
  'json-proto': 'JSON-04',
  'json-large-integer': 'JSON-04',
  'json-infinite': 'JSON-04',
  'json-scalar': 'JSON-04',
}
const BY_FAMILY: Readonly<Record<string, string>> = {
  body: 'JSON-02',
  json: 'JSON-02',
  redirect: 'LIST-BOOKINGS-01',
}

/** Answers that arrive, and are too large to be judged. */
const TOO_LARGE = new Set(['json-many-items'])

/** All that are answered, and one of each way to give no answer: a run tells no more of these apart. */
const BEHAVIOURS = HOSTILE_BEHAVIOURS.filter(
  (behaviour) =>
    behaviour.outcome === 'response' ||
    HOSTILE_BEHAVIOURS.find(({ outcome }) => outcome === behaviour.outcome) === behaviour,
)

const runs = new Map<string, RunOutcome>()
const families = [...new Set(BEHAVIOURS.map(({ family }) => family))]

beforeAll(async () => {
  const waiting = [...BEHAVIOURS]
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      runs.set(next.id, await hostileRun(next))
  }
  await Promise.all(Array.from({ length: 6 }, worker))
}, 180_000)

describe.each(families)('a run against an endpoint with hostile behaviour: %s', (family) => {
  const behaviours = BEHAVIOURS.filter((behaviour) => behaviour.family === family)
  const answered = behaviours.filter(({ id, outcome }) => outcome === 'response' && !TOO_LARGE.has(id))
  const unanswered = behaviours.filter((behaviour) => !answered.includes(behaviour))

  test.runIf(answered.length > 0).each(answered)('$id is a violation', ({ id }) => {
    const run = runs.get(id)

    expect(run?.record).toMatchObject({ verdict: 'failed', exitCode: 1 })
    expect(withVerdict(run!, 'failed')).toContain(VIOLATED[id] ?? BY_FAMILY[family] ?? 'RATE-01')
  })

  test.runIf(unanswered.length > 0).each(unanswered)(
    '$id leaves nothing to judge, and is no success',
    ({ id }) => {
      const run = runs.get(id)

      expect(run?.record).toMatchObject({ verdict: 'error', exitCode: 2 })
      expect(run?.record.problem).toMatch(
        /^GET \/bookings: [\x20-\x7e]+; \d+ requirements could not be judged$/,
      )
      expect(withVerdict(run!, 'failed')).toEqual([])
      expect(withVerdict(run!, 'passed').filter((name) => name.startsWith('LIST-BOOKINGS-'))).toEqual([])
      expect(run?.record.requirements).toContainEqual(
        expect.objectContaining({
          id: 'LIST-BOOKINGS-01',
          reasonKind: expect.stringMatching(/^(?:connection|withheld)$/),
        }),
      )
    },
  )

  test.each(behaviours)(
    '$id leaves the other endpoints judged, and nothing that aims at a terminal',
    ({ id }) => {
      const run = runs.get(id)
      const passed = withVerdict(run!, 'passed')

      expect(passed).toEqual(expect.arrayContaining(['GET-ME-01', 'LIST-LEADS-01', 'GET-LEAD-01']))
      for (const { findings, reason = '' } of run?.record.requirements ?? []) {
        expect(findings.length).toBeLessThanOrEqual(20)
        for (const { received } of findings) expect(received.length).toBeLessThan(2_000)
        expect(visible(reason)).toBe(reason)
      }
    },
  )
})
