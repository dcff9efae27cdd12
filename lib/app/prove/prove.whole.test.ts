import { describe, expect, test } from 'vitest'
import type { Mutant } from '../../../fixtures/mutants/mutant.ts'
import type { Variant } from '../../../fixtures/variants/variant.ts'
import { SCOPE as WHOLE, type Scope } from '../run/scope.ts'
import type { SeamOverrides } from '../../../fixtures/reference/index.ts'
import { type KillMatrix, renderMatrix } from './matrix.ts'
import { tryMutant, tryVariants } from './subjects.ts'

// That faults are found and freedoms accepted is what the kill matrix shows: here is what it says where they are not.

const SCOPE: Scope = { ...WHOLE, cases: WHOLE.cases.filter(({ smoke }) => smoke) }
const SEED = 1

const mutant = (id: string, breaks: string, seams: SeamOverrides): Mutant => ({
  id,
  breaks: [breaks],
  how: 'a test',
  seams: () => seams,
})
const variant = (id: string, seams: SeamOverrides): Variant => ({
  id,
  why: 'a test',
  seams: () => seams,
})

const answersWith = (status: number): SeamOverrides => ({
  respond: (_call, response) => ({ ...response, status }),
})
/** No answer is said to be JSON. */
const plain: SeamOverrides = {
  respond: (_call, { headers, ...rest }) => ({
    ...rest,
    headers: headers.map(([name, value]) => [name, name === 'Content-Type' ? 'text/plain' : value]),
  }),
}

describe('a mutant', () => {
  test('survives where nothing is wrong', async () => {
    const result = await tryMutant(SCOPE, mutant('test/none', 'JSON-01', {}), SEED)

    expect([result.kill, result.violated, result.problems]).toEqual([undefined, [], []])
  })

  test('is not killed by a target that cannot be judged', async () => {
    const result = await tryMutant(SCOPE, mutant('test/down', 'GET-ME-01', answersWith(503)), SEED)

    expect([result.kill, result.problems.length]).toEqual([undefined, 1])
  })
})

describe('variants that share a trial', () => {
  const none = variant('a/none', {})

  test('are tried alone where an alarm is raised, so that it names its variant', async () => {
    const results = await tryVariants(SCOPE, [none, variant('b/plain', plain)], SEED)

    expect(results.map(({ id, alarms }) => [id, alarms.length > 0])).toEqual([
      ['a/none', false],
      ['b/plain', true],
    ])
  })

  test('are reported together where none raises the alarm alone', async () => {
    const marked = variant('a/marked', {
      respond: (_call, response) => ({ ...response, headers: [...response.headers, ['x-marked', '1']] }),
    })
    const hurt = variant('b/hurt', {
      respond: (call, response) =>
        response.headers.some(([name]) => name === 'x-marked')
          ? (plain.respond?.(call, response) ?? response)
          : response,
    })
    const results = await tryVariants(SCOPE, [marked, hurt], SEED)

    expect(results.map(({ id, alarms }) => [id, alarms.length > 0])).toEqual([
      ['a/marked', false],
      ['b/hurt', false],
      ['a/marked + b/hurt', true],
    ])
  })
})

describe('a kill matrix', () => {
  const found = { requirement: 'ME-01', where: 'GET /me', expected: 'a string', received: '7' }
  const result = {
    id: 'test/one',
    breaks: ['ME-01'],
    how: 'a test',
    missed: [],
    violated: [],
    problems: [],
    durationMs: 1,
  }
  const row = {
    id: 'ME-01',
    part: 2,
    endpoint: 'GET /me',
    strength: 'must',
    text: 'Me.',
  } as const
  const good: KillMatrix = {
    schemaVersion: 6,
    seed: 7,
    durationMs: 1000,
    requirements: [{ ...row, killed: ['test/one'], survived: [] }],
    mutants: [{ ...result, kill: found }],
    variants: [],
  }

  test('says that the proof stands, or what is missing', () => {
    const bad: KillMatrix = {
      ...good,
      requirements: [{ ...row, killed: [], survived: [] }],
      mutants: [{ ...result, missed: ['ME-01'] }],
      variants: [{ id: 'test/free', why: 'a test', alarms: [found], problems: [], durationMs: 1 }],
    }
    const text = renderMatrix(bad, false)

    expect(renderMatrix(good, false)).toContain('The proof stands (seed 7, 1.0 s)')
    for (const line of [
      'The proof does not stand',
      'Survived: 1\n  test/one (ME-01): a test',
      'Alarms on what is legitimate: 1\n  test/free: ME-01 at GET /me: expected a string, received 7',
      'Without a mutant: 1\n  ME-01: Me.',
    ])
      expect(text).toContain(line)
  })
})
