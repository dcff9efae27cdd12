import { Ajv } from 'ajv'
import sarif from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { renderSarif } from './sarif.ts'
import { SAMPLES, threeFindings } from './testing/sample-records.ts'
import { viewOf } from './view/view.ts'

// The schema of draft 4 means the same without the two keywords that later drafts renamed.
const { $schema: _draft, id: _id, ...schema } = sarif
const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema)

interface Sarif {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } }
    readonly results: readonly { readonly ruleId: string; readonly suppressions: readonly unknown[] }[]
  }[]
}

describe('results.sarif', () => {
  test.each(Object.entries(SAMPLES))('is SARIF 2.1.0 for the sample %s', (_name, build) => {
    const log: unknown = JSON.parse(renderSarif(build()))
    expect(isSarif(log) ? [] : isSarif.errors).toEqual([])
  })

  test('has a rule for each violated requirement, with what it says and where that is stated', () => {
    const text = renderSarif(threeFindings())
    const log: Sarif = JSON.parse(text)
    const [run] = log.runs
    expect(run?.tool.driver.rules[0]).toMatchObject({
      id: viewOf(threeFindings()).violated[0]?.id,
      help: { text: expect.stringMatching(/^Specification, part \d/) },
    })
    expect(run?.results.map(({ ruleId, suppressions }) => [ruleId, suppressions.length])).toEqual([
      ['LEAD-21', 0],
      ['LEAD-21', 0],
      ['GEN-03', 0],
      ['ERR-02', 1],
    ])
    expect(run?.results[0]).toMatchObject({
      ruleIndex: 0,
      level: 'error',
      message: { text: expect.stringContaining('POST /leads') },
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: 'suites/leads.ts' }, region: { startLine: 129 } },
          logicalLocations: [{ fullyQualifiedName: 'POST /leads' }],
        },
      ],
    })
  })
})
