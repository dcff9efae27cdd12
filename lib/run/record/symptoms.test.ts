import { expect, test } from 'vitest'
import { TOY_SETUP } from '../../testing/toy-api.ts'
import { recordOfShelf } from '../../testing/toy-run.ts'
import type { Mutant } from '../setup.ts'
import { withSymptoms } from './symptoms.ts'

const fault = (id: string, how: string, breaks = 'BOOK-2'): Mutant => ({ id, how, breaks, seams: () => ({}) })

/** Four faults of one requirement, the one whose description shares a word with the findings last. */
const SEEDED = [
  fault('shelf/locked', 'Nobody may write'),
  fault('shelf/full', 'The last one falls down'),
  fault('shelf/late', 'A queue is never drained'),
  fault('shelf/lost', 'A new book is forgotten'),
]

test('names at most three seeded faults of what is violated, the closest to the findings first', async () => {
  const record = await recordOfShelf('shelf/dropped')
  const others = [fault('status/down', 'The check was left out', 'STATUS-2')]
  const { requirements } = await withSymptoms(record, { mutants: async () => [...others, ...SEEDED] })

  expect(requirements.find(({ id }) => id === 'BOOK-2')?.mutants).toEqual([
    'shelf/lost',
    'shelf/locked',
    'shelf/full',
  ])
  expect(requirements.filter(({ mutants }) => mutants !== undefined)).toHaveLength(1)
})

test('leaves a record without violations as it is', async () => {
  const clean = await recordOfShelf()

  expect(await withSymptoms(clean, TOY_SETUP.embedded)).toBe(clean)
})
