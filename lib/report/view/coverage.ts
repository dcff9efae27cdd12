import { type Outcome } from '../outcome.ts'
import type { FootprintEntry } from '../../harness/footprint.ts'
import type { Row } from './causes.ts'
import { count } from '../../util/text.ts'
import { groupBy } from '../../util/collections.ts'

/** Requirements that could not be judged for one and the same reason. */
export interface ReasonGroup {
  readonly outcome: Unjudged
  readonly reason: string
  readonly ids: readonly string[]
}

/** Outcomes of what was not judged, those first that say most about the run. */
export const UNJUDGED = [
  'error',
  'inconclusive',
  'not-applicable',
  'disabled',
] as const satisfies readonly Outcome[]
export type Unjudged = (typeof UNJUDGED)[number]

/** How many of the applicable requirements were exercised. Open points and deselected requirements do not count. */
export interface Coverage {
  readonly exercised: number
  readonly applicable: number
  readonly holding: number
  /** What was not judged, by outcome and reason, the largest group of each outcome first. */
  readonly unjudged: readonly ReasonGroup[]
  /** Options that would enable most of it: `3 need --webhook-port`. */
  readonly needs: readonly string[]
}

/** The most options named for what was not exercised. */
const NAMED_OPTIONS = 2

/** Counts what was exercised of the given requirements, which are no open points. */
export function coverageOf(rows: readonly Row[]): Coverage {
  const applicable = rows.filter(({ outcome }) => outcome !== 'disabled')
  const exercised = applicable.filter(
    ({ result }) => result.verdict === 'passed' || result.verdict === 'failed',
  )
  const lacking = applicable.filter(
    ({ result: { verdict, options } }) =>
      verdict !== 'passed' && verdict !== 'failed' && options !== undefined,
  )
  return {
    exercised: exercised.length,
    applicable: applicable.length,
    holding: exercised.filter(({ result }) => result.verdict === 'passed').length,
    unjudged: UNJUDGED.flatMap((outcome) => byReason(rows, outcome)),
    needs: [...groupBy(lacking, ({ result: { options = [] } }) => options.join(' and '))]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .slice(0, NAMED_OPTIONS)
      .map(([options, some]) => `${some.length} ${some.length === 1 ? 'needs' : 'need'} ${options}`),
  }
}

function byReason(rows: readonly Row[], outcome: Unjudged): ReasonGroup[] {
  const those = rows.filter((row) => row.outcome === outcome)
  return [...groupBy(those, ({ result }) => result.reason ?? 'no reason is recorded')]
    .map(([reason, some]) => ({ outcome, reason, ids: some.map(({ id }) => id) }))
    .toSorted((a, b) => b.ids.length - a.ids.length)
}

/** What is left behind on the target: `12 leads, 16 notes; 1 conversation changed; perhaps 2 leads`. */
export function leftBehind(footprint: readonly FootprintEntry[]): string {
  if (footprint.length === 0) return 'nothing'
  const counted = (kind: FootprintEntry['kind']): string => {
    const some = footprint.filter((entry) => entry.kind === kind)
    return [...groupBy(some, ({ resource }) => resource)]
      .map(([resource, entries]) =>
        // Of a run that was killed nobody knows how many.
        entries.every(({ id }) => id === 'unknown') ? resource : count(entries.length, resource),
      )
      .join(', ')
  }
  const [created, changed, perhaps] = [counted('created'), counted('changed'), counted('perhaps created')]
  return [created, changed && `${changed} changed`, perhaps && `perhaps ${perhaps}`]
    .filter(Boolean)
    .join('; ')
}

/** The heading of each outcome of what was not judged, and what it means. */
export const UNJUDGED_WORDS: Readonly<
  Record<Unjudged, { readonly title: string; readonly meaning: string }>
> = {
  error: {
    title: 'Errors',
    meaning: 'The tool or the connection kept these from being judged. They say nothing about the target.',
  },
  inconclusive: {
    title: 'Inconclusive',
    meaning: 'These apply, and could not be judged. Each line says why, and what would enable them.',
  },
  'not-applicable': { title: 'Not applicable', meaning: 'The target does not have what these speak of.' },
  disabled: { title: 'Disabled', meaning: 'Switched off for this run.' },
}
