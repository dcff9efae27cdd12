import { type Experiment, type Figure, median, repeat } from '../figure.ts'
import type { RecordedRequest } from '../recorded-requests.ts'
import { sendRaw } from '../send-raw.ts'
import { type RunningService, startService } from '../service.ts'

const WARM_UP = 2_000
const MEASURED = 5_000
const CONCURRENCY = { usual: 16, spending: 1 }

const LISTS = ['/chatbots', '/conversations', '/leads', '/bookings', '/reservations']

interface Rate {
  readonly perSecond: number
  readonly perCpuSecond: number
}

/** How much the reference service answers: it is one thread, and whoever asks it is another. */
export const throughput: Experiment = {
  number: 4,
  title: 'reference service over sockets, one thread',
  async measure({ repetitions }) {
    // The thousand requests of a key are no measurement; what a request costs stays the same.
    const service = await startService({ allowance: 1_000_000 })
    try {
      const me = await rates(service, ['/me'], repetitions(5))
      const lists = await rates(service, LISTS, repetitions(5))
      return [figureOf('GET /me', me), figureOf('the five lists in turn', lists)]
    } finally {
      await service.close()
    }
  },
}

async function rates(service: RunningService, paths: readonly string[], times: number): Promise<Rate[]> {
  await sendRaw(requestsFor(paths, service, WARM_UP), service, CONCURRENCY)
  const requests = requestsFor(paths, service, MEASURED)
  return repeat(times, async () => {
    const before = await service.cpuMs()
    const { answered, milliseconds } = await sendRaw(requests, service, CONCURRENCY)
    const cpuMs = (await service.cpuMs()) - before
    return { perSecond: (answered / milliseconds) * 1000, perCpuSecond: (answered / cpuMs) * 1000 }
  })
}

function requestsFor(
  paths: readonly string[],
  { baseUrl }: RunningService,
  count: number,
): RecordedRequest[] {
  const base = new URL(baseUrl).pathname
  return Array.from({ length: count }, (_, index) => ({
    host: 'api',
    target: `${base}${paths[index % paths.length]}`,
    method: 'GET',
    headers: ['Accept', 'application/json'],
    key: 'main',
  }))
}

function figureOf(name: string, all: readonly Rate[]): Figure {
  const perCpuSecond = median(all.map((rate) => rate.perCpuSecond))
  return {
    name,
    unit: 'requests/s',
    values: all.map(({ perSecond }) => perSecond),
    target: { atLeast: 3000 },
    note: `${name}: ${Math.round(perCpuSecond)} requests for each second of processor time of the service`,
  }
}
