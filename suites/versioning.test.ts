import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../lib/util/values.ts'
import { contradictions } from './versioning.ts'
import type { CaseOutcome } from '../lib/harness/outcome.ts'
import { answerOf } from '../lib/harness/testing/answers.ts'
import { runCase, sessionOf } from '../lib/harness/testing/run-case.ts'

const CONTRACT = readFileSync(new URL('../fixtures/openapi.json', import.meta.url), 'utf8')

const judge = (served: JsonObject, kinds: Parameters<typeof contradictions>[2]): Promise<CaseOutcome> =>
  runCase(sessionOf(), async (ctx) => {
    contradictions(ctx.expect(answerOf(served, { path: '/openapi.json' })), served, kinds)
    await Promise.resolve()
  })

/** The contract without some of its paths. */
function without(...paths: readonly string[]): JsonObject {
  const document = JSON.parse(CONTRACT)
  for (const path of paths) delete document.paths[path]
  return document
}

describe('a served description', () => {
  test('that is the contract contradicts nothing', async () => {
    expect((await judge(JSON.parse(CONTRACT), ['operation'])).verdict).toBe('passed')
  })

  test('that leaves out an operation is reported where', async () => {
    const { findings } = await judge(without('/me'), ['operation'])

    expect(findings).toHaveLength(1)
    expect(findings[0]?.expected).toContain('GET /me')
  })

  test('that contradicts in several places is reported with one of them and the number of the others', async () => {
    const { findings } = await judge(without('/me', '/chatbots', '/bookings'), ['operation'])

    expect(findings).toHaveLength(1)
    expect(findings[0]?.received).toMatch(/ \(and 2 more: .+, .+\)$/)
  })

  test('is judged only by the kinds that are asked for', async () => {
    expect((await judge(without('/me'), ['response'])).verdict).toBe('passed')
  })
})
