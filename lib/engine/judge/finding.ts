import { anyPosition } from '../contract/json.ts'

/** One violation, with all details needed to understand and repeat it. */
export interface Finding {
  /** Id of the violated requirement. */
  readonly requirement: string
  /** Operation or path, such as `GET /things`. */
  readonly where: string
  /** The requirement of the specification at this place, in one line. */
  readonly expected: string
  /** The received value, in one line. */
  readonly received: string
  /** The status of the answer, if another was required. */
  readonly status?: number
  /** The statuses that were required, if {@link expected} names nothing else. */
  readonly accepted?: readonly number[]
  /** JSON pointer into the body of the response, or of the request (`inRequest`), if there is one place. */
  readonly pointer?: string
  /** The member at {@link pointer} was sent: the request should have been refused for it, or was wrongly refused. */
  readonly inRequest?: true
  /** Name of the response header at fault. */
  readonly header?: string
  /** The value that was required at {@link pointer}, if it is a single one. */
  readonly value?: unknown
  /** Ids of the exchanges that show it, the decisive one first. Empty only for webhook deliveries. */
  readonly exchanges: readonly number[]
  /** Id of the case that asserted it; absent if an oracle found it. */
  readonly case?: string
  /** How often the same violation was seen (requirement, place, pointer); 1 unless merged. */
  readonly count: number
  /**
   * Set if the responses prove the violation. Without proof it must be seen again, since noise could explain
   * it.
   */
  readonly proof?: true
}

/**
 * The common properties of findings of one kind: requirement, place, status, case and pointer, without array
 * positions.
 */
export function kindOf(
  finding: Pick<Finding, 'requirement' | 'where' | 'pointer' | 'case' | 'status'>,
): string {
  const { requirement, where, pointer, case: definition, status } = finding
  return JSON.stringify([requirement, where, pointer && anyPosition(pointer), definition, status])
}

/** One finding of each kind, with its count. The first of them leads, and its exchanges show it. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const merged = new Map<string, Finding>()
  for (const finding of findings) {
    const key = kindOf(finding)
    const known = merged.get(key)
    merged.set(key, known === undefined ? finding : { ...known, count: known.count + finding.count })
  }
  return [...merged.values()]
}
