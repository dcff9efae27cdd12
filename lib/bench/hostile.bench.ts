import { readFileSync } from 'node:fs'
import { CASES } from '../../suites/index.ts'
import { type HostileBehaviour, HOSTILE_BEHAVIOURS, startHostile } from '../http/testing/hostile-server.ts'
import type { Transport } from '../http/transport.ts'
import { createTransport } from '../http/undici-transport.ts'
import { inProcessTarget } from '../run/in-process.ts'
import { verifyTarget } from '../run/index.ts'
import { HOSTILE_OPTIONS } from '../run/testing/hostile-run.ts'
import type { HostileTimes } from './hostile-times.ts'

/** The endpoint that misbehaves: a list that nothing else leans on. */
const PATH = '/bookings'
const QUIET_RUNS = 10
const OPTIONS = { ...HOSTILE_OPTIONS, requestTimeoutMs: 1_000 }

const READING = CASES.filter(({ phase }) => phase === 'read')

/** Runs every reading case; requests to one endpoint go elsewhere. Gives the seconds that the run took. */
async function run(elsewhere?: { readonly url: string; readonly send: Transport }): Promise<number> {
  const target = inProcessTarget({})
  const there = `${target.baseUrl}${PATH}`
  const start = performance.now()
  const transport: Transport = (request, signal) => {
    if (elsewhere === undefined || !request.url.startsWith(there)) return target.transport(request, signal)
    const url = `${elsewhere.url}${request.url.slice(target.baseUrl.length)}`
    return elsewhere.send({ ...request, url }, signal)
  }
  try {
    await verifyTarget({ ...target, transport }, READING, OPTIONS)
  } finally {
    await target.close()
  }
  return (performance.now() - start) / 1000
}

/** Bodies may be as large, and connections as many, as in a run of the command. */
async function hostileRun(behaviour: HostileBehaviour): Promise<number> {
  const server = await startHostile(behaviour)
  const ca = behaviour.tls === 'untrusted' ? undefined : server.ca
  const wire = createTransport({
    timeoutMs: OPTIONS.requestTimeoutMs,
    verifyTls: true,
    connections: OPTIONS.concurrency,
    ...(ca === undefined ? {} : { ca }),
  })
  try {
    return await run({ url: server.url, send: wire.send })
  } finally {
    await wire.close()
    await server.close()
  }
}

function peakBytes(): number {
  const kilobytes = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

for (let turn = 0; turn < QUIET_RUNS; turn++) {
  // oxlint-disable-next-line no-await-in-loop -- one run at a time, as the command has it
  await run()
}
const quietPeakBytes = peakBytes()
const runs: HostileTimes['runs'][number][] = []
for (const behaviour of HOSTILE_BEHAVIOURS) {
  // oxlint-disable-next-line no-await-in-loop -- as above
  runs.push({ id: behaviour.id, seconds: await hostileRun(behaviour) })
}
const times: HostileTimes = { runs, quietPeakBytes, deadlineSeconds: OPTIONS.runTimeoutMs / 1000 }
process.stdout.write(JSON.stringify(times), () => process.exit())
