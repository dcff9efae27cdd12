import type { Endpoint, Part, Requirement, Strength } from './requirement.ts'

type Entry = readonly [id: string, text: string]

function rows(strength: Strength, part: Part, endpoint: Endpoint, entries: readonly Entry[]): Requirement[] {
  return entries.map(([id, text]) => ({ id, part, endpoint, strength, text }))
}

/** Rows that the specification states. */
export const must = (part: Part, endpoint: Endpoint, ...entries: Entry[]): Requirement[] =>
  rows('must', part, endpoint, entries)

/** Rows that follow from what the specification states. */
export const derived = (part: Part, endpoint: Endpoint, ...entries: Entry[]): Requirement[] =>
  rows('derived', part, endpoint, entries)

/** Rows that the specification leaves open or contradicts: observed, never failed. */
export const open = (part: Part, endpoint: Endpoint, ...entries: Entry[]): Requirement[] =>
  rows('open', part, endpoint, entries)

/** Rows that nobody can judge from outside, each with the reason. */
export const excluded = (
  part: Part,
  endpoint: Endpoint,
  ...entries: (readonly [id: string, text: string, reason: string])[]
): Requirement[] =>
  entries.map(([id, text, reason]) => ({ id, part, endpoint, strength: 'must', text, excluded: reason }))
