import { expect, test } from 'vitest'
import { groupBy } from './collections.ts'

test('items of one key stand together, groups and items in the order in which they came', () => {
  expect([...groupBy(['pear', 'fig', 'plum', 'kiwi', 'yam'], (word) => word.length)]).toEqual([
    [4, ['pear', 'plum', 'kiwi']],
    [3, ['fig', 'yam']],
  ])
})
