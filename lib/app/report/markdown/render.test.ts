import { describe, expect, test } from 'vitest'
import { MAX_SUMMARY_BYTES, renderSummary } from './render.ts'
import { sampleFinding } from '../testing/sample-parts.ts'
import { changed, inconclusiveRun, manyFindings, SAMPLES, threeFindings } from '../testing/sample-records.ts'
import { viewOf } from '../view/view.ts'

describe('summary.md', () => {
  test.each(Object.entries(SAMPLES))('has the verdict of the sample %s on its first line', (_name, build) => {
    expect(renderSummary(viewOf(build())).split('\n')[0]).toMatch(
      /^# \S+ Conformance: (Passed|Failed|Incomplete|Error)$/,
    )
  })

  test('shows each violation with expected, received and curl', () => {
    const text = renderSummary(viewOf(threeFindings()))
    expect(text).toContain('expected: 200 with existing: true and the lead Uk4xqL9')
    expect(text).toContain('received: 200 with existing: false and a new lead Zt81Qa0')
    expect(text).toContain('curl -sS -i -X POST')
    expect(text).toContain('npx chat-agent-conformance run --only ID')
  })

  test('names the same in other requirements below a violation, and the blocks that it does not show', () => {
    const many = manyFindings()
    const [first, ...others] = many.requirements.filter(({ verdict }) => verdict === 'failed')
    const last = others.at(-1)
    const text = renderSummary(viewOf(changed(many, { [last?.id ?? '']: { findings: first?.findings } })))
    expect(text).toContain('<summary>the same in 1 other</summary>')
    expect(text.match(/^### /gm)).toHaveLength(others.length)
    expect(text).not.toContain('more in')
  })

  test('lists the rest: short lists in sight, and details folded', () => {
    expect(renderSummary(viewOf(inconclusiveRun()))).toContain(
      '- no webhook listener; give \\-\\-webhook\\-port, and point the target at it · EVENT-01, EVENT-02',
    )
    expect(renderSummary(viewOf(threeFindings()))).toContain(
      '<details><summary>Left behind: 1 lead</summary>',
    )
  })

  test('keeps hostile text in code, escaped, or inside its fence', () => {
    const received = '```\n</details><script>alert(1)</script> @all |\u001B[2J'
    const text = renderSummary(
      viewOf({
        ...changed(threeFindings(), { 'LEAD-21': { findings: [sampleFinding('LEAD-21', { received })] } }),
        observations: [{ requirement: 'LEAD-23', text: received, exchanges: [] }],
      }),
    )
    const [, block = ''] = text.split('\n````\n')
    expect(block).toContain('</details><script>')
    const fenced = /^(`{3,})\n[^]*?\n\1$/gm
    expect(text.replaceAll(fenced, '').replaceAll(/`+[^\n]*`/g, '')).not.toMatch(/<script|@all/)
    expect(text).toContain(String.raw`\u001b`)
  })

  test('stays below the limit of a job summary, whatever the target sends', () => {
    expect(Buffer.byteLength(renderSummary(viewOf(manyFindings())))).toBeLessThanOrEqual(MAX_SUMMARY_BYTES)
    const huge = changed(threeFindings(), {
      'LEAD-21': { text: '€'.repeat(MAX_SUMMARY_BYTES) },
    })
    expect(Buffer.byteLength(renderSummary(viewOf(huge)))).toBeLessThanOrEqual(MAX_SUMMARY_BYTES)
  })
})
