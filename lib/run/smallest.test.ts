import { expect, test } from 'vitest'
import { startReference } from '../../fixtures/reference/index.ts'
import { MUTANTS } from '../../fixtures/mutants/index.ts'
import { verify } from '../index.ts'

test('a violation at one item of a page is shown by the read of that item', async () => {
  const mutant = MUTANTS.find(({ id }) => id === 'hidden-fields/won-lead')
  const service = await startReference({ seams: mutant?.seams() ?? {} })
  try {
    const record = await verify({
      baseUrl: service.baseUrl,
      apiKey: service.keys.main,
      only: ['LEAD-06'],
      profile: 'smoke',
    })
    const [finding] = record.requirements.find(({ id }) => id === 'LEAD-06')?.findings ?? []
    const shown = record.exchanges.find(({ id }) => id === finding?.exchanges[0])
    expect(finding?.pointer).toMatch(/^\/data\/0\/?/)
    expect(shown?.request.url).toMatch(/\/leads\?limit=1&offset=\d+$/)
    expect(shown?.shortCurl).toContain('limit=1&offset=')
    expect(finding?.exchanges.length).toBeGreaterThan(1)
  } finally {
    await service.close()
  }
})
