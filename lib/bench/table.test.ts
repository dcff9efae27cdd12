import { expect, test } from 'vitest'
import { renderTable } from './table.ts'

test('shows each figure with its spread, its target and what it was compared with', () => {
  const text = renderTable([
    {
      number: 1,
      title: 'a run',
      figures: [
        {
          name: 'time',
          unit: 's',
          values: [2, 1.5, 9],
          target: { atMost: 2.5 },
          ratio: 1.234,
          note: 'processor 1.0 s',
        },
        { name: 'rate', unit: 'requests/s', values: [1234.5], target: { atLeast: 3000 } },
        { name: 'sent', unit: 'requests', values: [341] },
      ],
    },
    { number: 6, title: 'hostile', figures: [], problem: 'needs the sources' },
  ])

  expect(text.split('\n').map((line) => line.split(/ {2,}/).join('|'))).toEqual([
    expect.stringMatching(/^figure\|median\|min\|max\|n\|target\|met\|to raw replay$/),
    expect.stringMatching(/^-+/),
    '1 a run',
    '|time [1]|2 s|1.50|9|3|<= 2.50|yes|1.23 times',
    '|rate|1,235 requests/s|1,235|1,235|1|>= 3,000|NO',
    '|sent|341 requests|341|341|1',
    '6 hostile',
    '|not measured: needs the sources',
    '',
    '[1] processor 1.0 s',
    '',
  ])
})

test('a figure without values is no number, and meets nothing', () => {
  const text = renderTable([
    { number: 1, title: 'a run', figures: [{ name: 'time', unit: 's', values: [], target: { atMost: 1 } }] },
  ])

  expect(text).toMatch(/time +- s +- +- +0 +<= 1 +NO/)
})
