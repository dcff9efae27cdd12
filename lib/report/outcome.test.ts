import { describe, expect, test } from 'vitest'
import { outcomeOf, totalsOf, withOutcome } from './outcome.ts'
import { sampleFinding, sampleRequirement } from './testing/sample-parts.ts'
import { renderAnnotations } from './annotations.ts'
import { renderConsole } from './console/render.ts'
import { findingsText } from './wording.ts'
import { renderHtml } from './html/render.ts'
import { renderJUnit } from './junit/render.ts'
import { renderSummary } from './markdown/render.ts'
import { elementsNamed, parseXml } from './testing/parse-xml.ts'
import { staleExcuses } from './testing/sample-records.ts'

const DAY = '2026-11-20'
const row = (change: Parameters<typeof sampleRequirement>[1]): ReturnType<typeof sampleRequirement> =>
  sampleRequirement(['LEAD-21', 4, 'POST /leads', 'must', 'returns the existing lead'], change)
const failed = { verdict: 'failed', findings: [sampleFinding('LEAD-21')] } as const

describe('the outcome of a requirement', () => {
  test('is its verdict where no known failure speaks of it', () => {
    expect(outcomeOf(row(failed), DAY)).toBe('failed')
  })

  test.each([
    ['2026-11-19', 'failed'],
    ['2026-11-20', 'known-failure'],
    ['2026-11-21', 'known-failure'],
  ])('of a known failure until %s is %s', (until, outcome) => {
    expect(outcomeOf(row({ ...failed, known: { reason: 'r', until, unexpectedPass: false } }), DAY)).toBe(
      outcome,
    )
  })

  test.each([
    ['inconclusive', '2026-11-19', 'expired-excuse'],
    ['not-applicable', '2026-11-19', 'expired-excuse'],
    ['disabled', '2026-11-19', 'disabled'],
    ['error', '2026-11-19', 'error'],
    ['inconclusive', '2026-11-20', 'inconclusive'],
  ] as const)('that is %s, of a known failure until %s, is %s', (verdict, until, outcome) => {
    const known = { reason: 'r', until, unexpectedPass: false }
    expect(outcomeOf(row({ verdict, reason: 'not seen', known }), DAY)).toBe(outcome)
  })

  test('is a violation where it is seen at a place that no known failure names', () => {
    const known = { reason: 'r', unexpectedPass: false, unexcused: 1 }
    expect(outcomeOf(row({ ...failed, known }), DAY)).toBe('failed')
  })

  test('never excuses an error', () => {
    const known = { reason: 'r', unexpectedPass: false }
    expect(outcomeOf(row({ verdict: 'error', reason: 'reset', known }), DAY)).toBe('error')
  })

  test('names a known failure that passed', () => {
    expect(outcomeOf(row({ known: { reason: 'r', unexpectedPass: true } }), DAY)).toBe('unexpected-pass')
  })
})

describe('totals', () => {
  test('add up, with unexpected passes as failures and known failures as skipped', () => {
    const known = { reason: 'r', unexpectedPass: false }
    const rows = [
      row({}),
      row(failed),
      row({ ...failed, known }),
      row({ known: { ...known, unexpectedPass: true } }),
      row({ verdict: 'error', reason: 'r' }),
      row({ verdict: 'disabled', reason: 'r' }),
      row({ verdict: 'inconclusive', reason: 'r' }),
      row({ verdict: 'inconclusive', reason: 'r', known: { ...known, until: '2026-11-01' } }),
      row({ verdict: 'not-applicable', reason: 'r' }),
    ]
    const totals = totalsOf(rows, DAY)
    expect(totals).toMatchObject({ tests: 9, failures: 3, errors: 1, skipped: 4 })
    expect(Object.values(totals.by).reduce((sum, n) => sum + n, 0)).toBe(9)
  })
})

const record = staleExcuses()
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ')

describe('a known failure whose date has passed, and that could not be exercised', () => {
  test('is a failure in JUnit, with the date and why it was not exercised', () => {
    const failures = elementsNamed(parseXml(renderJUnit(record)), 'failure')

    expect(failures.map(({ attributes }) => attributes['type'])).toEqual([
      'unexpected-pass',
      'expired-excuse',
    ])
    expect(failures[1]?.attributes['message']).toBe(
      'expired excuse: the queue is being replaced, until 2026-11-01; not exercised: no webhook listener; give --webhook-port, and point the target at it',
    )
  })

  test('stands in the terminal, in short and in full', () => {
    const full = plain(renderConsole(record, { colour: false, width: 100, verbose: false, quiet: false }))
    const short = plain(renderConsole(record, { colour: false, width: 200, verbose: false, quiet: true }))

    expect(full).toContain('excused until 2026-11-01: the queue is being replaced')
    expect(full).toContain('unjudged no webhook listener')
    expect(short).toContain('excused until 2026-11-01, and was not exercised')
    for (const text of [full, short])
      expect(text).toContain('1 known failure holds now, and the date of 1 known failure has passed')
  })

  test('stands in the summary, in the annotations and in the message of a test', () => {
    expect(renderSummary(record)).toContain('Known failures whose date has passed')
    expect(renderAnnotations(record)).toContain('EVENT-01 was excused until 2026-11-01')
    expect(withOutcome(record, 'expired-excuse').map(findingsText)[0]).toContain(
      'was excused until 2026-11-01, and could not be exercised',
    )
  })

  test('has a card of its own in the page', () => {
    const page = plain(renderHtml(record))

    expect(page).toContain('Listed as a known failure whose date has passed, and not exercised in this run')
    expect(page).toMatch(/class="card o-expired-excuse"/)
    expect(page).toContain(
      '<p class="intro">1 known failure holds now, and the date of 1 known failure has passed;',
    )
    expect(page).not.toMatch(/\d violated/)
  })
})
