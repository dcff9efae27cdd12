import { parse } from 'junit2json'
import { describe, expect, test } from 'vitest'
import { renderJUnit } from './junit.ts'
import { dayOf, totalsOf } from './outcome.ts'
import { SAMPLES } from './testing/sample-records.ts'

describe.each(Object.entries(SAMPLES))('a reader of JUnit files, on the sample %s', (_name, build) => {
  test('counts what we count', async () => {
    const record = build()
    const read = await parse(renderJUnit(record))
    const suites = read !== undefined && read !== null && 'testsuite' in read ? (read.testsuite ?? []) : []
    const cases = suites.flatMap((suite) => suite.testcase ?? [])
    const totals = totalsOf(record.requirements, dayOf(record))
    const added = record.requirements.length === 0 ? 1 : 0

    const having = (part: 'failure' | 'error' | 'skipped'): number =>
      cases.filter((one) => (one[part]?.length ?? 0) > 0).length
    expect({
      tests: cases.length,
      failures: having('failure'),
      errors: having('error'),
      skipped: having('skipped'),
    }).toEqual({
      tests: totals.tests + added,
      failures: totals.failures,
      errors: totals.errors + added,
      skipped: totals.skipped,
    })
    for (const one of cases)
      for (const { message } of one.skipped ?? []) expect(message).toMatch(/^[a-z -]+: ./)
  })
})
