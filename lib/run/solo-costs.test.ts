import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { CASES } from '../../suites/index.ts'
import { conduct } from './conduct.ts'
import { inProcessTarget } from './in-process.ts'
import { frozenClock, proofOptions } from '../prove/settings.ts'

const FILE = fileURLToPath(new URL('solo-costs.json', import.meta.url))

/** What cases send on the key under test where there is no other key, each request counted for the first case that looked at its answer. */
async function measured(): Promise<Record<string, number>> {
  const service = inProcessTarget({ now: frozenClock })
  const { main, exhaustible } = service.keys
  const target = { ...service, keys: { ...(main && { main }), ...(exhaustible && { exhaustible }) } }
  const { outcomes, tally, explored } = await conduct(target, CASES, {
    ...proofOptions(7),
    budget: 1_000_000,
    concurrency: 1,
  })
  await service.close()
  const own = new Set(tally.exchanges.flatMap(({ id, key }) => (key === 'main' && id > explored ? [id] : [])))
  return Object.fromEntries(
    outcomes.flatMap(({ definition, exchanges }) => {
      const sent = exchanges.filter((id) => own.delete(id)).length
      return sent > definition.cost && !definition.generated ? [[definition.id, sent]] : []
    }),
  )
}

/** To be written anew: UPDATE_COSTS=1 npx vitest run --project unit lib/run/solo-costs */
test('the planner knows what cases cost that have to do without a second key', async () => {
  const costs = await measured()
  if (process.env['UPDATE_COSTS'] === '1') writeFileSync(FILE, `${JSON.stringify(costs, null, 2)}\n`)

  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(costs)
})
