import { describe, expect, test } from 'vitest'
import { outcomeOf } from './outcome.ts'
import { sampleRequirement } from './testing/sample-parts.ts'
import { renderAnnotations } from './annotations.ts'
import { renderConsole } from './console/render.ts'
import { renderHtml } from './html/render.ts'
import { renderJUnit } from './junit/render.ts'
import { renderSummary } from './markdown/render.ts'
import { staleExcuses } from './testing/sample-records.ts'

const DAY = '2026-11-20'
const row = (change: Parameters<typeof sampleRequirement>[1]): ReturnType<typeof sampleRequirement> =>
  sampleRequirement(['LEAD-21', 4, 'POST /leads', 'must', 'returns the existing lead'], change)

const known = { reason: 'r', unexpectedPass: false }

describe('the outcome of a requirement', () => {
  test.each([
    ['failed', undefined, 'failed'],
    ['failed', { ...known, until: '2026-11-19' }, 'failed'],
    ['failed', { ...known, until: DAY }, 'known-failure'],
    ['failed', { ...known, unexcused: 1 }, 'failed'],
    ['inconclusive', { ...known, until: '2026-11-19' }, 'expired-excuse'],
    ['not-applicable', { ...known, until: '2026-11-19' }, 'expired-excuse'],
    ['disabled', { ...known, until: '2026-11-19' }, 'disabled'],
    ['error', { ...known, until: '2026-11-19' }, 'error'],
    ['inconclusive', { ...known, until: DAY }, 'inconclusive'],
    ['error', known, 'error'],
    ['passed', { ...known, unexpectedPass: true }, 'unexpected-pass'],
  ] as const)('that is %s, where the known failures say %j, is %s', (verdict, listed, outcome) => {
    expect(outcomeOf(row({ verdict, known: listed }), DAY)).toBe(outcome)
  })
})

test('a known failure whose date has passed, and that could not be exercised, is told by every report', () => {
  const record = staleExcuses()
  const told = /was a known failure until 2026-11-01: the queue is being replaced; not exercised: no webhook/i
  const terminal = { colour: false, verbose: false, width: 100 }
  for (const report of [
    renderJUnit(record),
    renderConsole(record, { ...terminal, quiet: false }),
    renderConsole(record, { ...terminal, quiet: true }),
    renderSummary(record).replaceAll('\\', ''),
    renderAnnotations(record),
    renderHtml(record),
  ])
    expect(report.replaceAll(/\s+/g, ' ')).toMatch(told)
  expect(renderHtml(record)).not.toMatch(/\d violated/)
})
