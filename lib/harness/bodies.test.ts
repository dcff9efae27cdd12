import { expect, test } from 'vitest'
import { asSent, noObjects, RawBody } from './bodies.ts'

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

test('none of the bodies is a JSON object, and most contain a valid one', () => {
  const valid = { shelf: 'Novels', title: 'cac-1' }
  const bodies = [0, 1].flatMap((turn) => noObjects(turn, valid))
  const texts = bodies.filter(({ coding }) => coding === undefined).map(({ text }) => text)

  expect(bodies.length - texts.length).toBe(1)
  expect(texts.filter((text) => Object.prototype.toString.call(parsed(text)) === '[object Object]')).toEqual(
    [],
  )
  expect(texts.filter((text) => text.includes('cac-1')).length).toBeGreaterThan(2)
  expect(new Set(texts).size).toBe(texts.length)
})

test('a raw body is sent verbatim, any other value as JSON', () => {
  expect(asSent('{"a":1,}', true)).toEqual(new RawBody('{"a":1,}'))
  expect(asSent('text', false)).toBe('text')
})

test('the bodies include given JSON values alone, and the object as a form', () => {
  const texts = noObjects(0, { content: 'cac 1' }, 'cac 1', ['cac 1']).map(({ text }) => text)

  expect(texts).toEqual(expect.arrayContaining(['"cac 1"', '["cac 1"]', 'content=cac+1']))
})
