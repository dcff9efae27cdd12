import { inProcessTarget } from '../../testing/bound.ts'
import { CASES } from '../../../suites/index.ts'
import { type HostileBehaviour, startHostile } from '../../http/testing/hostile-server.ts'
import { createTransport } from '../../http/undici-transport.ts'
import { type RunOutcome, verifyTarget } from '../index.ts'
import type { RunOptions } from '../options.ts'
import { OPTIONS } from './options.ts'
import { SMOKE_CASES } from './whole-run.ts'

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
export async function hostileRun(behaviour: HostileBehaviour): Promise<RunOutcome> {
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
      [...CASES_OF_IT, ...CASES_BESIDE],
      HOSTILE_OPTIONS,
    )
  } finally {
    await wire.close()
    await server.close()
    await target.close()
  }
}
