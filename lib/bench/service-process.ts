import { startReference } from '../../fixtures/reference/index.ts'
import type { ServiceSetting } from './service.ts'

/** A program: the reference service, until whoever started it lets go of it. */
const { scale, latencyMs, allowance }: ServiceSetting = JSON.parse(process.argv[2] ?? '{}')

const service = await startReference({
  ...(scale === undefined ? {} : { scale }),
  ...(latencyMs === undefined ? {} : { latencyMs }),
  ...(allowance === undefined ? {} : { seams: { allowance: { limit: allowance } } }),
})

process.once('disconnect', () => process.exit())
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1000)
})
const { baseUrl, apexUrl, keys } = service
process.send?.({ baseUrl, apexUrl, keys })
