import { type Invocation, outputSettings, readInvocation } from '../command.ts'
import { earlierRecord, publish } from '../publish.ts'
import { readRecord } from '../records.ts'
import { clearReports, prepareFolder } from '../../report/folder.ts'

/** Merges the records of shards into one and reports it like a run. */
export async function merge(invocation: Invocation): Promise<number> {
  const { host, dependencies, operands } = invocation
  const output = outputSettings(await readInvocation(invocation), invocation)
  const records = await Promise.all(operands.map((file) => readRecord(host.folder, file)))
  const earlier = await earlierRecord(output.reports)
  await prepareFolder(output.reports)
  await clearReports(output.reports)
  return publish(
    (await dependencies.engine()).mergeRecords(records),
    output,
    host,
    await dependencies.reports(),
    earlier,
  )
}
