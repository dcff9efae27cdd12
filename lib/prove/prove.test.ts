import { SETUP } from '../composition.ts'
import { tryMutant, tryReference, tryVariant } from '../testing/bound.ts'
import { describe, expect, test, vi } from 'vitest'
import { MUTANTS } from '../../fixtures/mutants/index.ts'
import type { Mutant } from '../../fixtures/mutants/tools.ts'
import type { Variant } from '../../fixtures/variants/tools.ts'
import { CASES } from '../../suites/index.ts'
import { combine } from '../../fixtures/variants/combine.ts'
import { chooseCombinations } from './prove-all.ts'
import { type KillMatrix, shortcomings, stands } from './matrix.ts'
import { repeat } from './tasks.ts'
import { drawPairs, tryPair } from './pairs.ts'
import { renderMatrix } from './render/console.ts'
import { renderMatrixPage } from './render/page.ts'
import { tryTogether } from './subjects.ts'
import { frozenClock, proofOptions } from './trial.ts'

// Whole runs: ample on a machine that has other things to do.
vi.setConfig({ testTimeout: 60_000 })

const mutant = (seams: Mutant['seams'], alsoBreaks?: Mutant['alsoBreaks']): Mutant => ({
  id: 'test/mutant',
  breaks: 'CHATBOT-02',
  how: 'a test',
  seams,
  ...(alsoBreaks === undefined ? {} : { alsoBreaks }),
})
const nameless = (): ReturnType<Mutant['seams']> => ({
  serialize: {
    chatbot: (row, _view, call) => ({
      id: row.id,
      is_active: true,
      created_at: call.seams.timestamp(row.created_at),
    }),
  },
})

describe('a mutant', () => {
  test('is killed by the requirement that it names', async () => {
    const result = await tryMutant(mutant(nameless), { seed: 1 })

    expect(result.kill).toMatchObject({ requirement: 'CHATBOT-02' })
    expect(result.undeclared).toEqual([])
  })

  test('survives where nothing is wrong', async () => {
    const result = await tryMutant(
      mutant(() => ({})),
      { seed: 1 },
    )

    expect(result.kill).toBeUndefined()
    expect(result.problems).toEqual([])
  })

  test('survives where another requirement is violated, and that one is undeclared', async () => {
    const result = await tryMutant({ ...mutant(nameless), breaks: 'CHATBOT-01' }, { seed: 1 })

    expect(result.kill).toBeUndefined()
    expect(result.undeclared.map(({ requirement }) => requirement)).toEqual(['CHATBOT-02'])
  })

  test('that a full run alone has to find is tried in one, unless a standard run finds it', async () => {
    const late = MUTANTS.find(({ id }) => id === 'input/note-letters') ?? mutant(() => ({}))
    const [found, early] = await Promise.all([
      tryMutant(late, { seed: 1 }),
      tryMutant({ ...mutant(nameless), profile: 'full' }, { seed: 1 }),
    ])

    expect(found).toMatchObject({ kill: { requirement: late.breaks }, profile: 'full', undeclared: [] })
    expect([early.kill?.requirement, early.profile]).toEqual(['CHATBOT-02', undefined])
  })

  test('is not killed by a target that cannot be judged', async () => {
    const dead = mutant(() => ({ receive: () => ({ status: 500, headers: [], json: {} }) }))
    const result = await tryMutant(dead, { seed: 1 })

    expect(result.kill).toBeUndefined()
    expect(result.problems).not.toEqual([])
  })
})

describe('freedoms', () => {
  const variants: Variant[] = ['a/one', 'a/two', 'b/one', 'c/one'].map((id) => ({
    id,
    part: 1,
    why: 'a test',
    seams: () => ({
      respond: (_call, response) => ({ ...response, headers: [...response.headers, [id, '1']] }),
    }),
  }))

  test('are combined one of each family, the same for the same seed', () => {
    const chosen = chooseCombinations(variants, 20, 3, 5)

    expect(chosen).toEqual(chooseCombinations(variants, 20, 3, 5))
    for (const ids of chosen) expect(new Set(ids.map((id) => id[0])).size).toBe(3)
  })

  test('are all in force in a combination', async () => {
    const both = combine(variants.slice(1, 3))
    const { respond } = both.seams()

    expect(await respond?.({} as never, { status: 200, headers: [] })).toEqual({
      status: 200,
      headers: [
        ['a/two', '1'],
        ['b/one', '1'],
      ],
    })
  })

  test('are reported with the fewest others that raise an alarm together', async () => {
    const [a, b, c] = variants.slice(1)
    if (a === undefined || b === undefined || c === undefined) throw new Error('there are four')
    const lost: Variant = {
      ...b,
      seams: () => ({
        respond: (_call, { headers, ...response }) => ({
          ...response,
          headers: headers.some(([name]) => name === 'a/two') ? [] : headers,
        }),
      }),
    }
    const [alarm, quiet] = [
      await tryTogether(SETUP, [a, lost, c], { seed: 1 }),
      await tryTogether(SETUP, [lost, c], { seed: 1 }),
    ]

    expect([alarm.id, alarm.alarms.length > 0]).toEqual(['a/two + b/one', true])
    expect([quiet.id, quiet.alarms]).toEqual(['b/one + c/one', []])
  })

  test('that are none raise an alarm', async () => {
    const result = await tryVariant({ id: 'test/none', part: 1, why: 'a test', seams: nameless }, { seed: 1 })

    expect(result.alarms.map(({ requirement }) => requirement)).toEqual(['CHATBOT-02'])
  })
})

describe('several faults', () => {
  const fault = (id: string): Mutant => {
    const found = MUTANTS.find((one) => one.id === id)
    if (found === undefined) throw new Error(`no seeded fault has the id ${id}`)
    return found
  }

  test('are drawn the same for the same seed, of different families', async () => {
    const drawn = await drawPairs(SETUP, 24, 5)
    const ids = drawn.map(({ mutants, variant }) =>
      [...mutants, ...(variant ? [variant] : [])].map(({ id }) => id),
    )

    expect(await drawPairs(SETUP, 24, 5)).toEqual(drawn)
    expect(new Set(ids.map(({ length }) => length))).toEqual(new Set([2, 3]))
    for (const [first = '', second = ''] of ids) expect(first.split('/')[0]).not.toBe(second.split('/')[0])
  })

  test('are each violated when they come together', async () => {
    const { id, hidden, problems } = await tryPair(
      SETUP,
      { mutants: [fault('fields/lead-email-is-an-object'), fault('notes/content-cut')] },
      { seed: 1 },
    )

    expect([id, hidden, problems]).toEqual(['fields/lead-email-is-an-object + notes/content-cut', [], []])
  })

  test('are judged by what is known of each alone', async () => {
    const mutants = [fault('fields/lead-email-is-an-object'), fault('notes/content-cut')]
    const { hidden } = await tryPair(
      SETUP,
      { mutants },
      { seed: 1 },
      { 'notes/content-cut': { 'ME-01': [] } },
    )

    expect(hidden).toEqual([{ requirement: 'ME-01', mutant: 'notes/content-cut', verdict: 'passed' }])
  })

  test('of which one takes the place of the other are found to hide it', async () => {
    const { hidden } = await tryPair(
      SETUP,
      { mutants: [fault('fields/lead-email-is-an-object'), fault('fields/lead-status-is-null')] },
      { seed: 1 },
    )

    expect(hidden).toContainEqual({
      requirement: 'LEAD-04',
      mutant: 'fields/lead-email-is-an-object',
      verdict: 'passed',
    })
  })
})

test('the verdicts are the same in another order, with another seed and with answers that overtake each other', async () => {
  const [first, second] = [await repeat(SETUP, 0, { seed: 3 }), await repeat(SETUP, 1, { seed: 40 })]

  expect(second.verdicts).toEqual(first.verdicts)
})

test('a workspace in use raises no alarm', async () => {
  const { verdicts } = await repeat(SETUP, 2, { seed: 3 })

  expect(verdicts).toEqual({})
})

test('the reference service itself violates nothing', async () => {
  const trial = await tryReference({ now: frozenClock }, CASES, proofOptions(1))

  expect([...trial.violations.keys()]).toEqual([])
  expect(trial.faults).toEqual([])
})

describe('the renderers', () => {
  const inWords = { requirement: 'ME-01', where: 'GET /me', expected: 'a string', received: '<b>"7"</b>' }
  const result = {
    id: 'test/one',
    breaks: 'ME-01',
    how: 'a <script>',
    declared: [],
    undeclared: [],
    violated: { 'ME-01': [] },
    problems: [],
    durationMs: 1,
  }
  const row = {
    id: 'ME-01',
    part: 2,
    endpoint: 'GET /me',
    strength: 'must',
    text: 'Me `team_id`.',
    survived: [],
    alone: true,
  } as const
  const good: KillMatrix = {
    schemaVersion: 1,
    seed: 7,
    durationMs: 1000,
    requirements: [{ ...row, killed: ['test/one'] }],
    mutants: [{ ...result, kill: inWords }],
    variants: [],
    combinations: [],
    pairs: [],
    nulls: [],
  }

  test('say that a proof stands', () => {
    expect(stands(good)).toBe(true)
    expect(renderMatrix(good, { color: false, verbose: false })).toContain('The proof stands (seed 7, 1.0 s)')
    expect(renderMatrixPage(good)).toContain('<h1>The proof stands</h1>')
  })

  test('shownFindings what is missing, and escape it', () => {
    const bad: KillMatrix = {
      ...good,
      requirements: [{ ...row, killed: [] }],
      mutants: [{ ...result, undeclared: [inWords] }],
      variants: [{ id: 'test/free', part: 1, why: 'a test', alarms: [inWords], problems: [], durationMs: 1 }],
    }
    const text = renderMatrix(bad, { color: false, verbose: false })
    const page = renderMatrixPage(bad)

    expect(stands(bad)).toBe(false)
    expect(shortcomings(bad)).toMatchObject({ survived: [{ id: 'test/one' }], alarms: [{ id: 'test/free' }] })
    for (const title of [
      'Survived',
      'Undeclared findings',
      'Alarms on what is legitimate',
      'Without a mutant',
    ]) {
      expect(text).toContain(title)
      expect(page).toContain(title)
    }
    expect(page).not.toContain('<b>"7"')
    expect(page).not.toContain('a <script>')
  })
})
