import { expect, test } from 'vitest'
import { exchange } from './oracles/testing/exchanges.ts'
import { isSameWorkspace } from './needs.ts'

const me = (team?: string): ReturnType<typeof exchange> =>
  exchange('GET /me', { body: { data: team === undefined ? {} : { team_id: team } } })

test('two keys belong to one workspace where both name the same team', () => {
  expect(isSameWorkspace(me('T1'), me('T1'))).toBe(true)
  expect(isSameWorkspace(me('T1'), me('T2'))).toBe(false)
  // Two answers without a team say nothing.
  expect(isSameWorkspace(me(), me())).toBe(false)
})
