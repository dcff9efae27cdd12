import { describe, expect, test } from 'vitest'
import { renderAnnotations } from './annotations.ts'
import { renderConsole } from './console.ts'
import { findingsText } from './finding-text.ts'
import { renderHtml } from './html/render.ts'
import { renderJUnit } from './junit.ts'
import { renderSummary } from './markdown.ts'
import { withOutcome } from './outcome.ts'
import { elementsNamed, parseXml } from './testing/parse-xml.ts'
import { staleExcuses } from './testing/sample-records.ts'

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

    expect(full).toContain('expected mended by 2026-11-01: the queue is being replaced')
    expect(full).toContain('received nothing that shows it: no webhook listener')
    expect(short).toContain('excused until 2026-11-01, and was not exercised')
    for (const text of [full, short])
      expect(text).toContain(
        '1 known failure passed unexpectedly, and the date of 1 known failure has passed',
      )
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
      '<p class="intro">1 known failure passed unexpectedly, and the date of 1 known failure has passed;',
    )
    expect(page).not.toMatch(/\d violated/)
  })
})
