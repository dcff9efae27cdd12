import { Agent } from 'undici'
import { authorizationOf, type RecordedRequest } from './recorded-requests.ts'
import type { ServiceAddress } from './service.ts'

/** Requests under way at once: on the key that may be spent, and on everything else. */
export interface Concurrency {
  readonly spending: number
  readonly usual: number
}

/** What came of sending recorded requests again. */
export interface Sent {
  readonly answered: number
  readonly failed: number
  readonly milliseconds: number
}

/** Sends recorded requests with nothing around them: in their order, each answer read and forgotten. */
export async function sendRaw(
  requests: readonly RecordedRequest[],
  service: ServiceAddress,
  concurrency: Concurrency,
): Promise<Sent> {
  const start = performance.now()
  const failed = await Promise.all([
    drain(requests.filter(spends), service, concurrency.spending),
    drain(
      requests.filter((request) => !spends(request)),
      service,
      concurrency.usual,
    ),
  ])
  const lost = failed.reduce((sum, count) => sum + count, 0)
  return { answered: requests.length - lost, failed: lost, milliseconds: performance.now() - start }
}

function spends({ key }: RecordedRequest): boolean {
  return key === 'exhaustible'
}

/** Gives how many requests had no answer. */
async function drain(
  requests: readonly RecordedRequest[],
  { baseUrl, apexUrl, keys }: ServiceAddress,
  concurrency: number,
): Promise<number> {
  const agent = new Agent({ connections: concurrency, pipelining: 1 })
  const origins = { api: new URL(baseUrl).origin, apex: apexUrl }
  const waiting = requests.values()
  let failed = 0
  const worker = async (): Promise<void> => {
    for (const { host, target, method, headers, body, key } of waiting) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- a worker has one request under way
        const answer = await agent.request({
          origin: origins[host],
          path: target,
          method,
          headers: [...headers, ...authorizationOf(key, keys)],
          body: body ?? null,
        })
        // oxlint-disable-next-line no-await-in-loop -- as above
        await answer.body.arrayBuffer()
      } catch {
        failed += 1
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  await agent.destroy()
  return failed
}
