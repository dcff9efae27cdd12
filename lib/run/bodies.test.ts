import { describe, expect, test } from 'vitest'
import { Bodies } from './bodies.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('bodies', () => {
  test('with the same bytes are one object', () => {
    const bodies = new Bodies(10)
    const first = bodies.same('GET /me', bytes('{}'))

    expect(bodies.same('GET /me', bytes('{}'))).toBe(first)
  })

  test.each([
    ['other bytes', 'GET /me', '[]'],
    ['another length', 'GET /me', '{ }'],
    ['another question', 'GET /leads', '{}'],
  ])('with %s are another', (_, question, text) => {
    const bodies = new Bodies(10)
    const first = bodies.same('GET /me', bytes('{}'))
    const other = bytes(text)

    expect(bodies.same(question, other)).toBe(other)
    expect(bodies.same('GET /me', bytes('{}'))).toBe(first)
  })

  test('that are asked for again and again stay, the others are let go', () => {
    const bodies = new Bodies(4)
    const [often, once] = [bodies.same('GET /me', bytes('often')), bodies.same('GET /me', bytes('once'))]
    for (let turn = 0; turn < 20; turn++) {
      bodies.same('GET /leads', bytes(String(turn)))
      bodies.same('GET /me', bytes('often'))
    }

    expect(bodies.same('GET /me', bytes('often'))).toBe(often)
    expect(bodies.same('GET /me', bytes('once'))).not.toBe(once)
  })

  test('that answer one question in ever new ways are let go too', () => {
    const bodies = new Bodies(10_000)
    const first = bodies.same('GET /me', bytes('1000'))
    for (let turn = 1001; turn < 1400; turn++) bodies.same('GET /me', bytes(String(turn)))

    expect(bodies.same('GET /me', bytes('1000'))).not.toBe(first)
  })
})
