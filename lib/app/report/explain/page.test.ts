import { expect, test } from 'vitest'
import { CATALOGUE } from '../../../../suites/catalogue.ts'
import { renderExplanationPage } from './page.ts'

const line = (text: string, marked = false): { text: string; marked: boolean } => ({ text, marked })

test('the page of a requirement marks what is wrong, says how to see it, and runs nothing', () => {
  const page = renderExplanationPage(
    {
      requirement: CATALOGUE.get('LEAD-06'),
      ofClients: false,
      cases: [],
      mistakes: [{ mutant: 'a/b', how: 'It is <null>.' }],
      example: {
        wrong: {
          mutant: 'a/b',
          how: 'It is <null>.',
          expected: 'string',
          received: 'null',
          lines: [line('GET /leads'), line('  "status": null', true)],
        },
      },
    },
    'npx chat-agent-conformance run --only LEAD-06 --seed 7',
  )
  for (const text of [
    '<a href="../index.html">Report of the run</a>',
    '<h2>What breaks it</h2>',
    '<li>It is &lt;null&gt; (a/b)</li>',
    '<mark>&quot;status&quot;: null</mark>',
    'run --only LEAD-06 --seed 7',
    'serve --mutant a/b --for &#39;npx chat-agent-conformance run LEAD-06&#39;',
  ])
    expect(page).toContain(text)
  expect(page).not.toContain('<script')
})
