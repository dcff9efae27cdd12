import { expect, test } from 'vitest'
import { html, joined, type Piece } from './html.ts'

test.each<[string, Piece, string]>([
  ['text is escaped', `<b a="1" b='2'>&</b>`, '&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;&lt;/b&gt;'],
  ['text that is escaped already is escaped again', '&lt;', '&amp;lt;'],
  ['HTML stays as it is', html`<b>${'<'}</b>`, '<b>&lt;</b>'],
  ['a list is its pieces', ['<', html`<i></i>`, ['>', 0]], '&lt;<i></i>&gt;0'],
  ['nothing is nothing', [undefined, false, ''], ''],
  ['control characters are shown', '\u001b[2J', '\\u001b[2J'],
])('%s', (_, piece, expected) => {
  expect(String(html`${piece}`)).toBe(expected)
})

test('an object that only looks like HTML is none', () => {
  const alike = JSON.parse('{"text":"<script>"}') as Piece
  expect(() => String(html`${alike}`)).toThrow('is not a function')
})

test('a line break of a template is a blank, and one of a text or a separator stays', () => {
  const template = Object.assign(['<p>\n  ', '</p>'], { raw: [] })
  expect(String(html(template, 'a\nb'))).toBe('<p> a\nb</p>')
  expect(String(joined(['a', html`<b></b>`], '\n'))).toBe('a\n<b></b>')
})
