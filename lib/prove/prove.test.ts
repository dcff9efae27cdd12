import { describe, expect, test } from 'vitest'
import type { Mutant, Variant } from '../run/setup.ts'
import { TOY_MUTANTS, TOY_SETUP, type ToySeams, UNTITLED } from '../testing/toy-api.ts'
import { type KillMatrix, shortcomings, stands } from './matrix.ts'
import { drawPairs, tryPair } from './pairs.ts'
import { chooseCombinations, proveAll } from './prove-all.ts'
import { renderMatrix } from './render/console.ts'
import { renderMatrixPage } from './render/page.ts'
import { tryMutant, tryTogether, tryVariant } from './subjects.ts'
import { repeat } from './tasks.ts'

const SEED = { seed: 1 }

function fault(id: string): Mutant {
  const found = TOY_MUTANTS.find((one) => one.id === id)
  if (found === undefined) throw new Error(`the shelf has no fault ${id}`)
  return found
}

const [DROPPED, UNTITLED_BOOK] = [fault('shelf/dropped'), fault('fields/untitled')]

const mutantOf = (seams: ToySeams): Mutant => ({ ...DROPPED, seams: () => seams })
const freedom = (id: string, seams: ToySeams): Variant => ({ id, part: 1, why: 'a test', seams: () => seams })

describe('a mutant', () => {
  test('is killed by the requirement that it names', async () => {
    const result = await tryMutant(TOY_SETUP, DROPPED, SEED)

    expect(result.kill).toMatchObject({ requirement: 'BOOK-2' })
    expect(result.undeclared).toEqual([])
  })

  test('survives where nothing is wrong', async () => {
    const result = await tryMutant(TOY_SETUP, mutantOf({}), SEED)

    expect(result.kill).toBeUndefined()
    expect(result.problems).toEqual([])
  })

  test('survives where another requirement is violated, and that one is undeclared', async () => {
    const result = await tryMutant(TOY_SETUP, { ...UNTITLED_BOOK, breaks: 'STATUS-1' }, SEED)

    expect(result.kill).toBeUndefined()
    expect(result.undeclared.map(({ requirement }) => requirement)).toEqual(['BOOK-1'])
  })

  test('that only a full run finds is tried in one, unless a standard run finds it', async () => {
    const [found, early] = await Promise.all([
      tryMutant(TOY_SETUP, fault('titles/cut'), SEED),
      tryMutant(TOY_SETUP, { ...DROPPED, profile: 'full' }, SEED),
    ])

    expect(found).toMatchObject({ kill: { requirement: 'BOOK-3' }, profile: 'full', undeclared: [] })
    expect([early.kill?.requirement, early.profile]).toEqual(['BOOK-2', undefined])
  })

  test('is not killed by a target that cannot be judged', async () => {
    const dead = mutantOf({ respond: (answer) => ({ ...answer, status: 500 }) })
    const result = await tryMutant(TOY_SETUP, dead, SEED)

    expect(result.kill).toBeUndefined()
    expect(result.problems).toHaveLength(1)
  })
})

describe('freedoms', () => {
  const FOUR = ['a/one', 'a/two', 'b/one', 'c/one'].map((id) => freedom(id, {}))

  test('are combined one of each family, the same for the same seed', () => {
    const chosen = chooseCombinations(FOUR, 20, 3, 5)

    expect(chosen).toEqual(chooseCombinations(FOUR, 20, 3, 5))
    for (const ids of chosen) expect(new Set(ids.map((id) => id[0])).size).toBe(3)
  })

  test('share a trial where none hides another', async () => {
    const { variants, combinations } = await proveAll(TOY_SETUP, {
      seed: 1,
      variantsAtOnce: 2,
      combinations: 0,
      pairs: 0,
      repetitions: 0,
    })

    expect(combinations.map(({ id }) => id)).toEqual(['headers/served-by + order/backwards'])
    expect(variants.map(({ id }) => id)).toEqual(['shelf/in-use'])
  })

  test('are reported with the fewest others that raise an alarm together', async () => {
    const header = freedom('a/header', {
      respond: (answer) => ({ ...answer, headers: [...answer.headers, ['a', '1']] }),
    })
    const cut = freedom('b/cut', {
      respond: (answer) =>
        answer.headers.some(([name]) => name === 'a')
          ? { ...answer, body: new TextEncoder().encode(JSON.stringify({ books: [UNTITLED] })) }
          : answer,
    })
    const idle = freedom('c/idle', {})
    const [alarm, quiet] = [
      await tryTogether(TOY_SETUP, [header, cut, idle], SEED),
      await tryTogether(TOY_SETUP, [cut, idle], SEED),
    ]

    expect([alarm.id, alarm.alarms.length > 0]).toEqual(['a/header + b/cut', true])
    expect([quiet.id, quiet.alarms]).toEqual(['b/cut + c/idle', []])
  })

  test('that are none raise an alarm', async () => {
    const result = await tryVariant(TOY_SETUP, freedom('test/none', { show: () => [UNTITLED] }), SEED)

    expect(result.alarms.map(({ requirement }) => requirement)).toEqual(['BOOK-1'])
  })
})

describe('several faults', () => {
  const BOTH = [DROPPED, UNTITLED_BOOK]

  test('are drawn the same for the same seed, of different families', async () => {
    const drawn = await drawPairs(TOY_SETUP, 24, 5)
    const ids = drawn.map(({ mutants, variant }) =>
      [...mutants, ...(variant ? [variant] : [])].map(({ id }) => id),
    )

    expect(await drawPairs(TOY_SETUP, 24, 5)).toEqual(drawn)
    expect(new Set(ids.map(({ length }) => length))).toEqual(new Set([2, 3]))
    for (const [first = '', second = ''] of ids) expect(first.split('/')[0]).not.toBe(second.split('/')[0])
  })

  test('are each violated when they come together', async () => {
    const { id, hidden, problems } = await tryPair(TOY_SETUP, { mutants: BOTH }, SEED)

    expect([id, hidden, problems]).toEqual(['shelf/dropped + fields/untitled', [], []])
  })

  test('are judged by what is known of each alone', async () => {
    const alone = { 'shelf/dropped': { 'STATUS-1': [] } }
    const { hidden } = await tryPair(TOY_SETUP, { mutants: BOTH }, SEED, alone)

    expect(hidden).toEqual([{ requirement: 'STATUS-1', mutant: 'shelf/dropped', verdict: 'passed' }])
  })

  test('of which one takes the place of the other are found to hide it', async () => {
    const late = { ...mutantOf({ keep: (books, added) => [...books, UNTITLED, added] }), id: 'test/late' }
    const { hidden } = await tryPair(TOY_SETUP, { mutants: [DROPPED, late] }, SEED)

    expect(hidden).toContainEqual({ requirement: 'BOOK-2', mutant: 'shelf/dropped', verdict: 'passed' })
  })
})

describe('a repetition', () => {
  test('has the same verdicts in another order, with another seed and with answers that overtake each other', async () => {
    const [first, second] = [
      await repeat(TOY_SETUP, 0, { seed: 3 }),
      await repeat(TOY_SETUP, 1, { seed: 40 }),
    ]

    expect(Object.keys(first.verdicts)).toContain('BOOK-2')
    expect(second.verdicts).toEqual(first.verdicts)
  })

  test('raises no alarm on a workspace in use', async () => {
    const { busy, verdicts } = await repeat(TOY_SETUP, 2, { seed: 3 })

    expect([busy, verdicts]).toEqual([true, {}])
  })
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

  test('show what is missing, and escape it', () => {
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
