import { describe, expect, test } from 'vitest'
import { remembered } from './memo.ts'

describe('a memoised function', () => {
  test('is called once per object', () => {
    const read: object[] = []
    const names = remembered((object: object) => {
      read.push(object)
      return Object.keys(object)
    })
    const object = { a: 1 }

    expect([names(object), names(object)]).toEqual([['a'], ['a']])
    expect(read).toEqual([object])
  })

  test('is called again for an equal object', () => {
    let readings = 0
    const count = remembered((object: object) => ({ object, reading: ++readings }))

    expect([count({}), count({})].map(({ reading }) => reading)).toEqual([1, 2])
  })

  test('remembers undefined', () => {
    let readings = 0
    const nothing = remembered((object: { readonly name?: string }): string | undefined => {
      readings += 1
      return object.name
    })
    const object = {}
    nothing(object)
    nothing(object)

    expect(readings).toBe(1)
  })
})
