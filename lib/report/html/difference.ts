import type { Html } from './html.ts'
import { html } from './html.ts'

/** A stretch of text, and whether the other text lacks it. */
interface Stretch {
  readonly text: string
  readonly differs: boolean
}

/** Longer texts are shown without marks: the comparison takes time and memory in the product of both lengths. */
const MAX_TOKENS = 300
/** Below this share of common words two texts have nothing to compare, and marks would cover all of both. */
const ALIKE = 0.3

/** Two texts, each with the words marked that the other one lacks. */
export function difference(
  expected: string,
  received: string,
): { readonly expected: Html; readonly received: Html } {
  const left = tokens(expected)
  const right = tokens(received)
  const unmarked = { expected: html`${expected}`, received: html`${received}` }
  if (left.length > MAX_TOKENS || right.length > MAX_TOKENS) return unmarked
  const kept = common(left, right)
  if (alike(left, kept.left) < ALIKE || alike(right, kept.right) < ALIKE) return unmarked
  return { expected: marked(left, kept.left), received: marked(right, kept.right) }
}

function tokens(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []
}

/** The share of a text's words that the other text has too. */
function alike(all: readonly string[], kept: ReadonlySet<number>): number {
  const words = [...all.keys()].filter((index) => /[\p{L}\p{N}]/u.test(all[index] ?? ''))
  return words.length === 0 ? 1 : words.filter((index) => kept.has(index)).length / words.length
}

/** Which tokens belong to the longest common subsequence of both. */
function common(
  left: readonly string[],
  right: readonly string[],
): { left: Set<number>; right: Set<number> } {
  const width = right.length + 1
  const length = new Uint16Array((left.length + 1) * width)
  const at = (i: number, j: number): number => length[i * width + j] ?? 0
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      length[i * width + j] =
        left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const kept = { left: new Set<number>(), right: new Set<number>() }
  let i = 0
  let j = 0
  while (i < left.length && j < right.length) {
    if (left[i] === right[j]) {
      kept.left.add(i)
      kept.right.add(j)
      i += 1
      j += 1
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  return kept
}

function marked(all: readonly string[], kept: ReadonlySet<number>): Html {
  const stretches: Stretch[] = []
  all.forEach((text, index) => {
    // A blank between two marked words is marked with them: one stretch reads better than three.
    const blank =
      text.trim() === '' &&
      !kept.has(index - 1) &&
      !kept.has(index + 1) &&
      index > 0 &&
      index < all.length - 1
    const differs = blank || !kept.has(index)
    const last = stretches.at(-1)
    if (last?.differs === differs) stretches[stretches.length - 1] = { text: last.text + text, differs }
    else stretches.push({ text, differs })
  })
  return html`${stretches.map(({ text, differs }) => (differs ? html`<mark>${text}</mark>` : text))}`
}
