import { readFileSync } from 'node:fs'
import { startReference } from '../../fixtures/reference/index.ts'
import type { RecordedRequest } from './recorded-requests.ts'
import { type Concurrency, sendRaw } from './send-raw.ts'
import type { ServiceAddress } from './service.ts'

/** What the program is told in its only argument. */
export interface ReplayTask {
  /** A JSON file with the requests. */
  readonly requests: string
  readonly concurrency: Concurrency
  /** Absent: a fresh reference service in this process, as a run has it. */
  readonly service?: ServiceAddress
}

/** A program: sends recorded requests to the reference service, and prints what came of it. */
const { requests: file, concurrency, service }: ReplayTask = JSON.parse(process.argv[2] ?? '')
const requests: RecordedRequest[] = JSON.parse(readFileSync(file, 'utf8'))

const own = service === undefined ? await startReference() : undefined
const sent = await sendRaw(requests, service ?? own!, concurrency)
await own?.close()
process.stdout.write(JSON.stringify(sent), () => process.exit())
