import { inProcessTarget } from '../../testing/bound.ts'
import { CASES } from '../../../suites/index.ts'
import { type HostileBehaviour, startHostile } from '../../http/testing/hostile-server.ts'
import { createTransport } from '../../http/undici-transport.ts'
import { type RunOutcome, verifyTarget } from '../index.ts'
import type { RunOptions } from '../options.ts'
import { OPTIONS, SMOKE_CASES } from './whole-run.ts'

/** The endpoint that misbehaves: a list that nothing else leans on. */
const PATH = '/bookings'

const CASES_OF_IT = CASES.filter(({ requirements }) =>
  requirements.some((id) => id.startsWith('LIST-BOOKINGS-')),
)
const CASES_BESIDE = SMOKE_CASES.filter(({ id }) => /^(GET-ME|GET-LEAD|LIST-LEADS)/.test(id))

const MAX_BODY_BYTES = 256 * 1024

export const HOSTILE_OPTIONS: RunOptions = {
  ...OPTIONS,
  writes: false,
  requestTimeoutMs: 2_000,
  runTimeoutMs: 25_000,
}

/** Where a request is to time out the deadline is short, otherwise ample. */
export function timeoutFor({ outcome }: HostileBehaviour): number {
  return outcome === 'timeout' ? 60 : 5_000
}

/**
 * Verifies the reference service of which one endpoint misbehaves: requests to it go over the wire to a hostile server. Its other
 * endpoints must be judged as ever.
 */
export async function hostileRun(behaviour: HostileBehaviour): Promise<RunOutcome> {
  const target = inProcessTarget({})
  const server = await startHostile(behaviour)
  // A certificate can only be found expired, or for another host, where its issuer is trusted.
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
      [...CASES_OF_IT, ...CASES_BESIDE],
      HOSTILE_OPTIONS,
    )
  } finally {
    await wire.close()
    await server.close()
    await target.close()
  }
}
