import { describe, expect, test } from 'vitest'
import type { Membership } from './filter-kinds.ts'
import type { FilterValue } from './filter-values.ts'
import { shownBy } from './shows.ts'

const MEMBERSHIPS: Readonly<Record<string, Membership>> = { i: 'in', o: 'out' }

/** A filter of a list of rows, a letter for each: `i` in, `o` out, `?` open. */
const filter = (name: string, rows: string, mistaken: Readonly<Record<string, string>> = {}): FilterValue => {
  const memberships = (letters: string): readonly Membership[] =>
    Array.from(letters, (letter) => MEMBERSHIPS[letter] ?? 'open')
  return {
    name,
    words: 'of most rows',
    text: 'x',
    requirement: '',
    expected: '',
    field: name,
    keeps: () => 'in',
    keeping: memberships(rows),
    mistaken: Object.fromEntries(Object.entries(mistaken).map(([how, by]) => [how, memberships(by)])),
  }
}

describe('a read with', () => {
  test('two filters that each decide a row shows the loss of either', () => {
    expect(shownBy([filter('status', 'iioo'), filter('since', 'ioio')]).dropped).toEqual([
      'status of most rows',
      'status beside since',
      'since of most rows',
      'since beside status',
    ])
  })

  test('three filters shows the loss of each beside the two others', () => {
    const three = [filter('a', 'oiii'), filter('b', 'ioii'), filter('c', 'iioi')]
    expect(shownBy(three).dropped.filter((one) => one.includes(' and '))).toEqual([
      'a beside b and c',
      'b beside a and c',
      'c beside a and b',
    ])
  })

  test.each([
    ['a filter that drops nothing which the other one keeps', 'iio', 'ioo'],
    ['filters that keep nothing together', 'ioo', 'ooi'],
    ['a row that may be kept or not', 'iio', 'i?o'],
  ])('%s shows nothing', (_, one, other) => {
    expect(shownBy([filter('a', one), filter('b', other)])).toEqual({ dropped: [], mistaken: [] })
  })

  test('a bound shows what another one would keep, where the other filters keep it, too', () => {
    const bound = filter('since', 'iio', { exclusive: 'ioo', 'by updated_at': 'ii?' })
    expect(shownBy([bound]).mistaken).toEqual(['since exclusive'])
    expect(shownBy([bound, filter('status', 'ioi')]).mistaken).toEqual([])
  })

  test('a flag is another one beside true than beside false', () => {
    const flag = { ...filter('is_lead', 'ioi'), text: 'true', words: '`true`' }
    expect(shownBy([flag, filter('since', 'iio')]).dropped).toContain('since beside is_lead `true`')
  })
})
