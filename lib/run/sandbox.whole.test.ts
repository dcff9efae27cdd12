import { expect, test } from 'vitest'
import { runConformance } from './index.ts'
import { proofOptions } from '../prove/trial.ts'
import { startSandbox } from './sandbox.ts'

test('several faults and a freedom are served at once', async () => {
  const { baseUrl, keys, close } = await startSandbox({
    port: 0,
    mutants: ['fields/me-team_id-is-a-number', 'description/version-newer'],
    variants: ['unknown/beside-data'],
  })
  const [main, other] = keys.map(({ key }) => key)
  try {
    const { record } = await runConformance({
      ...proofOptions(1),
      baseUrl,
      apiKey: main,
      otherApiKey: other,
      only: ['ME-01', 'VERSION-03'],
    })
    const failed = record.requirements.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)

    expect(failed.toSorted()).toEqual(['ME-01', 'VERSION-03'])
  } finally {
    await close()
  }
})

test('an unknown id is refused', async () => {
  await expect(startSandbox({ port: 0, mutants: ['no/such'] })).rejects.toThrow(
    'there is no mutant "no/such"; `serve --list` lists them all',
  )
})
