import { LEAD_BOUNDS } from '../../../lib/api/writes.ts'
import { CONTRACT } from '../../../lib/api/contract.ts'
import { describe, expect, test } from 'vitest'
import { oneFieldEach, atBounds, fullLead, unusualLead } from './lead-bodies.ts'

const CHATBOT = 'Uk4x9Qw2Lz'
/** Marks as a run makes them: short, and long after many writes. */
const MARKS = ['cac-7abcde-1', 'cac-1z141z3abcde-12345']

const problems = (body: unknown): string[] =>
  CONTRACT.validate('LeadCreate', body).map((problem) => JSON.stringify(problem))

describe('a full lead', () => {
  test.each(MARKS)('is valid with the mark %s', (mark) => {
    expect(problems(fullLead(CHATBOT, mark))).toEqual([])
  })

  test('carries its mark in what is shown again', () => {
    const lead = fullLead(CHATBOT, 'cac-1')

    expect(
      [lead['name'], lead['email'], lead['status'], lead['notes']].every((one) => one?.includes('cac-1')),
    ).toBe(true)
  })
})

describe('a lead at its bounds', () => {
  test.each(MARKS)('is valid with the mark %s', (mark) => {
    expect(problems(atBounds(CHATBOT, mark))).toEqual([])
  })

  test('the long e-mail keeps to the lengths of its parts', () => {
    const [local = '', domain = ''] = atBounds(CHATBOT, 'cac-1')['email']?.split('@') ?? []

    expect(local).toHaveLength(64)
    expect(domain.split('.').every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label))).toBe(
      true,
    )
  })

  test('text has letters outside of ASCII, where only a count of bytes differs', () => {
    const text = JSON.stringify(atBounds(CHATBOT, 'cac-1'))

    expect([/^[\x20-\x7eé]*$/.test(text), text.includes('é')]).toEqual([true, true])
  })
})

describe('a lead with fields as people write them', () => {
  const unusual = unusualLead(CHATBOT, MARKS[1] ?? '')

  test('is valid, and within its bounds in bytes, too', () => {
    expect(problems(unusual)).toEqual([])
    for (const { field, longest } of LEAD_BOUNDS)
      expect(Buffer.byteLength(String(unusual[field]))).toBeLessThanOrEqual(longest)
  })

  test('falls into bodies with one field each', () => {
    const bodies = oneFieldEach(unusual)

    expect(bodies.map(({ field }) => field)).toEqual(LEAD_BOUNDS.map(({ field }) => field))
    expect(bodies.flatMap(({ one }) => problems(one))).toEqual([])
  })
})
