import { beforeAll, describe, expect, test } from 'vitest'
import { HOSTILE_BEHAVIOURS } from './testing/hostile-server.ts'
import { meet } from './testing/meet.ts'
import type { Meeting } from './testing/meet.ts'

/** Small, so that a body without end is cut soon. */
const MAX_BODY_BYTES = 1024 * 1024

const meetings = new Map<string, Meeting>()
const families = [...new Set(HOSTILE_BEHAVIOURS.map(({ family }) => family))]

beforeAll(async () => {
  await Promise.all(
    HOSTILE_BEHAVIOURS.map(async (behaviour) =>
      meetings.set(behaviour.id, await meet(behaviour, MAX_BODY_BYTES)),
    ),
  )
})

test('each behaviour has an id of its own', () => {
  expect(new Set(HOSTILE_BEHAVIOURS.map(({ id }) => id)).size).toBe(HOSTILE_BEHAVIOURS.length)
})

describe.each(families)('a server with hostile behaviour: %s', (family) => {
  const behaviours = HOSTILE_BEHAVIOURS.filter((behaviour) => behaviour.family === family)

  test.each(behaviours)('$id gives $outcome', ({ id, outcome }) => {
    const { response, error } = meetings.get(id) ?? {}

    expect(error?.kind ?? (response === undefined ? 'nothing' : 'response')).toBe(outcome)
    expect(error?.message ?? 'An answer came.').toMatch(/^[\x20-\x7e]{10,300}\.$/)
  })

  test.each(behaviours)('$id costs no more memory than the limit allows', ({ id }) => {
    // What the server could hand over: the limit, what a socket buffers on both sides, and one header of 1
    // MB.
    expect(meetings.get(id)?.bytesWritten).toBeLessThan(16 * MAX_BODY_BYTES)
  })
})
