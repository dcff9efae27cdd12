import type { Source } from '../../engine/judge/requirement.ts'
import { thousands } from '../../engine/util/text.ts'
import { type Outcome, OUTCOMES, type Totals } from './outcome.ts'

/** The name of an endpoint in running text: `every endpoint` for `*`. */
export function endpointName(endpoint: string): string {
  return endpoint === '*' ? 'every endpoint' : endpoint
}

interface Stated {
  readonly part: number
  readonly source: Source
  readonly because?: string
}

/**
 * The place of a requirement in the specification, in running text: `part 4, GET /things: “since”`, `part 5,
 * rule 3`.
 */
export function statedIn({ part, source }: Stated): string {
  const place = source.section === '' ? `part ${part}` : `part ${part}, ${source.section}`
  return /^\d+$/.test(source.item) ? `${place}, rule ${source.item}` : `${place}: “${source.item}”`
}

/** A line with the place of a requirement in the specification, and, for a derived one, how it follows. */
export function specificationLine(stated: Stated): string {
  const line = `Specification, ${statedIn(stated)}.`
  return stated.because === undefined ? line : `${line} Derived: ${stated.because}`
}

/** The words for an outcome, which also follow a number. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  failed: 'violated',
  'unexpected-pass': 'passed unexpectedly',
  error: 'with an error',
  'known-failure': 'known to fail',
  inconclusive: 'inconclusive',
  disabled: 'disabled',
  passed: 'passed',
}

/** Figures of outcomes in words, zeros left out: `2 violated, 1 known to fail, 181 passed`. */
export function figures({ by }: Totals): string {
  const shown = OUTCOMES.filter((outcome) => by[outcome] > 0)
  return shown.map((outcome) => `${by[outcome]} ${OUTCOME_WORDS[outcome]}`).join(', ')
}

/** A text with a capital at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A clause as a sentence: with a capital, and a full stop unless it ends with a mark of its own. */
export function sentence(text: string): string {
  return `${capital(text)}${/[.?!]$/.test(text) ? '' : '.'}`
}

/** Cuts a text to a number of characters, and appends its original length. */
export function cut(text: string, chars: number): string {
  return text.length <= chars ? text : `${text.slice(0, chars)}… (${thousands(text.length)} characters)`
}
