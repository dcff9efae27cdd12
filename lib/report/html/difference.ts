import { diffArrays } from 'diff'
import type { Html } from './html.ts'
import { html } from './html.ts'

/** A part of a text, and whether the other text lacks it. */
interface Stretch {
  readonly text: string
  readonly differs: boolean
}

/** Longer texts are not compared: nearly everything would be marked. */
const MAX_TOKENS = 300
/** The smallest share of common words for which a comparison is useful. */
const ALIKE = 0.3

/** Two texts, each with the words marked that the other one lacks. */
export function difference(
  expected: string,
  received: string,
): { readonly expected: Html; readonly received: Html } {
  const unmarked = { expected: html`${expected}`, received: html`${received}` }
  const [left, right] = [tokens(expected), tokens(received)]
  if (left.length > MAX_TOKENS || right.length > MAX_TOKENS) return unmarked
  const changes = diffArrays(left, right).map(({ value, added, removed }) => ({
    text: value.join(''),
    added,
    removed,
  }))
  const stretches = (side: 'added' | 'removed'): Stretch[] =>
    changes
      .filter((change) => !change[side === 'added' ? 'removed' : 'added'])
      .map((change) => ({ text: change.text, differs: change[side] }))
  const [before, after] = [stretches('removed'), stretches('added')]
  return sharedBy(before) < ALIKE || sharedBy(after) < ALIKE
    ? unmarked
    : { expected: marked(before), received: marked(after) }
}

function tokens(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []
}

/** The share of a text's words that the other text has too. */
function sharedBy(stretches: readonly Stretch[]): number {
  const words = (some: readonly Stretch[]): number =>
    some.flatMap(({ text }) => text.match(/[\p{L}\p{N}]+/gu) ?? []).length
  const all = words(stretches)
  return all === 0 ? 1 : words(stretches.filter(({ differs }) => !differs)) / all
}

/** A blank between two marked words is marked too. */
function marked(stretches: readonly Stretch[]): Html {
  const joined: Stretch[] = []
  for (const [index, stretch] of stretches.entries()) {
    const last = joined.at(-1)
    const between =
      stretch.text.trim() === '' && last?.differs === true && stretches[index + 1]?.differs === true
    const differs = stretch.differs || between
    if (last?.differs === differs) joined[joined.length - 1] = { text: last.text + stretch.text, differs }
    else joined.push({ text: stretch.text, differs })
  }
  return html`${joined.map(({ text, differs }) => (differs ? html`<mark>${text}</mark>` : text))}`
}
