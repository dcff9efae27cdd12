import { expect, test } from 'vitest'
import { origins } from './attribution.ts'

/** Each requirement with the causes of its findings: `A: B C|` has one finding caused by B or C, and one without a cause. */
function originsOf(...lines: readonly string[]): Record<string, string[]> {
  const causes = lines.map((line): [string, string[][]] => {
    const [id = '', rest = ''] = line.split(':')
    return [id, rest.split('|').map((some) => some.split(' ').filter((one) => one !== ''))]
  })
  return Object.fromEntries([...origins(new Map(causes))].map(([id, found]) => [id, [...found].sort()]))
}

test.each<[title: string, lines: string[], expected: Record<string, string[]>]>([
  ['one without a cause goes back to itself', ['A:'], { A: ['A'] }],
  ['a cause is followed', ['A: B', 'B:'], { A: ['B'], B: ['B'] }],
  ['through others', ['A: B', 'B: C', 'C:'], { A: ['C'], B: ['C'], C: ['C'] }],
  ['to every end', ['A: B C', 'B:', 'C:'], { A: ['B', 'C'], B: ['B'], C: ['C'] }],
  ['a finding without a cause is an end, whatever the others say', ['A: B|', 'B:'], { A: ['A'], B: ['B'] }],
  ['what explains each other goes back to both', ['A: B', 'B: A'], { A: ['A', 'B'], B: ['A', 'B'] }],
  ['what follows from those too', ['A: B', 'B: A', 'C: A'], { A: ['A', 'B'], B: ['A', 'B'], C: ['A', 'B'] }],
  ['a circle with a way out goes there', ['A: B', 'B: A C', 'C:'], { A: ['C'], B: ['C'], C: ['C'] }],
])('%s', (_, lines, expected) => {
  expect(originsOf(...lines)).toEqual(expected)
})

test('nothing goes back to nothing', () => {
  expect(origins(new Map())).toEqual(new Map())
})
