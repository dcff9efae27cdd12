import type { Row } from './rows.ts'
import { groupBy } from '../../util/collections.ts'

/** How many of the applicable requirements were exercised. Open points and deselected requirements do not count. */
export interface Coverage {
  readonly exercised: number
  readonly applicable: number
  /** What was not judged, those outcomes first that say most about the run. */
  readonly unjudged: readonly Unjudged[]
}

/** Requirements that were not judged, by the reason why. */
export interface Unjudged {
  readonly outcome: 'error' | 'inconclusive' | 'not-applicable' | 'disabled'
  readonly title: string
  /** What this outcome says. */
  readonly meaning: string
  readonly total: number
  /** The most frequent reason first. */
  readonly reasons: readonly { readonly reason: string; readonly ids: readonly string[] }[]
}

const OUTCOMES = [
  {
    outcome: 'error',
    title: 'Errors',
    meaning: 'The tool or the connection kept these from being judged. They say nothing about the target.',
  },
  {
    outcome: 'inconclusive',
    title: 'Inconclusive',
    meaning: 'These apply, and could not be judged. Each line says why, and what would enable them.',
  },
  {
    outcome: 'not-applicable',
    title: 'Not applicable',
    meaning: 'The target does not have what these speak of.',
  },
  { outcome: 'disabled', title: 'Disabled', meaning: 'Switched off for this run.' },
] as const

/** Counts what was exercised of the given requirements, which are no open points. */
export function coverageOf(rows: readonly Row[]): Coverage {
  const applicable = rows.filter(({ outcome }) => outcome !== 'disabled')
  const isJudged = ({ result: { verdict } }: Row): boolean => verdict === 'passed' || verdict === 'failed'
  const exercised = applicable.filter(isJudged)
  return {
    exercised: exercised.length,
    applicable: applicable.length,
    unjudged: OUTCOMES.map((one) => unjudged(one, rows)).filter(({ total }) => total > 0),
  }
}

function unjudged(one: (typeof OUTCOMES)[number], rows: readonly Row[]): Unjudged {
  const those = rows.filter(({ outcome }) => outcome === one.outcome)
  const reasons = [...groupBy(those, ({ result }) => result.reason ?? 'no reason is recorded')]
    .map(([reason, some]) => ({ reason, ids: some.map(({ id }) => id) }))
    .toSorted((a, b) => b.ids.length - a.ids.length)
  return { ...one, total: those.length, reasons }
}
