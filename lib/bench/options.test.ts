import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('measures everything, often, unless told otherwise', () => {
  expect(readOptions([], [1, 2])).toEqual({ quick: false, help: false })
})

test('takes numbers one by one or as a list', () => {
  const { quick, only } = readOptions(['--quick', '--only', '1,3', '--only', '2'], [1, 2, 3])

  expect(quick).toBe(true)
  expect([...(only ?? [])]).toEqual([1, 3, 2])
})

test.each([['--only', '4'], ['--only', 'one'], ['--often'], ['2']])('refuses %s %s', (...args) => {
  expect(() => readOptions(args, [1, 2])).toThrow(/./)
})
