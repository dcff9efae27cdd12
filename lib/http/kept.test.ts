import { describe, expect, test } from 'vitest'
import { bounded } from './kept.ts'
import { readJson } from './read-json.ts'

const boundedBody = (text: string) => bounded(text, readJson(Buffer.from(text)).json)

describe('what is kept of a body', () => {
  test('is all of it where it is no larger than a page', () => {
    const text = JSON.stringify({
      data: Array.from({ length: 100 }, (_, id) => ({ id, notes: 'x'.repeat(500) })),
    })
    expect(boundedBody(text)).toEqual({ text, json: { ok: true, value: JSON.parse(text), oddities: [] } })
  })

  test('of a long text is its beginning', () => {
    const kept = boundedBody(JSON.stringify({ error: 'x'.repeat(5_000_000), code: 'not_found' }))
    if (!kept.json.ok) throw new Error('not kept')
    expect(kept.text).toHaveLength(256 * 1024)
    expect(JSON.stringify(kept.json.value).length).toBeLessThan(17_000)
    expect(kept.json.value).toMatchObject({ code: 'not_found' })
  })

  test('keeps equal strings equal, and others apart', () => {
    const [a, b] = ['a', 'b'].map((end) => 'x'.repeat(100_000) + end)
    const kept = boundedBody(JSON.stringify([a, b, a]))
    if (!kept.json.ok || !Array.isArray(kept.json.value)) throw new Error('not kept')
    const [first, second, third] = kept.json.value
    expect([first === third, first === second]).toEqual([true, false])
  })
})
