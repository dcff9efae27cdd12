import { describe, expect, test } from 'vitest'
import { bodyView, closeCutJson } from './json-view.ts'

const view = (body: unknown, pointer?: string, chars = 2000): string =>
  String(bodyView(typeof body === 'string' ? body : JSON.stringify(body), pointer, chars))

describe('a body in the report', () => {
  test('is indented JSON', () => {
    expect(view({ a: [1, null], b: {} })).toBe(
      '{\n  &quot;a&quot;: [\n    1,\n    null\n  ],\n  &quot;b&quot;: {}\n}',
    )
  })

  test('marks the value that a finding points at', () => {
    expect(view({ data: [{ id: 1 }, { id: 2 }] }, '/data/1/id')).toContain('&quot;id&quot;: <mark>2</mark>')
    expect(view({ 'a/b': { '~': 3 } }, '/a~1b/~0')).toContain('<mark>3</mark>')
  })

  test('keeps the value that a finding points at when a long list is shortened', () => {
    const text = view(
      { data: Array.from({ length: 50 }, (_, id) => ({ id, name: 'x'.repeat(40) })) },
      '/data/30/id',
      500,
    )
    expect(text).toContain('<mark>30</mark>')
    // What is left out is named where it stood.
    expect(text).toMatch(/… items 2 to 29 left out[^…]*<mark>30<\/mark>[^…]*… items 31 to 49 left out/)
    expect(text).not.toContain('&quot;id&quot;: 20')
  })

  test('shortens long texts of a long body, and says how long they are', () => {
    expect(view({ text: 'x'.repeat(3000) })).toContain('… (3,000 characters)')
  })

  test('is shown as it came where it is no JSON', () => {
    expect(view('<html>')).toBe('&lt;html&gt;')
    expect(view('x'.repeat(3000))).toMatch(/^x{2000}… \(3,000 characters\)$/)
  })

  test('survives deep nesting', () => {
    expect(view('['.repeat(3000) + ']'.repeat(3000), undefined, 10_000)).toContain('…')
  })
})

const whole = '{"data":[{"id":"a,]}\\"","n":[1,2]},{"id":"b"}],"pagination":{"limit":2}}'

test('closes JSON that is cut anywhere, and keeps what is whole', () => {
  for (let length = 1; length <= whole.length; length += 1) {
    expect(() => JSON.parse(closeCutJson(whole.slice(0, length))) as unknown).not.toThrow()
  }
  expect(closeCutJson(whole)).toBe(whole)
  expect(closeCutJson('{"data":[{"id":"a"},{"id":"b","na')).toBe('{"data":[{"id":"a"},{"id":"b"}]}')
})
