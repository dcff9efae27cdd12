import type { Requirement } from '../judge/requirement.ts'
import type { Context } from './context.ts'
import type { Need } from './needs.ts'
import { type Position, positionOf } from './position.ts'

/** When a case runs; each phase begins when the one above it has ended. */
export type Phase =
  /** Counts what reads take of the allowance of each key, one case after the other: nothing else runs. */
  | 'first'
  /** Compares keys, before one of them is spent. */
  | 'keys'
  /** Reads the workspace as it was found. */
  | 'read'
  /** Writes, lane by lane. */
  | 'write'
  /** Asks what is answered alike whatever was written; such cases fill the time until the review, or run beside the reads. */
  | 'independent'
  /** Sends writes that are refused, and so change nothing: beside the independent ones, until the review, lane by lane. */
  | 'refuse'
  /** Counts writes, and sends those that no other write may meet, one case after the other: nothing else uses the key. */
  | 'count-writes'
  /** Looks at all that was written, some seconds after the last write: what was answered has to hold still. */
  | 'review'
  /**
   * Spends the whole allowance of a key: beside all that follows the comparison of keys where a first case has shown that it
   * takes nothing from the key under test, and otherwise at the end, since it would take what the others need.
   */
  | 'spend'

/** Phases whose cases share what they read. */
export const READING: ReadonlySet<Phase> = new Set(['read', 'independent'])

/** One executable check, as a plain value. */
export interface CaseDefinition {
  /** Permanent: first requirement and slug of the title. */
  readonly id: string
  readonly suite: string
  readonly title: string
  /** Where it is written; unknown in compiled code. */
  readonly position?: () => Position | undefined
  readonly requirements: readonly [string, ...string[]]
  /** What the target must have. The key of the need `exhaustibleKey` is spent at the end. */
  readonly needs: readonly Need[]
  readonly phase: Phase
  /** Cases of one lane and phase touch the same resources and run one after the other; lanes run side by side. */
  readonly lane?: string
  /** In the smoke profile: finds most for its requests. */
  readonly smoke: boolean
  /** Only in the full profile: simpler cases find most of what it finds. */
  readonly deep: boolean
  /** A case sees only the needs that it names; they are met when it runs. */
  readonly run: (ctx: Context) => Promise<void>
}

export interface Suite {
  readonly title: string
  /** The rules that stand in its cases. */
  readonly rules: readonly Requirement[]
  readonly cases: readonly CaseDefinition[]
}

/** What a case says of itself beside its requirements and its title. */
export interface Terms<N extends Need = Need> extends Partial<Pick<CaseDefinition, 'smoke' | 'deep'>> {
  readonly needs?: readonly N[]
}

/**
 * Defines one case of a suite. A rule stands whole in the first case that verifies it; later cases, and cases of other
 * suites, name it by its id.
 */
export type Verify = <N extends Need = never>(
  verified: Verified | readonly Verified[],
  title: string,
  terms: Terms<N>,
  run: (ctx: Context<N>) => Promise<void>,
) => void

/** A rule, or the id of one that stands elsewhere. */
type Verified = Requirement | string

/** The id of a rule that a case verifies. */
export const idOf = (one: Verified): string => (typeof one === 'string' ? one : one.id)

/** What the cases of a suite share. */
export interface SuiteTerms extends Pick<CaseDefinition, 'lane'> {
  /** When they run; by default they only read. */
  readonly phase?: Phase
}

/** Defines a suite: the rules and cases of one endpoint and one behaviour. */
export function suite(title: string, setting: SuiteTerms, define: (verify: Verify) => void): Suite {
  const { phase = 'read', lane } = setting
  const writes: readonly Need[] = phase === 'write' || phase === 'refuse' ? ['writes'] : []
  const rules = new Set<Requirement>()
  const cases: CaseDefinition[] = []
  define((verified, caseTitle, terms, run) => {
    const { needs = [], ...stated } = terms
    // Its stack is written out where somebody asks: the third line is that of the caller.
    const here = new Error('a case')
    const all = [verified].flat()
    for (const one of all) if (typeof one !== 'string') rules.add(one)
    const [first, ...others] = all.map(idOf)
    if (first === undefined) throw new Error(`"${caseTitle}" verifies no rule`)
    cases.push({
      id: `${first}/${slug(caseTitle)}`,
      suite: title,
      title: caseTitle,
      position: () => positionOf(here.stack?.split('\n')[2]),
      requirements: [first, ...others],
      needs: [...writes, ...needs],
      smoke: false,
      deep: false,
      ...stated,
      phase,
      lane,
      run,
    })
  })
  return { title, rules: [...rules], cases }
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
