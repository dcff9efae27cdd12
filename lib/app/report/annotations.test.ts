import { describe, expect, test } from 'vitest'
import { renderAnnotations } from './annotations.ts'
import { sampleFinding } from './testing/sample-parts.ts'
import { changed, cleanRun, manyFindings, threeFindings, unreachableRun } from './testing/sample-records.ts'
import { viewOf } from './view/view.ts'

describe('annotations', () => {
  test('point at the case of each violated requirement, and say nothing without one', () => {
    expect(renderAnnotations(viewOf(cleanRun()))).toBe('')
    const lines = renderAnnotations(viewOf(threeFindings())).trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(
      /^::error file=suites\/leads\.ts,line=\d+,title=LEAD-21 returns .*::POST \/v1\/leads \{.*\} → 200: \/data\/id: expected/,
    )
  })

  test('are at most ten, and say how many there are', () => {
    const lines = renderAnnotations(viewOf(manyFindings())).trimEnd().split('\n')
    expect(lines).toHaveLength(10)
    expect(lines[9]).toContain('title=and 3 more::')
  })

  test('say why nothing could be judged', () => {
    expect(renderAnnotations(viewOf(unreachableRun()))).toBe(
      '::error title=conformance run::nothing was judged: connection refused at https://staging.example.test/v1\n',
    )
  })

  test('give a target no way to start a command of its own', () => {
    const received = '100%\n::set-output name=x::y\r::stop'
    const findings = [sampleFinding('LEAD-21', { received })]
    const text = renderAnnotations(viewOf(changed(threeFindings(), { 'LEAD-21': { findings } })))
    expect(text.split(/[\r\n]/).filter((line) => line !== '' && !line.startsWith('::error '))).toEqual([])
    expect(text).toContain('received 100%25 ::set-output')
  })
})
