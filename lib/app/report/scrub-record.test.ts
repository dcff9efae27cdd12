import { expect, test } from 'vitest'
import { wholeRun } from '../run/testing/whole-run.ts'
import { scrubbedRecord } from './scrub-record.ts'
import * as samples from './testing/sample-records.ts'
import { validateRecord } from './validate-record.ts'

const makers = Object.entries(samples).filter(([, make]) => make.length === 0)

test.each(makers)('the schema takes %s where every text of others is masked', (_, make) => {
  const record = (make as () => ReturnType<typeof samples.cleanRun>)()
  expect(validateRecord(JSON.parse(JSON.stringify(scrubbedRecord(record, () => '$X'))))).toEqual([])
})

test('and the record of a red run', async () => {
  const { record } = await wholeRun({
    reference: {
      seams: {
        respond: (_, answer) => ({
          ...answer,
          headers: answer.headers.filter(([name]) => !/remaining/i.test(name)),
        }),
      },
    },
    options: { profile: 'smoke' },
  })
  expect(record.blocks?.length).toBeGreaterThan(0)
  expect(validateRecord(JSON.parse(JSON.stringify(scrubbedRecord(record, () => '$X'))))).toEqual([])
})
