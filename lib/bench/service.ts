import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { adopt, ended } from './children.ts'
import { NotMeasured } from './figure.ts'

/** What can be told to a reference service that runs in a process of its own. */
export interface ServiceSetting {
  readonly scale?: number
  readonly latencyMs?: number
  /** Requests in an hour and for each key; the specification's thousand unless given. */
  readonly allowance?: number
}

/** What the process tells of the service. */
export interface ServiceAddress {
  readonly baseUrl: string
  readonly apexUrl: string
  readonly keys: { readonly main: string; readonly other: string; readonly exhaustible: string }
}

export interface RunningService extends ServiceAddress {
  /** Processor time that the service has taken so far, in milliseconds. */
  readonly cpuMs: () => Promise<number>
  readonly close: () => Promise<void>
}

const FILE = fileURLToPath(new URL('./service-process.js', import.meta.url))
/** No measurement takes so long. */
const LIFETIME_MS = 600_000
const END_MS = 5_000

/** Starts a fresh reference service on loopback, in a process of its own. */
export async function startService(setting: ServiceSetting = {}): Promise<RunningService> {
  const child = fork(FILE, [JSON.stringify(setting)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  adopt(child)
  const over = ended(child, LIFETIME_MS)
  const answer = async <T>(): Promise<T> => {
    const gone = over.then(() => undefined)
    const [message]: T[] = (await Promise.race([once(child, 'message'), gone])) ?? []
    if (message === undefined) throw new NotMeasured('the process of the reference service has ended')
    return message
  }
  return {
    ...(await answer<ServiceAddress>()),
    cpuMs: () => {
      child.send('usage')
      return answer<number>()
    },
    close: async () => {
      const late = setTimeout(() => child.kill('SIGKILL'), END_MS)
      if (child.connected) child.disconnect()
      await over
      clearTimeout(late)
    },
  }
}

/** The environment that lets a program speak to the service with all its keys. */
export function environmentFor({ baseUrl, apexUrl, keys }: ServiceAddress): Record<string, string> {
  return {
    CONFORMANCE_BASE_URL: baseUrl,
    CONFORMANCE_APEX_URL: apexUrl,
    CONFORMANCE_API_KEY: keys.main,
    CONFORMANCE_OTHER_API_KEY: keys.other,
    CONFORMANCE_EXHAUSTIBLE_API_KEY: keys.exhaustible,
    CONFORMANCE_WRITES: '1',
  }
}
