import type { Requirement } from '../judge/requirement.ts'
import type { Context } from './context.ts'
import type { Need } from './needs.ts'
import { type Position, positionOf } from './position.ts'

/** When a case runs; each phase begins when the one above it has ended. */
export type Phase =
  /**
   * Counts how many requests the reads take from each key's allowance, one case after the other: nothing else
   * runs.
   */
  | 'first'
  /** Compares keys, before one of them is spent. */
  | 'keys'
  /** Reads the workspace in its initial state. */
  | 'read'
  /** Writes before all others, one case after the other: what they change beside their items must be new. */
  | 'first-write'
  /** Writes, lane by lane. */
  | 'write'
  /**
   * Sends requests whose answers do not depend on writes; such cases fill the time until the review, or run
   * beside the reads.
   */
  | 'independent'
  /**
   * Sends writes that must be refused, and so change nothing: beside the independent cases, until the review,
   * lane by lane.
   */
  | 'refuse'
  /**
   * Counts writes, and sends writes that must not overlap with any other, one case after the other: nothing
   * else uses the key.
   */
  | 'count-writes'
  /** Checks all written values some seconds after the last write: they must still hold. */
  | 'review'
  /**
   * Spends the whole allowance of a key: in parallel with all phases after the comparison of keys, if a first
   * case has shown that it takes nothing from the key under test; otherwise at the end, since it would take
   * requests that the others need.
   */
  | 'spend'

/** Phases whose cases share their reads. */
export const READING: ReadonlySet<Phase> = new Set(['read', 'independent'])

/** Phases of which every case writes. */
const WRITING: ReadonlySet<Phase> = new Set(['first-write', 'write', 'refuse'])

/** One executable check, as a plain value. */
export interface CaseDefinition {
  /** Permanent: first requirement and slug of the title. */
  readonly id: string
  readonly suite: string
  readonly title: string
  /** Where it is written; unknown in compiled code. */
  readonly position?: () => Position | undefined
  readonly requirements: readonly [string, ...string[]]
  /** The target's prerequisites. The key of the need `exhaustibleKey` is spent at the end. */
  readonly needs: readonly Need[]
  readonly phase: Phase
  /** Cases of one lane and phase touch the same resources and run one after the other; lanes run side by side. */
  readonly lane?: string
  /** Belongs to the smoke profile: finds most violations for its requests. */
  readonly smoke: boolean
  /** Belongs only to the full profile: simpler cases find most of the violations that it finds. */
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

/** The settings of a case, in addition to its requirements and its title. */
export interface Terms<N extends Need = Need> extends Partial<Pick<CaseDefinition, 'smoke' | 'deep'>> {
  readonly needs?: readonly N[]
}

/**
 * Defines one case of a suite. A rule is written in full in the first case that verifies it; later cases, and
 * cases of other suites, name it by its id.
 */
export type Verify = <N extends Need = never>(
  verified: Verified | readonly Verified[],
  title: string,
  terms: Terms<N>,
  run: (ctx: Context<N>) => Promise<void>,
) => void

type Verified = Requirement | string

/** The id of a rule that a case verifies. */
export const idOf = (one: Verified): string => (typeof one === 'string' ? one : one.id)

/** The settings that the cases of a suite share. */
export interface SuiteTerms extends Pick<CaseDefinition, 'lane'> {
  /** The phase of its cases; by default they only read. */
  readonly phase?: Phase
}

/** Defines a suite: the rules and cases of one endpoint and one behaviour. */
export function suite(title: string, setting: SuiteTerms, define: (verify: Verify) => void): Suite {
  const { phase = 'read', lane } = setting
  const writes: readonly Need[] = WRITING.has(phase) ? ['writes'] : []
  const rules = new Set<Requirement>()
  const cases: CaseDefinition[] = []
  define((verified, caseTitle, terms, run) => {
    const { needs = [], ...stated } = terms
    // The stack is rendered only if it is read: its third line is the caller.
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
