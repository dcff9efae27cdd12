import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CASES } from '../../suites/index.ts'
import {
  type HostileBehaviour,
  type HostileServer,
  HOSTILE_BEHAVIOURS,
} from '../http/testing/hostile-server.ts'
import type { Transport } from '../http/transport.ts'
import { createTransport } from '../http/undici-transport.ts'
import { inProcessTarget } from '../run/in-process.ts'
import { verifyTarget } from '../run/index.ts'
import { HOSTILE_OPTIONS } from '../run/testing/hostile-run.ts'
import type { HostileTimes } from './hostile-times.ts'

/** The endpoint that misbehaves: a list that nothing else leans on. */
const PATH = '/bookings'
const WARM_UP = 10
/** Bodies may be as large, and connections as many, as in a run of the command. */
const OPTIONS = { ...HOSTILE_OPTIONS, requestTimeoutMs: 1_000 }

const READING = CASES.filter(({ phase }) => phase === 'read')
const servers = fork(fileURLToPath(new URL('./hostile-servers.bench.js', import.meta.url)), [], {
  execArgv: [],
})

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

async function hostileRun({ id, tls }: HostileBehaviour): Promise<number> {
  servers.send(id)
  const [server]: Pick<HostileServer, 'url' | 'ca'>[] = await once(servers, 'message')
  if (server === undefined) throw new Error(`no server for ${id}`)
  const wire = createTransport({
    timeoutMs: OPTIONS.requestTimeoutMs,
    verifyTls: true,
    connections: OPTIONS.concurrency,
    ...(tls === 'untrusted' || server.ca === undefined ? {} : { ca: server.ca }),
  })
  try {
    return await run({ url: server.url, send: wire.send })
  } finally {
    await wire.close()
  }
}

/** Bytes of this process, from a line of what Linux tells of it. */
function status(line: 'VmHWM' | 'VmRSS'): number {
  const text = readFileSync('/proc/self/status', 'utf8')
  return Number(new RegExp(`^${line}:\\s*(\\d+) kB`, 'm').exec(text)?.[1]) * 1024
}

/** Lets the peak begin anew, with what is still needed. Gives the bytes that the process has at that moment. */
function beginPeak(): number {
  globalThis.gc?.()
  writeFileSync('/proc/self/clear_refs', '5')
  return status('VmRSS')
}

// oxlint-disable no-await-in-loop -- one run at a time, as the command has it
for (let turn = 0; turn < WARM_UP; turn++) await run()
beginPeak()
await run()
const quietPeakBytes = status('VmHWM')
const runs: HostileTimes['runs'][number][] = []
for (const behaviour of HOSTILE_BEHAVIOURS) {
  const before = beginPeak()
  const seconds = await hostileRun(behaviour)
  const grownBytes = status('VmHWM') - Math.max(before, quietPeakBytes)
  runs.push({ id: behaviour.id, seconds, grownBytes })
}
// oxlint-enable no-await-in-loop
const times: HostileTimes = { runs, quietPeakBytes, deadlineSeconds: OPTIONS.runTimeoutMs / 1000 }
servers.disconnect()
process.stdout.write(JSON.stringify(times), () => process.exit())
