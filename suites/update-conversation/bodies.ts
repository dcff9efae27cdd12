/** Bodies for PATCH /conversations/{id}: at their bounds, beyond them, and invalid ones. */
import { RawBody } from '../../lib/engine/case/bodies.ts'
import { TAG_BOUNDS } from '../../lib/engine/spec/request-bodies.ts'

/** Tags of 30 characters: valid one by one, and long enough to meet a bound on all of them together. */
const many = (mark: string, length: number): string[] =>
  Array.from({ length }, (_, index) => `${mark}-${index}`.padEnd(30, 'x'))

/** Bounds: what is kept, and what is one beyond. */
export const BOUNDS = [
  {
    requirement: 'PATCH-CONVERSATION-10',
    title: 'accepts 20 tags, refuses 21',
    kept: (mark: string) => many(mark, TAG_BOUNDS.most),
    refused: (mark: string) => many(mark, TAG_BOUNDS.most + 1),
  },
  {
    requirement: 'PATCH-CONVERSATION-11',
    title: 'accepts a tag of 40 characters, refuses one of 41',
    kept: (mark: string) => [mark.padEnd(TAG_BOUNDS.longest, 'é')],
    refused: (mark: string) => [mark, mark.padEnd(TAG_BOUNDS.longest + 1, 'x'), `${mark}-z`],
  },
  {
    requirement: 'PATCH-CONVERSATION-12',
    title: 'accepts a tag of one character, refuses an empty one',
    // A text that some languages take for nothing.
    kept: (mark: string) => [mark, '0'],
    refused: (mark: string) => [mark, '', 'x'],
  },
] as const

/** Invalid bodies for each requirement. */
export const REFUSED: readonly {
  readonly requirement: string
  readonly title: string
  readonly bodies: (mark: string) => readonly object[]
}[] = [
  {
    requirement: 'PATCH-CONVERSATION-04',
    title: 'refuses a body with neither `tags` nor `is_resolved`',
    bodies: () => [{}, { status: 'resolved' }],
  },
  {
    requirement: 'PATCH-CONVERSATION-05',
    title: 'refuses `tags` that are not an array of strings',
    bodies: (mark: string) =>
      [mark, [mark, 7, 'x'], [mark, null], null, { tag: mark }].map((tags) => ({
        tags,
      })),
  },
  {
    requirement: 'PATCH-CONVERSATION-06',
    title: 'refuses an `is_resolved` that is not a boolean',
    bodies: (mark: string) => [
      ...['true', 1, null].map((is_resolved) => ({ is_resolved })),
      { tags: [mark], is_resolved: 'true' },
    ],
  },
]

/** Invalid bodies that would visibly change something if they were carried out and then refused. */
export function effectiveIfCarriedOut(tag: string, flipped: boolean): readonly unknown[] {
  return [
    { tags: [tag], is_resolved: 'no' },
    { is_resolved: flipped, tags: 'none' },
    { is_resolved: flipped, tags: [tag, '', 'x'] },
    { tags: many(tag, TAG_BOUNDS.most + 1), is_resolved: flipped },
    { tags: [tag, 'x'.repeat(TAG_BOUNDS.longest + 1)], is_resolved: flipped },
    new RawBody(`${JSON.stringify({ tags: [tag], is_resolved: flipped })} x`),
  ]
}
