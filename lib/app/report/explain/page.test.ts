import { expect, test } from 'vitest'
import { explainWithExamples } from '../../run/explain.ts'
import { SCOPE } from '../../run/scope.ts'
import { renderExplanationPage } from './page.ts'

test('the page of a requirement marks what is wrong, and runs nothing', async () => {
  const [explanation] = await explainWithExamples(SCOPE, ['LEAD-06'])
  if (explanation === undefined) throw new Error('LEAD-06 is not explained')
  const page = renderExplanationPage(explanation, 'npx chat-agent-conformance run --only LEAD-06')

  expect(page).toContain('<a href="../index.html">Report of the run</a>')
  expect(page).toContain('<h2>What breaks it</h2>')
  expect(page).toMatch(/<mark>[^<]*status[^<]*<\/mark>/)
  expect(page).not.toContain('<script')
})
