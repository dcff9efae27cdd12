import { expect, test } from 'vitest'
import { instant } from './time.ts'
import { contradict, integer, quote } from './values.ts'

test.each([
  ['a', 'b', true],
  ['a', 'a', false],
  [false, 0, true],
  [undefined, 'a', false],
  ['a', null, false],
  [['a', 'b'], ['b', 'a'], false],
  [['a'], ['a', 'b'], true],
])('that %j and %j contradict is %s', (one, other, expected) => {
  expect(contradict(one, other)).toBe(expected)
})

test.each([
  [5, 5],
  [-0, -0],
  [1.5, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [2 ** 53, undefined],
  ['5', 5],
  ['5.0', undefined],
  ['', undefined],
])('integer of %j is %j', (value, read) => {
  expect(integer(value)).toBe(read)
})

test.each([
  ['1970-01-01T00:00:01Z', 1000],
  ['1970-01-01T01:00:01+01:00', 1000],
  ['1970-01-01T00:00:00.250Z', 250],
  ['yesterday', undefined],
  ['', undefined],
  [1000, undefined],
])('instant of %j is %j', (value, ms) => {
  expect(instant(value)).toBe(ms)
})

test.each([
  [undefined, 'absent'],
  [null, 'null'],
  ['a"b\n', String.raw`"a\"b\n"`],
  [{ a: [1] }, '{"a":[1]}'],
  ['x'.repeat(200), `"${'x'.repeat(118)}…`],
])('%j is quoted on one line', (value, quoted) => {
  expect(quote(value)).toBe(quoted)
})
